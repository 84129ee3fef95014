package translator

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// side reads a side: "word", "word." (a mark), "word/" or "word./" (a sentence ends).
func side(spec string) *data.Side {
	s := &data.Side{}
	for w := range strings.FieldsSeq(spec) {
		var t data.Token
		if head, ok := strings.CutSuffix(w, "/"); ok {
			w, t.Boundary = head, data.Complete
		}
		if n := len(w) - 1; n > 0 && strings.IndexByte(",.?!;:", w[n]) >= 0 {
			w, t.Punct = w[:n], w[n]
		}
		t.Text = w
		s.Tokens = append(s.Tokens, t)
	}
	return s
}

// reading returns what the default bundle makes of words.
func reading(t testing.TB, text string) *stages.Reading {
	t.Helper()
	words, _ := punct.Words(side(text))
	return bundletest.Default(t).Sentences().Stages().Read(&data.Sentence{Tokens: words})
}

// examples makes a corpus of a tiny language.
func examples(t testing.TB, n int) []*punct.Example {
	t.Helper()
	l := bundletest.Default(t).Sentences().Stages()
	var out []*punct.Example
	for i := range n {
		spec := "do you like it?/ yes, i like it./ and you went home./ "
		if i%2 == 1 {
			spec = "we like it./ do you?/ well, yes i do./ "
		}
		words, g := punct.Words(side(strings.Repeat(spec, 3)))
		out = append(out, &punct.Example{Input: &punct.Input{Reading: l.Read(&data.Sentence{Tokens: words})}, Gold: g, Fold: i % 2, Conv: i})
	}
	return out
}

// checkPredictor checks that a predictor has learned the language.
func checkPredictor(t *testing.T, p punct.Predictor, in []*punct.Example) {
	t.Helper()
	var x punct.Prediction
	p.Predict(&punct.Input{Reading: reading(t, "")}, &x)
	if len(x.Puncts) != 0 {
		t.Errorf("%s: marks of nothing", p.Name())
	}
	for _, e := range in[:2] {
		p.Predict(e.Input, &x)
		if !slices.Equal(x.Puncts, e.Gold.Puncts) {
			t.Errorf("%s: marks %v, want %v", p.Name(), x.Puncts, e.Gold.Puncts)
		}
		for i := range x.Puncts {
			sum := 0.0
			for _, q := range x.Posteriors[i] {
				sum += q
			}
			comma := x.EndCommas[i]
			if sum < 0.999 || sum > 1.001 || x.Ends[i] < 0 || x.Ends[i] > 1.001 || comma < 0 || comma > x.Ends[i]+1e-9 || comma > x.Posteriors[i][data.Comma]+1e-9 {
				t.Fatalf("%s: posteriors %v, end %v, with a comma %v", p.Name(), x.Posteriors[i], x.Ends[i], comma)
			}
		}
	}
}
