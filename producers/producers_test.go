package producers

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
)

func sentence(text string) *data.Sentence {
	s := &data.Sentence{}
	for _, w := range strings.Fields(text) {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	return s
}

func labels(text string) []data.Label {
	var out []data.Label
	for _, c := range text {
		out = append(out, labelOf(string(c)))
	}
	return out
}

// proposals returns what a producer makes of labels.
func proposals(t *testing.T, p beam.Producer, text, of string) []string {
	t.Helper()
	in := beam.NewInput(sentence(text))
	defer in.Release()
	q, err := p.Prepare(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	h := &beam.Hypothesis{Labels: labels(of), Cleaned: &beam.Cleaned{}}
	for i, l := range h.Labels {
		if l == data.O {
			h.Cleaned.Kept = append(h.Cleaned.Kept, int32(i))
		}
	}
	var out []string
	if err := q.Propose(h, func(l []data.Label) { out = append(out, beam.LabelString(l)) }); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// Names and what is said of producers are fit for settings and help.
func TestAbout(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range []beam.Producer{NewRepetition(Window), NewDictionary(nil), NewEditWords(nil, 1, 1), NewFillerWords(nil)} {
		name, about := p.Name(), p.About()
		if seen[name] || len(strings.Fields(name)) != 1 || strings.TrimSpace(name) != name {
			t.Errorf("the name %q", name)
		}
		seen[name] = true
		if about == "" || strings.HasSuffix(about, ".") || strings.TrimSpace(about) != about {
			t.Errorf("%s: about %q: it is a sentence without a full stop", name, about)
		}
	}
}

func TestRepetition(t *testing.T) {
	for _, c := range []struct {
		text, of string
		want     []string
	}{
		// The example of COLING 2014, section 4.3.
		{"i want to be able to um i just want it", "OOOOOOOOOOO", []string{"EEEEEEEOOOO", "OEEEEEEEEOO", "OOEEEOOOOOO"}},
		// Fillers before the repair are kept as fillers.
		{"i uh i um go", "OFOFO", []string{"EFOFO"}},
		// Those further back are removed with the words around them.
		{"i uh we i go", "OFEOO", []string{"EEEOO"}},
		// Of words that are removed nothing is made.
		{"the the the", "EOO", []string{"EEO"}},
		{"the cat", "OO", nil},
		{"", "", nil},
		{"a b c d e f g h i j k l m a", "OOOOOOOOOOOOOO", nil}, // 13 apart
		{"a b c d e f g h i j k l m a", "OEOOOOOOOOOOOO", nil}, // in the sentence, if not in what is left
		{"a b c d e f g h i j k l a", "OOOOOOOOOOOOO", []string{"EEEEEEEEEEEEO"}},
	} {
		if got := proposals(t, NewRepetition(Window), c.text, c.of); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}

func TestDictionary(t *testing.T) {
	phrases, err := ReadPhrases(strings.NewReader("# a comment\nyou know O || 1144 31 9\nyou know F || 1144 31 20\n\nlike like E O || 61 11 5\n"), "p.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := NewDictionary(phrases)
	for _, c := range []struct {
		text, of string
		want     []string
	}{
		{"you know i know", "FFOO", []string{"OOOO"}},
		{"you know i know", "OOOO", []string{"FFOO"}},
		{"you know you know", "EEOO", []string{"EEFF", "FFOO", "OOOO"}},
		{"like like that", "OOO", []string{"EOO"}},
		{"like that", "OO", nil},
		{"", "", nil},
	} {
		if got := proposals(t, d, c.text, c.of); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}

func TestReadPhrases(t *testing.T) {
	text := "you know O || 1144 31 9\nlike like E O || 61 11 5\n"
	p, err := ReadPhrases(strings.NewReader(text), "p.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WritePhrases(&b, p); err != nil || b.String() != text {
		t.Errorf("%q, %v", b.String(), err)
	}
	for text, want := range map[string]string{
		"you know":                               `p.txt:1: "you know" is not words, labels, || and three counts`,
		"\nyou know O || 1 2":                    "p.txt:2: ",
		"you know O || 1 2 x":                    `p.txt:1: "x" is not a count`,
		"you know || 1 2 3":                      "p.txt:1: 0 labels for 2 words",
		"a b c E F || 1 2 3":                     "p.txt:1: 2 labels for 3 words",
		"O || 1 2 3":                             "p.txt:1: a phrase of 0 words",
		"one two three four five six O || 1 2 3": "p.txt:1: a phrase of 6 words",
	} {
		if _, err := ReadPhrases(strings.NewReader(text), "p.txt"); err == nil || !strings.Contains(err.Error(), want) || !errors.Is(err, ErrPhrases) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPhraseCounter(t *testing.T) {
	c := NewPhraseCounter()
	gold := func(text, labels string) *data.Sentence {
		s := sentence(text)
		for i, l := range labels {
			switch l {
			case 'E':
				s.Tokens[i].Edit = true
			case 'F':
				s.Tokens[i].Kind = data.DiscourseMarker
			}
		}
		return s
	}
	for range 3 {
		c.Add(gold("you know we go", "FFOO"), labels("OOOO"))
	}
	c.Add(gold("you know we go", "OOOO"), labels("FFOO"))
	c.Add(gold("you know we go", "FFOO"), labels("FFOO"))
	c.Add(gold("we we go", "EOO"), labels("OOO"))
	c.Add(gold("a b c d e f", "EEEEEE"), labels("OOOOOO")) // too long a phrase
	var got []string
	for _, p := range c.Phrases(1, 0) {
		got = append(got, p.String())
	}
	want := []string{"you know F || 5 4 3", "you know O || 5 4 1", "we E || 7 1 1"}
	if !slices.Equal(got, want) {
		t.Errorf("phrases %q, want %q", got, want)
	}
	if got := c.Phrases(1, 0.5); len(got) != 1 || got[0].Right != 3 {
		t.Errorf("with a share of one half: %v", got)
	}
	if got := c.Phrases(4, 0); len(got) != 0 {
		t.Errorf("right four times: %v", got)
	}
}

func FuzzReadPhrases(f *testing.F) {
	f.Add("you know O || 1144 31 9\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadPhrases(strings.NewReader(text), "p")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WritePhrases(&b, p); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPhrases(&b, "p")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, p) {
			t.Fatalf("%v becomes %v", p, again)
		}
	})
}
