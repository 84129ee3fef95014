package interruptions_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

// spoken returns a sentence of the words of a text with times. Before a word with "|" there
// is a pause of half a second.
func spoken(text string) *data.Sentence {
	s := bundletest.Sentence(text)
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

// interrupted returns drawn sentences in which speakers pause before they repair what they
// said, and hardly elsewhere.
func interrupted(n int) []data.Sentence {
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
		out[i] = *spoken(text.String())
		out[i].Conv = 1 + i/10
		for w := range edit {
			out[i].Tokens[w].Edit = true
		}
	}
	return out
}

var interruptionPoints = sync.OnceValues(func() ([]byte, error) {
	m, err := interruptions.Train(context.Background(), interrupted(300), quick())
	if err != nil {
		return nil, err
	}
	return m.Marshal("drawn")
})

// drawnModel returns a model of interruption points that was trained on what interrupted
// draws, as a part of a bundle.
func drawnModel(t testing.TB) []byte {
	t.Helper()
	file, err := interruptionPoints()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// withPart returns the default bundle with a file in the place of the model, and the component
// that reads it.
func withPart(t testing.TB, file []byte) *engine.Bundle {
	t.Helper()
	more, err := engine.BuildParts(engine.Manifest{}, map[string][]byte{interruptions.Part: file})
	if err != nil {
		t.Fatal(err)
	}
	return bundletest.Load(t, append(bundle.Default(), more)...).Add(interruptions.Component())
}
