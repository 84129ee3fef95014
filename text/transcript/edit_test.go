package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestColumnsStay: blanks that set columns off are kept where the first words behind them go.
func TestColumnsStay(t *testing.T) {
	for _, c := range [][2]string{
		{"A.   um yes", "A.   yes"},
		{"A.\tum uh yes", "A.\tyes"},
		{"So.  um yes", "So. yes"},
		{"so um yes", "so yes"},
		{"so um   yes", "so   yes"},
		{"A.   um", "A."},
	} {
		d, err := ParseText(c[0], "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i, token := range d.Tokens {
			if token.Text == "um" || token.Text == "uh" {
				decisions[i].Why = data.FilledPauses
			}
		}
		if got := d.Edit(decisions, removing(data.DefaultRemoved)).Text(); got != c[1] {
			t.Errorf("%q becomes %q, not %q", c[0], got, c[1])
		}
	}
}

// removing removes and restores nothing.
func removing(what data.Disfluencies) Rewriting { return Rewriting{Remove: what}.AsWritten() }

func TestTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"I don't, can't and won’t.", "I|do|n't|ca|n't|and|wo|n’t"},
		{"It's they're we've I'll he'd I'm", "It|'s|they|'re|we|'ve|I|'ll|he|'d|I|'m"},
		{"cannot Cannot", "can|not|Can|not"},
		{"uh-huh, twenty-five full-time", "uh-huh|twenty-five|full-time"},
		{"at 10:30 a.m. in the U.S. for $3,000 (50%)", "at|10:30|a.m.|in|the|U.S.|for|$3,000|50%"},
		{"mail a.b@c.org, see https://x.org/y?z=1.", "mail|a.b@c.org|see|https://x.org/y?z=1"},
		{"'cause we're talkin' 'bout 'em", "'cause|we|'re|talkin'|'bout|'em"},
		{"I--I mean...no", "I|I|mean|no"},
		{"wh- what", "wh-|what"},
		{"I-I th-the w-w-what I-I-I", "I|I|th-|the|w-|w-|what|I|I|I"},
		{"bye-bye re-read so-so uh-huh co-conspirators t-test T-shirt no-no", "bye-bye|re-read|so-so|uh-huh|co-conspirators|t-test|T-shirt|no-no"},
		{"\"quoted,\" 'single' “curly”", "quoted|single|curly"},
		{"[noise] <b> yes ♪ 👍", "yes"},
		{"naïve Ελλάδα 東京", "naïve|Ελλάδα|東|京"},
		{"yes,no 'tis o'clock rock'n'roll", "yes|no|'tis|o'clock|rock'n'roll"},
		{"the boys' dogs' end", "the|boys|dogs|end"},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tok := range d.Tokens {
			got = append(got, d.Text(tok.Bytes))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, s, c.want)
		}
	}
}

func TestSpeakers(t *testing.T) {
	for _, c := range []struct{ in, speaker, text string }{
		{"Bob: hello", "Bob", "hello"},
		{"[00:01:02] Bob: hello", "Bob", "hello"},
		{"(1:02) SPEAKER_01: hello", "SPEAKER_01", "hello"},
		{"00:01:02.5 hello", "", "hello"},
		{"Speaker 1: hello", "Speaker 1", "hello"},
		{"speaker 1:\thello", "speaker 1", "hello"},
		{"interviewer: hello", "interviewer", "hello"},
		{">> Ann: hello", "Ann", "hello"},
		{"A: b: c", "A", "b: c"},
		{"Dr. Smith-Jones: hello", "Dr. Smith-Jones", "hello"},
		{"so this is it: hello", "", "so this is it: hello"},
		{"at 10:30 we left", "", "at 10:30 we left"},
		{"https://example.org is it", "", "https://example.org is it"},
		{"That is what I told him: no", "", "That is what I told him: no"},
		{"[laughter] hello", "", "[laughter] hello"},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		if got, text := d.Turns[0].Speaker, d.Source[d.Lines[0].Text:]; got != c.speaker || text != c.text {
			t.Errorf("%q: speaker %q text %q, want %q and %q", c.in, got, text, c.speaker, c.text)
		}
	}
}

func TestSegments(t *testing.T) {
	long := strings.Repeat("we walked along a river bank near town every single day without rest ", 3) + "but then " + strings.Repeat("nothing more happened at all since everybody slept ", 5)
	for _, c := range []struct {
		name, in string
		how      Segmentation
		want     []string
	}{
		{"marks", "I came. He left? Dr. Smith, too... maybe. At 5 p.m. we ate.", SegmentAuto, []string{"I came.", "He left?", "Dr. Smith, too... maybe.", "At 5 p.m. we ate."}},
		{"abbreviation at the end", "I live in the U.S. She does not.", SegmentAuto, []string{"I live in the U.S.", "She does not."}},
		{"lines", "I came. He\nleft.", SegmentLine, []string{"I came. He", "left."}},
		{"wrapped", "I came. He\nleft.\nB: yes.", SegmentAuto, []string{"I came.", "He left.", "yes."}},
		{"bare lines are turns", "so we went\nhome then", SegmentAuto, []string{"so we went", "home then"}},
		{"long", long, SegmentAuto, []string{strings.TrimSpace(long[:strings.Index(long, "but")]), strings.TrimSpace(long[strings.Index(long, "but"):])}},
	} {
		d, err := ParseText(c.in, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range d.Segments(c.how) {
			var words []string
			for _, w := range d.Words[s.Words.Start:s.Words.End] {
				words = append(words, d.Text(w.Bytes))
			}
			got = append(got, strings.Join(words, " "))
		}
		if !slices.Equal(got, c.want) && c.name != "long" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		} else if c.name == "long" && (len(got) < 2 || !strings.HasPrefix(got[1], "but then")) {
			t.Errorf("long: %q", got)
		}
	}
}

func TestDiff(t *testing.T) {
	d, decisions := marked(t, "A: {Um,}F we came, {you know.}D\nB: {Uh.}F\n")
	want := "A: [-Um,-] [-we-]{+We+} came[-,-]{+.+} [-you know.-]\n[-B: Uh.-]\n"
	if got := d.Edit(decisions, removing(data.AllDisfluencies)).Diff(false); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := d.Edit(decisions, removing(data.AllDisfluencies)).Diff(true); !strings.Contains(got, "\x1b[9;31mUm,\x1b[0m") {
		t.Errorf("in colour: %q", got)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"fine\nbad \xff byte\n", "x:2:5: byte 0xff is not UTF-8: convert the file first, for example with iconv"},
		{"a\x00b", "x:1:2: control character 0x00: this looks like binary data, not text"},
		{"\n" + strings.Repeat("word ", MaxLine/5+2), fmt.Sprintf("x:2:%d: the line is longer than %d bytes: break it, at best where the speaker changes", MaxLine+2, MaxLine)},
	} {
		_, err := ParseText(c.in, "x")
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if d, err := ParseText("", "x"); err != nil || len(d.Tokens) != 0 || d.Edit(nil, removing(data.AllDisfluencies)).Text() != "" {
		t.Errorf("empty input: %v %v", d, err)
	}
}

// TestEditLikeTags: what a word is beside a filler is told by the token that it is as, whatever
// its number; a document may have more tokens than that with the decisions.
func TestEditLikeTags(t *testing.T) {
	other, err := ParseText("then uh yes", "other")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(other.Tokens))
	decisions[0].Tag, decisions[1].Why, decisions[2].Tag = "IN", data.FilledPauses, "DT"
	d, err := ParseText("Well I said so and then, uh, yes it is.", "test")
	if err != nil {
		t.Fatal(err)
	}
	like := make([]int32, len(d.Tokens))
	for i := range d.Tokens {
		like[i] = LikeNone
		for k := range other.Tokens {
			if d.Tokens[i].Text == other.Tokens[k].Text {
				like[i] = int32(k)
			}
		}
	}
	got := d.EditLike(other.Edit(decisions, Rewriting{}), like, Rewriting{}).Text()
	if want := "Well I said so and then yes it is."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
