package bundletest

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

// Spoken returns a sentence of the words of a text with times. Before a word with "|" there
// is a pause of half a second.
func Spoken(text string) *data.Sentence {
	s := Sentence(text)
	now := 0.0
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if head, ok := strings.CutPrefix(t.Text, "|"); ok {
			t.Text = head
			now += 0.5
		}
		t.Timed, t.Start, t.End = true, now, now+0.2
		now = t.End
	}
	return s
}

// Interrupted returns drawn sentences in which speakers pause before they repair what they
// said, and hardly elsewhere.
func Interrupted(n int) []data.Sentence {
	r := rand.New(rand.NewPCG(5, 5))
	out := make([]data.Sentence, n)
	for i := range out {
		var text strings.Builder
		edit := make(map[int]bool)
		for w := range 8 {
			if w > 0 && w < 7 && r.IntN(8) == 0 {
				edit[w-1] = true
				text.WriteString("|")
			} else if r.IntN(40) == 0 {
				text.WriteString("|")
			}
			text.WriteString("word ")
		}
		out[i] = *Spoken(text.String())
		out[i].Conv = 1 + i/10
		for w := range edit {
			out[i].Tokens[w].Edit = true
		}
	}
	return out
}

var interruptionPoints = sync.OnceValues(func() ([]byte, error) {
	c := interruptions.DefaultConfig()
	c.Net = classify.NetOptions{Shape: []int{0, 4, 0}, Seed: 1}
	m, err := interruptions.Train(context.Background(), Interrupted(300), c)
	if err != nil {
		return nil, err
	}
	return m.Marshal("drawn")
})

// Interruptions returns a model of interruption points that was trained on Interrupted, as a
// part of a bundle.
func Interruptions(t testing.TB) []byte {
	t.Helper()
	file, err := interruptionPoints()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var withInterruptions = sync.OnceValues(func() (*engine.Bundle, error) {
	file, err := interruptionPoints()
	if err != nil {
		return nil, err
	}
	more, err := engine.BuildParts(engine.Manifest{}, map[string][]byte{engine.PartVoiceRepairs: file})
	if err != nil {
		return nil, err
	}
	return engine.Load(append(bundle.Default(), more)...)
})

// WithInterruptions returns the default bundle with the model of Interruptions.
func WithInterruptions(t testing.TB) *engine.Bundle {
	t.Helper()
	b, err := withInterruptions()
	if err != nil {
		t.Fatal(err)
	}
	return b
}
