package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// withNumbers is what is said in TestNumbers, in words of half a second each.
const withNumbers = "we paid twenty uh five dollars at nine thirty a m and five point two million dollars later"

// numbersDecided removes "uh" and writes numbers in digits, and sets a punctuation mark after "dollars".
func numbersDecided(f *File) *Plan {
	d := dropFillers(f)
	d.Numbers = transcript.NumberDigits
	d.Punct = transcript.PunctRestore
	for i, token := range f.Document.Tokens {
		d.Decisions[i].Cased = token.Text
		if token.Text == "later" {
			d.Decisions[i].Punct = data.Period
		}
	}
	return d
}

// TestNumbers writes numbers in digits in every format, with one word in place of several,
// that lasts as long as they did where the format says how long words last.
func TestNumbers(t *testing.T) {
	s := &Transcript{Name: "numbers", Utterances: []Utterance{{Speaker: "Ann", Time: transcript.Interval{Start: 1, End: 20, Known: true}}}}
	for i, w := range strings.Fields(withNumbers) {
		from := 1 + float64(i)/2
		s.Utterances[0].Words = append(s.Utterances[0].Words, Word{
			KeptWord: transcript.KeptWord{Core: w}, Time: transcript.Interval{Start: from, End: from + 0.5, Known: true}, Confidence: 0.5,
		})
	}
	want := strings.Fields("we paid $25 at 9:30 a.m. and $5.2 million later")
	for _, format := range All() {
		if !format.IsWritten() || format.declared().spelled {
			continue
		}
		t.Run(string(format), func(t *testing.T) {
			text, err := format.Write(s)
			if err != nil {
				t.Fatal(err)
			}
			f := mustRead(t, text, "numbers"+format.Extensions()[0], format)
			d := numbersDecided(f)
			out := f.Rewrite(d)
			g := mustRead(t, out, "numbers"+format.Extensions()[0], format)
			got := words(g, nil)
			if !slices.Equal(textsOf(got), want) {
				t.Fatalf("the words are %q, not %q, in\n%s", textsOf(got), want, out)
			}
			for _, old := range []string{"twenty", "dollars", "thirty", "point"} {
				if strings.Contains(strings.ReplaceAll(out, "timepoint", ""), old) { // an element of FOLKER
					t.Errorf("%q is left in\n%s", old, out)
				}
			}
			ends := format.holdsAll(wordTimed) && format != Watson && format != Azure // which have no member for the end of a word alone
			if x := got[2].Time; ends && (x.Start != 2 || x.End != 4) {
				t.Errorf("%q lasts from %v to %v", got[2].Text, x.Start, x.End)
			}
			if x := got[8].Time; ends && (x.Start != 8.5 || x.End != 9.5) {
				t.Errorf("%q lasts from %v to %v in\n%s", got[8].Text, x.Start, x.End, out)
			}
			sameText(t, g.Rewrite(numbersDecided(g)), out)
			// What is written in another format has the numbers, too.
			again := f.Transcript(d)
			if said := again.text(); said != "we paid $25 at 9:30 a.m. and $5.2 million later." && !format.BareWords() && !strings.HasPrefix(said, "we paid $25 at 9:30 a.m. and $5.2 million later") {
				t.Errorf("as a transcript it is %q", said)
			}
		})
	}
}

// TestNumbersStay leaves words in CHAT, whose words have no digits.
func TestNumbersStay(t *testing.T) {
	src := "@Begin\n*A:\twe paid twenty &-uh five dollars .\n@End\n"
	f := mustRead(t, src, "numbers.cha", CHAT)
	sameText(t, f.Rewrite(numbersDecided(f)), "@Begin\n*A:\twe paid twenty five dollars .\n@End\n")
}

// TestNumbersInPlaces writes numbers in all places of a file in which they are.
func TestNumbersInPlaces(t *testing.T) {
	for _, c := range []struct {
		name      string
		format    Format
		src, want string
	}{
		{"a number over two lines", SRT, "1\n00:00:01,000 --> 00:00:02,000\nwe paid twenty\nfive <i>dollars</i> later\n",
			"1\n00:00:01,000 --> 00:00:02,000\nwe paid $25\nlater.\n"},
		{"Deepgram", Deepgram, `{"results":{"channels":[{"alternatives":[{"transcript":"twenty five dollars later","words":[{"word":"twenty","start":1,"end":1.5,"punctuated_word":"twenty"},{"word":"five","start":1.5,"end":2,"punctuated_word":"five"},{"word":"dollars","start":2,"end":2.75,"punctuated_word":"dollars"},{"word":"later","start":3,"end":4,"punctuated_word":"later"}]}]}]}}`,
			`{"results":{"channels":[{"alternatives":[{"transcript":"$25 later.","words":[{"word":"$25","start":1,"end":2.75,"punctuated_word":"$25"},{"word":"later","start":3,"end":4,"punctuated_word":"later."}]}]}]}}`},
		{"words that bring blanks", Whisper, `{"text":" twenty five dollars later","segments":[{"text":" twenty five dollars later","words":[{"word":" twenty","start":1,"end":2},{"word":" five","start":2,"end":3},{"word":" dollars","start":3,"end":4},{"word":" later","start":4,"end":5}]}]}`,
			`{"text":" $25 later.","segments":[{"text":" $25 later.","words":[{"word":" $25","start":1,"end":4},{"word":" later.","start":4,"end":5}]}]}`},
		{"marks that are elements", AWS,
			`{"results":{"transcripts":[{"transcript":"fifty percent, later"}],"items":[{"type":"pronunciation","start_time":"0.1","end_time":"0.2","alternatives":[{"content":"fifty"}]},{"type":"pronunciation","start_time":"0.2","end_time":"0.4","alternatives":[{"content":"percent"}]},{"type":"punctuation","alternatives":[{"content":","}]},{"type":"pronunciation","start_time":"0.4","end_time":"0.5","alternatives":[{"content":"later"}]}]}}`,
			`{"results":{"transcripts":[{"transcript":"50%, later."}],"items":[{"type":"pronunciation","start_time":"0.1","end_time":"0.4","alternatives":[{"content":"50%"}]},{"type":"punctuation","alternatives":[{"confidence":"0.0","content":","}]},{"type":"pronunciation","start_time":"0.4","end_time":"0.5","alternatives":[{"content":"later"}]},{"type":"punctuation","alternatives":[{"confidence":"0.0","content":"."}]}]}}`},
		{"rows", CTM, "a 1 0 0.5 we\na 1 1 0.5 twenty\na 1 1.5 0.50 five\na 1 2 1 later\n", "a 1 0 0.5 we\na 1 1 1.00 25\na 1 2 1 later\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "numbers", c.format)
			d := numbersDecided(f)
			d.Case = transcript.CaseKeep
			sameText(t, f.Rewrite(d), c.want)
		})
	}
}

// TestNumbersAnything writes whatever is said in any format, and has there the words that
// the edit has.
func TestNumbersAnything(t *testing.T) {
	vocabulary := strings.Fields("we paid uh one two five nine ten twenty thirty hundred thousand million a and oh point third may of percent dollars cents at m later")
	drawn.Check(t, func(t *drawn.Case) {
		format := drawn.Of(t, "format", All()...)
		if !format.IsWritten() || format.declared().spelled {
			return
		}
		s := &Transcript{Name: "numbers"}
		at := 1.0
		for range t.Int("utterances", 1, 3) {
			u := Utterance{Speaker: drawn.Of(t, "speaker", "Ann", "Bob")}
			u.Time.Start = at
			for _, w := range drawn.Several(t, "words", 1, 30, vocabulary...) {
				x := Word{KeptWord: transcript.KeptWord{Core: w}, Confidence: 0.5}
				x.Time = transcript.Interval{Start: at, End: at + 0.25, Known: true}
				at += drawn.Of(t, "pause", 0.25, 0.25, 0.25, 0.5, 1.5)
				u.Words = append(u.Words, x)
			}
			u.Time.End, u.Time.Known = at, true
			s.Utterances = append(s.Utterances, u)
		}
		text, err := format.Write(s)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		f, err := Read(text, "numbers"+format.Extensions()[0], format)
		if err != nil {
			t.Fatalf("%s: %v in\n%s", format, err, text)
		}
		d := numbersDecided(f)
		if len(f.views) > 0 && f.views[0].bare || format.BareWords() { // as FOLKER, too, where nothing has marks
			d.Rewriting = d.AsWritten()
		}
		e := d.Edit(f.Document)
		want := make(map[string]int)
		for l := range f.Document.Lines {
			for _, k := range e.Kept(nil, l) {
				want[strings.ToLower(k.Core)]++
			}
		}
		out := f.Rewrite(d)
		g, err := Read(out, "numbers"+format.Extensions()[0], format)
		if err != nil {
			t.Fatalf("%s: %v in\n%s", format, err, out)
		}
		for _, w := range words(g, nil) {
			want[w.Text]--
		}
		for w, n := range want {
			if n != 0 {
				t.Fatalf("%s: %q is there %d times less than it is to be, in\n%s\nof\n%s", format, w, n, out, text)
			}
		}
	})
}
