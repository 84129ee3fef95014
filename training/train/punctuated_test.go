package train

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// readTurns reads turns of text from a file that the test writes.
func readTurns(t *testing.T, source string, lines ...string) []Punctuated {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("A\t" + l + "\n\n")
	}
	if err := os.WriteFile(filepath.Join(dir, source+".train.txt"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	turns, err := ReadPunctuated([]string{dir}, []string{source}, 1000, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

// A line is a turn, whatever is disfluent in it, with its punctuation and case.
func TestReadPunctuated(t *testing.T) {
	turns := readTurns(t, "talks", "Well, uh, I I met Ann -- you know. Is NASA far? Yes!", "No marks at all here")
	if len(turns) != 1 {
		t.Fatalf("%d turns", len(turns))
	}
	s := punctuatedStream{}
	s.add(&turns[0])
	type word struct {
		text string
		mark neural.Mark
		of   truecase.Case
	}
	var got []word
	for i, w := range s.words.Tokens {
		got = append(got, word{w.Text, s.marks[i], s.cases[i]})
		if s.unmarked[i] != (w.Text == "ann") {
			t.Errorf("%s: unmarked is %v", w.Text, s.unmarked[i])
		}
	}
	const no = truecase.Unknown
	want := []word{
		{"well", neural.Comma, no}, {"uh", neural.Comma, truecase.Lower}, {"i", 0, truecase.Title}, {"i", 0, truecase.Title}, {"met", 0, truecase.Lower}, {"ann", 0, truecase.Title},
		{"you", 0, no}, {"know", neural.EndPeriod, truecase.Lower},
		{"is", 0, no}, {"nasa", 0, truecase.Upper}, {"far", neural.EndQMark, truecase.Lower}, {"yes", neural.EndPeriod, no},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	if weak := readTurns(t, "topicalchat", "I met Ann."); !weak[0].Uncased {
		t.Error("the case of a source that leaves capitals out is learned from")
	}
	if _, err := ReadPunctuated([]string{t.TempDir()}, []string{"none"}, 10, 0, false); err == nil {
		t.Error("a source that is not there is read")
	}
}

func TestPunctuatedSides(t *testing.T) {
	sides := PunctuatedSides(readTurns(t, "talks", "Well, is it far? No!", "That is all; done."))
	var got []string
	for _, s := range sides {
		text := ""
		for _, w := range s.Tokens {
			text += " " + w.Text
			if w.Punct != 0 {
				text += string(w.Punct)
			}
			if w.Boundary != data.NoBoundary {
				text += "/"
			}
		}
		got = append(got, text)
		if s.Talk.Words != 9 {
			t.Errorf("the talk around has %d words", s.Talk.Words)
		}
	}
	if want := []string{" well, is it far?/ no./", " that is all, done./"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Samples of turns have the words of all of them, in streams of one or of several, half of
// them with times; they do not depend on the number of workers.
func TestPunctuatedSamples(t *testing.T) {
	var lines []string
	for range 60 {
		lines = append(lines, "We met Ann, who was late. Is it far?")
	}
	turns := readTurns(t, "talks", lines...)
	e := bundletest.Default(t).Sentences()
	said := side("so, we met. did you see it? no, we went.")
	for i := range said.Tokens {
		said.Tokens[i].Start, said.Tokens[i].End, said.Tokens[i].Timed = float64(i), float64(i)+0.75, true
	}
	samples := PunctuatedSamples(e, turns, []data.Side{said}, 1, 100, 2)
	words, timed, single := 0, 0, 0
	for i, s := range samples {
		n := s.Reading.Len()
		words += n
		if s.Group != 100+i || s.Kind != neural.Punctuated || len(s.Marks) != n || len(s.Cases) != n || len(s.Unmarked) != n {
			t.Fatalf("sample %d: %+v", i, s)
		}
		if s.Reading.TurnBegins(0) != s.Reading.TurnEnds(n-1) {
			t.Errorf("sample %d opens a turn or closes one", i)
		}
		if s.Reading.TurnBegins(0) {
			single++
		}
		if !math.IsNaN(s.Reading.End(0)) {
			timed++
			for k := 1; k < n; k++ {
				if d := s.Reading.Start(k) - s.Reading.End(k-1); math.Abs(d-0.25) > 1e-6 {
					t.Fatalf("a pause of %v", d)
				}
			}
		}
	}
	if words != 60*9 || single != 30 || timed < len(samples)/4 || timed > len(samples)*3/4 {
		t.Errorf("%d words, %d of %d samples with times, %d of one turn", words, timed, len(samples), single)
	}
	for i, s := range PunctuatedSamples(e, turns, []data.Side{said}, 1, 100, 1) {
		if s.Reading.Len() != samples[i].Reading.Len() || !reflect.DeepEqual(s.Marks, samples[i].Marks) {
			t.Fatalf("sample %d depends on the workers", i)
		}
	}
}

// Without a corpus that has times text gets none.
func TestPausesWithoutTimes(t *testing.T) {
	s := side("so we met.")
	for i := range s.Tokens {
		s.Tokens[i].Timed = false
	}
	words := s.Tokens
	newPauses([]data.Side{s}).apply(words, make([]neural.Mark, len(words)), nil, rand.New(rand.NewPCG(1, 1)))
	for _, w := range words {
		if w.Timed {
			t.Errorf("%s has times", w.Text)
		}
	}
}

// Sides that get times have pauses of those of the corpus at their marks; the same seed draws the same, and
// what is given keeps none. Partial words, which have no mark of their own, have no time either.
func TestPausesTimed(t *testing.T) {
	said := side("so we met, did you? no. yes.")
	at := 0.0
	for i := range said.Tokens {
		w := &said.Tokens[i]
		w.Start, w.End, w.Timed = at, at+0.25, true
		at = w.End + 0.125
		if w.Punct != 0 {
			at = w.End + 1
		}
	}
	given := side("we went home, she sle- slept. why?")
	for i := range given.Tokens {
		given.Tokens[i].Timed = false
	}
	p := newPauses([]data.Side{said})
	one, again := p.timed([]data.Side{given}, 7), p.timed([]data.Side{given}, 7)
	if !reflect.DeepEqual(one, again) {
		t.Error("the same seed draws other times")
	}
	last := -1
	for i, w := range one[0].Tokens {
		if given.Tokens[i].Timed {
			t.Fatal("what was given has times")
		}
		if w.Timed == w.Partial() {
			t.Fatalf("%s has times: %v", w.Text, w.Timed)
		}
		if !w.Timed {
			continue
		}
		if last >= 0 {
			want := 0.125
			if one[0].Tokens[last].Punct != 0 {
				want = 1
			}
			if got := w.Start - one[0].Tokens[last].End; math.Abs(got-want) > 1e-9 {
				t.Errorf("a pause of %v before %s, not %v", got, w.Text, want)
			}
		}
		last = i
	}
}
