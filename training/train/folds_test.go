package train_test

import (
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/training/train"
)

// said returns sentences of so many words of each speaker of conversations.
func said(conversations, sentences, words int) []data.Sentence {
	var out []data.Sentence
	for conv := range conversations {
		for _, speaker := range "AB" {
			for range sentences {
				out = append(out, data.Sentence{Conv: conv + 1, Speaker: byte(speaker), Tokens: make([]data.Token, words)})
			}
		}
	}
	return out
}

// Folds keep conversations whole where there are enough of them, and else neighbouring
// sentences; what is the same in several texts is in the same fold.
func TestFolds(t *testing.T) {
	alone := make([]data.Sentence, 7) // of no conversation
	for _, c := range []struct {
		name             string
		texts            [][]data.Sentence
		folds            int
		whole, alternate bool
	}{
		{name: "many conversations", texts: [][]data.Sentence{said(12, 9, 5), said(12, 9, 5)}, folds: 5, whole: true},
		{name: "a handful", texts: [][]data.Sentence{said(3, 90, 8), said(3, 90, 8)}, folds: 5},
		{name: "one side", texts: [][]data.Sentence{said(1, 60, 6)[:60], said(1, 60, 6)[:60]}, folds: 5},
		{name: "some sentences", texts: [][]data.Sentence{said(1, 4, 6), said(1, 4, 6)}, folds: 5},
		{name: "one sentence", texts: [][]data.Sentence{said(1, 1, 6)[:1]}, folds: 1},
		{name: "none of a conversation", texts: [][]data.Sentence{alone, alone}, folds: 5, alternate: true},
		{name: "fluent text beside", texts: [][]data.Sentence{said(6, 9, 5), alone}, folds: 5},
	} {
		got := train.Folds(c.texts...)
		all := slices.Concat(c.texts...)
		if len(got) != len(all) || slices.Max(got)+1 != c.folds {
			t.Errorf("%s: %d folds of %d sentences: %d, of %d", c.name, slices.Max(got)+1, len(got), c.folds, len(all))
			continue
		}
		n := make([]int, c.folds)
		of := make(map[int]int)
		changes := 0
		for i, k := range got {
			n[k]++
			if was, ok := of[all[i].Conv]; c.whole && ok && was != k {
				t.Errorf("%s: conversation %d is in the folds %d and %d", c.name, all[i].Conv, was, k)
			}
			if of[all[i].Conv] = k; i > 0 && got[i-1] != k {
				changes++
			}
		}
		if slices.Min(n) == 0 || slices.Max(n) > 3*slices.Min(n)+2 {
			t.Errorf("%s: the folds have %v sentences", c.name, n)
		}
		if c.name == "a handful" && changes > len(all)/8 {
			t.Errorf("%s: %d sentences begin another fold than the one before, of %d", c.name, changes, len(all))
		}
		if c.alternate && changes != len(all)-1 {
			t.Errorf("%s: neighbours are in the same fold: %v", c.name, got)
		}
		if half := len(got) / 2; len(c.texts) > 1 && len(c.texts[0]) == len(c.texts[1]) && !slices.Equal(got[:half], got[half:]) {
			t.Errorf("%s: the same sentences are in other folds in another text", c.name)
		}
	}
}

// The pieces of a text that is cut another way are in the folds of what they are of.
func TestFoldsOfPieces(t *testing.T) {
	long, short := said(2, 40, 12), said(2, 80, 6)
	got := train.Folds(long, short)
	other := 0
	for i := range long {
		if got[i] != got[len(long)+2*i] {
			other++
		}
	}
	if other > 0 {
		t.Errorf("%d of %d sentences begin in another fold than their first halves", other, len(long))
	}
}
