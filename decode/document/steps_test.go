package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// workOn returns work on a document all of which is one segment, as the models have decided.
func workOn(t *testing.T, doc *transcript.Document, decisions []data.Decision) *work {
	t.Helper()
	if decisions == nil {
		decisions = make([]data.Decision, len(doc.Tokens))
	}
	all := transcript.Segment{Words: transcript.Span{End: len(doc.Words)}, Tokens: transcript.Span{End: len(doc.Tokens)}}
	return &work{
		Decider: &Decider{options: Options{}}, doc: doc, segments: []segment{{Segment: all}}, loops: &loops{},
		decisions: decisions, problems: make([]error, 1),
	}
}

// why returns the kinds of each token as letters: R for repairs, F for filled pauses, - for none.
func why(decisions []data.Decision, of func(*data.Decision) data.Disfluencies) string {
	var b strings.Builder
	for i := range decisions {
		switch set := of(&decisions[i]); {
		case set&data.Repairs != 0:
			b.WriteByte('R')
		case set&data.FilledPauses != 0:
			b.WriteByte('F')
		case set&data.Loops != 0:
			b.WriteByte('L')
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

func goes(d *data.Decision) data.Disfluencies  { return d.Why }
func would(d *data.Decision) data.Disfluencies { return d.Would }

// decidedAs returns decisions of which letters say what goes, as why does.
func decidedAs(letters string) []data.Decision {
	out := make([]data.Decision, len(letters))
	for i, c := range letters {
		switch c {
		case 'R':
			out[i].Label, out[i].Why = data.E, data.Repairs
		case 'F':
			out[i].Label, out[i].Kind, out[i].Why = data.F, data.FilledPause, data.FilledPauses
		}
		out[i].Would = out[i].Why
	}
	return out
}

func TestCut(t *testing.T) {
	english, line := newDecider(t, Options{}), newDecider(t, Options{Segment: transcript.SegmentLine})
	both := chineseDecider(t, Options{})
	chinese := chineseDecider(t, Options{Language: "zh"})
	for _, c := range []struct {
		name   string
		d      *Decider
		text   string
		spoken string // the languages of the words; "": nobody has looked
		want   []string
	}{
		{"sentences", english, "So we went. And then?", "", []string{"sentence: So we went.", "sentence: And then?"}},
		{"a stream", english, "so we went and then", "", []string{"stream: so we went and then"}},
		{"lines", line, "so we went\nand then", "", []string{"sentence: so we went", "sentence: and then"}},
		{"what is left", english, "so we went na ja", "en en en de de", []string{"stream: so we went", "left de: na ja"}},
		{"Chinese without models", english, "我们去", "zh zh zh", []string{"left zh: 我们去"}},
		{"Chinese", both, "我们去。你们", "zh zh zh zh zh", []string{"Chinese: 我们去。你们"}},
		{"English between", both, "我们 so 你们", "zh zh en zh zh", []string{"Chinese: 我们", "stream: so", "Chinese: 你们"}},
		{"turns", both, "我们\n你们", "zh zh zh zh", []string{"Chinese: 我们", "Chinese: 你们"}},
		{"all is Chinese", chinese, "我们 so", "", []string{"Chinese: 我们 so"}},
		{"notes alone", english, "[noise]", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &work{Decider: c.d, doc: parse(t, c.text)}
			if c.spoken != "" {
				w.spoken = strings.Fields(c.spoken)
			}
			w.cut()
			var got []string
			for _, s := range w.segments {
				name := [...]string{"sentence", "stream", "Chinese", "left " + s.language}[s.way]
				got = append(got, name+": "+w.doc.Source[w.doc.Words[s.Words.Start].Bytes.Start:w.doc.Words[s.Words.End-1].Bytes.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestHear(t *testing.T) {
	const (
		english = "we went there with my grandmother every day of the week because it was near"
		german  = "ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte"
	)
	d := newDecider(t, Options{})
	for _, c := range []struct{ name, said, text, want string }{
		{"English", "", english, "en"},
		{"German", "", german, "de"},
		{"too short", "", "ja", "en"},
		{"as the speaker", "", "A: " + german + "\nB: " + english + "\nA: um vier", "de en de"},
		{"what is before in the turn", "", english + ". Ja. Um.", "en"},
		{"two in a turn", "", english + ".\n" + german + ".\n", "en de"},
		{"it is said", "de", english, "de"},
		{"it is said and known", "en", "A: " + german, "de"},
		{"no words", "", "[noise]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &work{Decider: d, doc: parse(t, c.text)}
			w.doc.Language = c.said
			w.hear()
			var got []string
			for i, code := range w.spoken {
				if w.doc.Words[i].Tokens.Len() > 0 && (len(got) == 0 || got[len(got)-1] != code) {
					got = append(got, code)
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	w := &work{Decider: newDecider(t, Options{Language: "en"}), doc: parse(t, german)}
	if w.hear(); w.spoken != nil {
		t.Errorf("it is known: %q", w.spoken)
	}
}

func TestAddGiven(t *testing.T) {
	keeping, err := fillers.Parse("- uh\n", "list")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		list  *fillers.List
		given data.Disfluencies // of the second word
		left  bool
		want  string
	}{
		{"nothing", fillers.Default(), 0, false, "R--"},
		{"a repair", fillers.Default(), data.Repairs, false, "RR-"},
		{"a filled pause", fillers.Default(), data.FilledPauses, false, "RF-"},
		{"a filled pause that the list keeps", keeping, data.FilledPauses, false, "R--"},
		{"a repair that the list keeps", keeping, data.FilledPauses | data.Repairs, false, "RR-"},
		{"what is left", fillers.Default(), data.Repairs, true, "R--"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := transcript.Build("test", []transcript.Utterance{{Pieces: []transcript.Piece{{Text: "so "}, {Text: "uh ", Given: c.given}, {Text: "yes"}}}})
			w := workOn(t, doc, decidedAs("R--"))
			if w.options.Fillers = c.list; c.left {
				w.segments[0].way = isLeft
			}
			w.decisions[1].Level = 2
			w.addGiven()
			if got := why(w.decisions, goes); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if given := c.want[1] != '-'; given == (w.decisions[1].Level == 2) && c.given == 0 {
				t.Errorf("level %d", w.decisions[1].Level)
			}
		})
	}
}

func TestUnmask(t *testing.T) {
	for _, c := range []struct{ name, text, decided, want string }{
		{"no mask", "to to go", "R--", "R--"},
		{"a repair before it", "we go *** go", "RR--", "----"},
		{"one further before", "we uh *** go", "RF--", "RF--"},
		{"one behind it", "*** go go", "-R-", "-R-"},
		{"two", "we ** go ** go", "R-R--", "-----"},
		{"a repair of the mask", "we *** we", "RR-", "-R-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, parse(t, c.text), decidedAs(c.decided))
			w.unmask()
			if got := why(w.decisions, goes); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := why(w.decisions, would); got != c.want {
				t.Errorf("would: %s, want %s", got, c.want)
			}
			for i := range w.decisions {
				if gone := w.decisions[i].Label == data.E; gone != (c.want[i] == 'R') {
					t.Errorf("token %d has the label %s", i, w.decisions[i].Label)
				}
			}
			w = workOn(t, parse(t, c.text), decidedAs(c.decided))
			w.segments[0].way = isLeft
			if w.unmask(); why(w.decisions, goes) != c.decided {
				t.Errorf("what is left: %s", why(w.decisions, goes))
			}
		})
	}
}

func TestLoopsSeenOnce(t *testing.T) {
	const again = "thank you all very much for that"
	doc := parse(t, "so yes\n"+strings.Repeat(again+"\n", 5)+"it's done")
	w := &work{Decider: newDecider(t, Options{}), doc: doc}
	if w.findLoops(); len(w.found) != 1 {
		t.Fatalf("%d loops", len(w.found))
	}
	w.cut()
	w.loops = newLoops(doc, w.found)
	all := transcript.Span{End: len(doc.Tokens)}
	s := data.Sentence{Tokens: make([]data.Token, len(doc.Tokens))}
	for i := range s.Tokens {
		s.Tokens[i].Text = doc.Tokens[i].Text
	}
	var once []string
	place := w.loops.places(all)
	for i, token := range w.loops.once(s, 0).Tokens {
		if doc.Tokens[place(i)].Text != token.Text {
			t.Errorf("token %d, %q, is put at %d", i, token.Text, place(i))
		}
		once = append(once, token.Text)
	}
	if got, want := strings.Join(once, " "), "so yes "+again+" it 's done"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w.decisions = decidedAs(strings.Repeat("R", len(doc.Tokens)))
	w.decisions[2].Cased = "Thank"
	w.fillLoops()
	if got, want := why(w.decisions, goes), "RR"+strings.Repeat("-", 7)+strings.Repeat("L", 28)+"RRR"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if d := w.decisions[9]; d.Cased != "Thank" || d.Label != data.O || d.Would != 0 || d.Confidence != 1 {
		t.Errorf("a copy: %+v", d)
	}
	for _, s := range []struct {
		loops *loops
		want  int
	}{{w.loops, 37}, {&loops{}, 9}} {
		if got := s.loops.next(9); got != s.want {
			t.Errorf("the next token is %d, want %d", got, s.want)
		}
	}
}

func TestCutSentences(t *testing.T) {
	doc := parse(t, "it's so and then we can't go")
	for _, c := range []struct {
		name string
		ends []int // tokens
		want []string
	}{
		{"none", nil, []string{"it's so and then we can't go"}},
		{"one", []int{2}, []string{"it's so", "and then we can't go"}},
		{"within a word", []int{0, 6}, []string{"it's so and then we can't go"}},
		{"at the end", []int{8}, []string{"it's so and then we can't go"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, doc, nil)
			for _, i := range c.ends {
				w.decisions[i].End = true
			}
			out := &Cleaned{Document: doc, Decisions: w.decisions}
			out.addSentences(w.segments[0].Segment)
			var got []string
			for _, s := range out.Segments {
				got = append(got, doc.Source[doc.Words[s.Words.Start].Bytes.Start:doc.Words[s.Words.End-1].Bytes.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestKeepMarks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		restored   bool
		want       []data.Punct
	}{
		{"its own", "So, we go. Really?", true, []data.Punct{data.Comma, data.NoPunct, data.Period, data.QMark}},
		{"none of its own", "so we go really", true, []data.Punct{data.QMark, data.QMark, data.QMark, data.QMark}},
		{"nothing was restored", "So, we go. Really?", false, []data.Punct{data.QMark, data.QMark, data.QMark, data.QMark}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, parse(t, c.text), nil)
			for i := range w.decisions {
				w.decisions[i].Punct = data.QMark // as predicted
			}
			w.out = &Cleaned{Document: w.doc, Decisions: w.decisions, Restored: c.restored, Segments: []transcript.Segment{w.segments[0].Segment}}
			w.keepMarks()
			for i, d := range w.decisions {
				if d.Punct != c.want[i] {
					t.Errorf("token %d has the mark %s, want %s", i, d.Punct, c.want[i])
				}
			}
		})
	}
}

func TestAddWould(t *testing.T) {
	for _, c := range []struct {
		explain bool
		want    string
	}{{true, "RF-R"}, {false, "---R"}} {
		w := workOn(t, parse(t, "we uh go now"), decidedAs("RF--"))
		for i, set := range []data.Disfluencies{0, 0, 0, data.Repairs} {
			w.decisions[i].Would = set
		}
		w.options.Explain = c.explain
		w.addWould()
		if got := why(w.decisions, would); got != c.want {
			t.Errorf("explain %v: %s, want %s", c.explain, got, c.want)
		}
	}
}
