package editterms

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
)

// counted counts text whose punctuation marks are words of their own.
func counted(lines ...string) *PhraseCounter {
	c := &PhraseCounter{}
	for _, line := range lines {
		var words []string
		var ends []bool
		for w := range strings.FieldsSeq(line) {
			if w == "," {
				ends[len(ends)-1] = true
				continue
			}
			words, ends = append(words, w), append(ends, false)
		}
		c.Add(words, ends)
	}
	return c
}

func TestPhrases(t *testing.T) {
	lines := slices.Repeat([]string{"well , you know , the house is red", "of course , you know him"}, 8)
	c := counted(lines...)
	c.AddTerm([]string{"no", "wait"})
	p := c.Phrases()
	for _, x := range []struct {
		phrase         string
		freedom, often int
		listed         bool
	}{
		{"you know", 4, 4, false}, // in 8 of 16 places
		{"of course", 7, 4, false},
		{"the house", 0, 0, false},
		{"the house is red", 7, 4, false},
		{"no wait", 0, 0, true},
		{"never there", 0, 0, false},
	} {
		a := p.of(phraseHash(strings.Fields(x.phrase)))
		if a.freedom() != x.freedom || a.often() != x.often || a.listed() != x.listed {
			t.Errorf("%s: free %d, often %d, listed %v", x.phrase, a.freedom(), a.often(), a.listed())
		}
	}
	for _, x := range []struct {
		word          string
		opens, closes int
	}{{"well", 15, 15}, {"know", 0, 8}, {"you", 15, 0}, {"house", 0, 0}} {
		e := p.word(wordHash(x.word))
		// A word that never stands at a punctuation mark is known all the same.
		if e.opens() != x.opens || e.closes() != x.closes && x.opens+x.closes > 0 {
			t.Errorf("%s: opens %d, closes %d", x.word, e.opens(), e.closes())
		}
	}
	if p.word(wordHash("zebra")) != 0 || p.word(wordHash("house")) == 0 {
		t.Error("words are not known that were there, or known that were not")
	}
}

func TestModelFile(t *testing.T) {
	all := map[uint32]float32{3: 1.5, 9: -2, 1<<31 + 1: 0.25}
	m := &Model{weights.New(all), counted(slices.Repeat([]string{"well , yes"}, 5)...).Phrases(), Least{0.5, 0.75, 0.9}}
	file, err := m.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	back, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	if back.Least() != m.Least() || back.phrases.of(phraseHash([]string{"well"})) != m.phrases.of(phraseHash([]string{"well"})) {
		t.Errorf("least probabilities %v, phrases %v", back.Least(), back.phrases)
	}
	for k, w := range all {
		if got := back.weights.Sum([]uint32{k, 5}); got != float64(w) {
			t.Errorf("key %d has the weight %v, want %v", k, got, w)
		}
	}
	for name, change := range map[string]func(w *container.Writer){
		"no sections": func(*container.Writer) {},
		"no least probabilities": func(w *container.Writer) {
			if err := m.weights.Add(w); err != nil {
				t.Fatal(err)
			}
		},
	} {
		w := container.New(FileKind, FileVersion, "")
		change(w)
		b, _ := w.Bytes()
		if _, err := Unmarshal(b); !errors.Is(err, container.ErrChecksum) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Of repairs that overlap the likeliest are kept, and they come in order.
func TestApartOnly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var all []Found
		for range rng.IntN(8) {
			from := rng.IntN(20)
			term := from + 1 + rng.IntN(3)
			all = append(all, Found{Span: Span{from, term, term + 1 + rng.IntN(2)}, Probability: rng.Float64()})
		}
		given := slices.Clone(all)
		got := apartOnly(all)
		for i := 1; i < len(got); i++ {
			if got[i].From < got[i-1].Repair {
				t.Fatalf("%v overlap", got)
			}
		}
		for _, f := range given {
			if !slices.ContainsFunc(got, func(g Found) bool { return g.From < f.Repair && f.From < g.Repair && g.Probability >= f.Probability }) {
				t.Fatalf("%v of %v is left out, and overlaps none that is likelier", f, given)
			}
		}
	}
}

func TestMark(t *testing.T) {
	s := Span{1, 3, 5}
	labels := make([]data.Label, 6)
	if s.Marked(labels) {
		t.Error("nothing is marked")
	}
	s.Mark(labels)
	if want := []data.Label{data.O, data.E, data.E, data.F, data.F, data.O}; !slices.Equal(labels, want) || !s.Marked(labels) {
		t.Errorf("labels %v, want %v", labels, want)
	}
	labels[3] = data.E
	if !s.Marked(labels) {
		t.Error("a longer reparandum is marked, too")
	}
	labels[1] = data.F
	if s.Marked(labels) {
		t.Error("the reparandum is none")
	}
}
