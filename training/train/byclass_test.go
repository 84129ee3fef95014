package train_test

import (
	"errors"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/training/train"
)

func TestScoreByClass(t *testing.T) {
	without := bundletest.Load(t, bundle.Default()[0])
	if _, err := train.ScoreByClass(t.Context(), without.Sentences(), nil, 1); !errors.Is(err, engine.ErrNoExperts) {
		t.Errorf("%v", err)
	}
	var sentences []data.Sentence
	words, edits := 0, 0
	for _, s := range bundletest.Lines() {
		for j := range s.Tokens {
			if j+1 < len(s.Tokens) && s.Tokens[j].Text == s.Tokens[j+1].Text {
				s.Tokens[j].Edit = true
				edits++
			}
		}
		words += len(s.Tokens)
		sentences = append(sentences, *s)
	}
	e := bundletest.Default(t).Sentences()
	got, err := train.ScoreByClass(t.Context(), e, sentences, 2)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(e.Experts().Trained()); len(got.Classes) != n {
		t.Errorf("%d classes, want %d", len(got.Classes), n)
	}
	if c := got.Baseline; c.TP+c.FN != edits || c.TP == 0 {
		t.Errorf("the baseline has %+v of %d edit words", c, edits)
	}
	if c := got.Combined; c.TP+c.FN != edits || c.TP == 0 {
		t.Errorf("the experts have %+v of %d edit words", c, edits)
	}
	// Each word has one expert, whose count it is in.
	inBaseline, inExperts := 0, 0
	for _, c := range got.Classes {
		inBaseline += c.Baseline.TP + c.Baseline.FP
		inExperts += c.Expert.TP + c.Expert.FP
		if c.All.TP+c.All.FN != edits {
			t.Errorf("the expert for %v has %+v of %d edit words", c.Class, c.All, edits)
		}
	}
	if inBaseline > got.Baseline.TP+got.Baseline.FP || inExperts > got.Combined.TP+got.Combined.FP {
		t.Errorf("%+v: words are in several classes", got)
	}
}
