package neural_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
)

// Pairs of words that stand again are seen as far as FarSteps say, where fillers do not count;
// networks of old bundles do not look.
func TestFar(t *testing.T) {
	l := bundletest.Default(t).Sentences().Stages()
	for _, c := range []struct {
		between int // other words between the copies
		filler  bool
		want    int // step, -1: none
	}{{4, false, -1}, {6, false, -1}, {7, false, 0}, {9, false, 0}, {10, false, 1}, {14, false, 1}, {15, false, 2}, {23, false, 2}, {24, false, -1}, {9, true, 0}} {
		words := []string{"in", "texas"}
		for i := range c.between {
			words = append(words, "w"+strings.Repeat("x", i))
		}
		fillers := make([]bool, len(words))
		if c.filler {
			words, fillers = append(words, "uh"), append(fillers, true)
		}
		words, fillers = append(words, "in", "texas"), append(fillers, false, false)
		var s data.Sentence
		for _, w := range words {
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		r := l.ReadAs(&s, make([]uint32, len(words)), fillers)
		for _, flags := range []int{neural.NearFlags, neural.NumFlags} {
			in := neural.Fill(r, flags)
			for side, at := range [2]int{0, len(words) - 2} {
				own := in.Flags[in.From[at]:in.From[at+1]]
				for step := range neural.FarSteps {
					want := step == c.want && flags == neural.NumFlags
					if got := slices.Contains(own, int32(neural.FlagFar+side*len(neural.FarSteps)+step)); got != want {
						t.Errorf("%+v, %d flags, word %d, step %d: %v", c, flags, at, step, got)
					}
				}
			}
			if most := slices.Max(in.Flags); int(most) >= flags {
				t.Errorf("%+v: flag %d of %d", c, most, flags)
			}
		}
	}
}

// What Pretrained makes is read again; damage is found.
func TestPretrained(t *testing.T) {
	c := bundletest.TinyNetwork()
	c.Trainer.Passes = 1
	m, err := neural.Train(context.Background(), c, nil, bundletest.Samples(bundletest.Default(t)), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := m.Pretrained()
	again, err := neural.FromPretrained(c, b)
	if err != nil || !slices.Equal(again.Pretrained(), b) {
		t.Errorf("another network: %v", err)
	}
	other := c
	other.Hidden = 64
	for name, x := range map[string]struct {
		c neural.Config
		b []byte
	}{"nothing": {c, nil}, "cut in the vocabulary": {c, b[:50]}, "cut off": {c, b[:len(b)-1]}, "more": {c, append(slices.Clone(b), 1)}, "another shape": {other, b}} {
		if _, err := neural.FromPretrained(x.c, x.b); err == nil {
			t.Errorf("%s is a network", name)
		}
	}
}
