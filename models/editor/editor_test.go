package editor

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// textOf makes a text of words with marks: "yeah, we left."
func textOf(s string) Text {
	var t Text
	for _, w := range strings.Fields(s) {
		mark := data.NoMark
		switch w[len(w)-1] {
		case ',':
			mark = data.CommaMark
		case '.':
			mark = data.PeriodMark
		case '?':
			mark = data.QuestionMark
		case '-':
			mark = data.DashMark
		}
		w = strings.TrimRight(w, ",.?-")
		t.Words, t.Tags, t.After = append(t.Words, w), append(t.Tags, "UH"), append(t.After, mark)
		t.Gap, t.Kinds = append(t.Gap, 0), append(t.Kinds, data.NoKind)
	}
	return t
}

// examples are turns from which an editor takes out "yeah" that opens a sentence, "right" that ends one, and what is left before "-".
func examples(n int) []Example {
	r := rand.New(rand.NewPCG(1, 2))
	verbs, nouns := []string{"saw", "left", "took", "met", "had"}, []string{"it", "them", "tea", "him", "work"}
	var out []Example
	for i := range n {
		body := "we " + verbs[r.IntN(5)] + " " + nouns[r.IntN(5)]
		s, gone := body+".", 0
		switch r.IntN(4) {
		case 0:
			s, gone = "yeah, "+s, 1<<0
		case 1:
			s, gone = body+", right?", 1<<3
		case 2:
			s, gone = "they "+verbs[r.IntN(5)]+"- "+s, 1<<0|1<<1
		}
		e := Example{Text: textOf(s), Group: i % 5}
		for k := range e.Words {
			e.Gone = append(e.Gone, gone>>k&1 == 1)
		}
		out = append(out, e)
	}
	return out
}

func trained(t *testing.T, workers int) (*Model, []Held) {
	t.Helper()
	tr := DefaultTrainer()
	tr.Workers, tr.Least, tr.Often = workers, 10, 40
	m, held, err := tr.Train(t.Context(), examples(400))
	if err != nil {
		t.Fatal(err)
	}
	return m, held
}

func all(p float64) (s data.Shares) {
	s.Set(data.Editorial, p)
	return s
}

func TestModelLearns(t *testing.T) {
	m, held := trained(t, 2)
	for _, c := range []struct {
		text string
		want []Stretch
	}{
		{"we saw them.", nil},
		{"yeah, we took it.", []Stretch{{From: 0, To: 1, Kind: data.Openers}}},
		{"we met him, right?", []Stretch{{From: 3, To: 4, Kind: data.TagQuestions}}},
		{"they had- we met them.", []Stretch{{From: 0, To: 2, Kind: data.FalseStarts}}},
	} {
		x := textOf(c.text)
		got := m.Removed(&x, nil, all(0.5), nil)
		for i := range got {
			if got[i].Probability < 0.9 || got[i].Probability > 1 {
				t.Errorf("%q: %v", c.text, got[i])
			}
			got[i].Probability = 0
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
		if got := m.Removed(&x, nil, data.Shares{}, nil); len(got) > 0 {
			t.Errorf("%q: %v though no kind is looked for", c.text, got)
		}
	}
	right, taken := 0, 0
	for _, h := range held {
		if h.Probability >= 0.5 {
			right, taken = right+h.Gone, taken+h.All
		}
	}
	if taken < 300 || float64(right) < 0.95*float64(taken) {
		t.Errorf("of %d words taken out that models have not seen %d are right", taken, right)
	}
}

func TestFileAndWorkers(t *testing.T) {
	var files [][]byte
	for _, workers := range []int{1, 3} {
		m, _ := trained(t, workers)
		file, err := m.Marshal("made by a test")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the model depends on the number of workers")
	}
	m, err := Unmarshal(files[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Marshal("made by a test")
	if err != nil || !bytes.Equal(again, files[0]) {
		t.Errorf("a model that was read is written otherwise (%v)", err)
	}
	for _, at := range []int{0, 10, len(files[0]) / 2, len(files[0]) - 1} {
		broken := slices.Clone(files[0])
		broken[at] ^= 0x40
		if _, err := Unmarshal(broken); err == nil {
			t.Errorf("a file that is broken at byte %d is read", at)
		}
	}
}

// A word of several tokens goes whole or not at all, stretches are in order and do not touch the ends of sentences from within.
func TestStretches(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	m := &Model{phrases: phrases{"a": true, "b c": true}}
	for range 2000 {
		n := 1 + r.IntN(12)
		x := textOf(strings.TrimSpace(strings.Repeat("a ", n)))
		for i := range x.Words {
			x.Words[i] = []string{"a", "b", "c", "d"}[r.IntN(4)]
		}
		p, joined := make([]float64, n), make([]bool, n)
		for i := range n {
			p[i] = r.Float64() * r.Float64()
			joined[i] = i > 0 && r.IntN(4) == 0
			if r.IntN(4) == 0 {
				x.After[i] = data.PeriodMark
			}
		}
		end := 0
		for _, s := range m.stretches(&x, p, joined) {
			if s.From < end || s.To <= s.From || joined[s.From] || s.To < n && joined[s.To] {
				t.Fatalf("%v of %v %v", s, p, joined)
			}
			if s.Probability < leastWord || s.Probability > 1 {
				t.Fatalf("%v of %v", s, p)
			}
			if s.Kind&data.Editorial == 0 || s.Kind&(s.Kind-1) != 0 {
				t.Fatalf("kind %v", s.Kind)
			}
			if words := x.Words[s.From:s.To]; s.Kind != data.FalseStarts && !m.phrases.made(words) {
				t.Fatalf("%q, which no editor takes out, is %v", words, s.Kind)
			}
			end = s.To
		}
	}
}

// What says something stays, however probable: only phrases that editors take out are openers, tags or hedges, and only what
// is broken off is a false start.
func TestOnlyPhrases(t *testing.T) {
	m := &Model{phrases: phrases{"yeah": true, "you know": true}}
	for _, c := range []struct {
		text string
		p    []float64
		want []Stretch
	}{
		{"yeah it left.", []float64{.9, .9, .2}, []Stretch{{0, 1, data.Openers, .9}}},
		{"get rid of it.", []float64{0, .8, .8, .8}, nil},
		{"get rid of it, you know?", []float64{0, .8, .8, .8, .8, .8}, []Stretch{{4, 6, data.TagQuestions, .8}}},
		{"they went to- we left.", []float64{.8, .8, .8, 0, 0}, []Stretch{{0, 3, data.FalseStarts, .8}}},
		{"they went to them.", []float64{.8, .8, 0, 0}, nil},
		{"that is yeah.", []float64{0, 0, .8}, nil},
		{"yeah we know.", []float64{.8, .8, .8}, []Stretch{{0, 1, data.Openers, .8}}},
		{"yeah.", []float64{.8}, []Stretch{{0, 1, data.Listening, .8}}},
	} {
		x := textOf(c.text)
		got := m.stretches(&x, c.p, nil)
		for i := range got {
			got[i].Probability = math.Round(got[i].Probability*1e6) / 1e6
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}

func TestIsotonic(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var of []Held
	for range 3000 {
		p := r.Float64()
		h := Held{Stretch: Stretch{Probability: p, Kind: data.Openers}, All: 1}
		if r.Float64() < p*p { // too sure of itself
			h.Gone = 1
		}
		of = append(of, h)
	}
	c := calibrated(of, 50)
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	for _, p := range []float64{0.2, 0.5, 0.8} {
		if got := c.of(data.Openers, p); got < p*p-0.07 || got > p*p+0.07 {
			t.Errorf("%v is %.3f, not about %.3f", p, got, p*p)
		}
	}
	if got := c.of(data.Hedges, 0.3); got != 0.3 {
		t.Errorf("a kind of which nothing is known is calibrated: %v", got)
	}
}

func TestNothingToLearn(t *testing.T) {
	one := examples(20)
	for i := range one {
		one[i].Group = 0
	}
	for _, in := range [][]Example{nil, one} {
		if _, _, err := DefaultTrainer().Train(t.Context(), in); err == nil || !strings.Contains(err.Error(), "two at least") {
			t.Errorf("%d examples: %v", len(in), err)
		}
	}
}
