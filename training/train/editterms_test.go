package train_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/wordclass"
	"github.com/tidytalk/tidytalk/training/train"
)

// smallTalk is edited text in which days, towns and numbers stand among the same words,
// and the words of editing terms are used otherwise.
func smallTalk() []data.Sentence {
	rng := rand.New(rand.NewPCG(5, 6))
	days, towns, numbers := strings.Fields("monday tuesday wednesday thursday friday"), strings.Fields("boston denver dallas austin chicago"), strings.Fields("two three four five six seven")
	one := func(words []string) string { return words[rng.IntN(len(words))] }
	var out []data.Sentence
	for range 3000 {
		var text string
		switch rng.IntN(6) {
		case 0:
			text = fmt.Sprintf("let us meet on %s at %s .", one(days), one(numbers))
		case 1:
			text = fmt.Sprintf("we fly from %s to %s on %s .", one(towns), one(towns), one(days))
		case 2:
			text = fmt.Sprintf("i need %s tickets to %s .", one(numbers), one(towns))
		case 3:
			text = fmt.Sprintf("sorry , we can not come on %s .", one(days))
		case 4:
			text = fmt.Sprintf("no , i mean it . i was in %s and %s .", one(towns), one(towns))
		default:
			text = fmt.Sprintf("wait for me in %s . never mind , call me on %s or %s .", one(towns), one(days), one(days))
		}
		var s data.Sentence
		for w := range strings.FieldsSeq(text) {
			if last := len(s.Tokens) - 1; w == "," || w == "." {
				s.Tokens[last].Punct = w[0]
				if w == "." {
					s.Tokens[last].Boundary = data.Complete
				}
				continue
			}
			s.Tokens = append(s.Tokens, data.Token{Text: w})
		}
		out = append(out, s)
	}
	return out
}

// editTermParts are the parts of a small model of repairs with an editing term.
var editTermParts = sync.OnceValues(func() (map[string][]byte, error) {
	ctx := context.Background()
	text := smallTalk()
	tr := wordclass.Trainer{Fine: 24, Coarse: 6, Least: 2, Passes: 20, Workers: 2}
	classes, file, err := train.WordClasses(ctx, tr, nil, text)
	if err != nil {
		return nil, err
	}
	b, err := editTermBase()
	if err != nil {
		return nil, err
	}
	model, err := train.EditTerms(ctx, b.Sentences().Stages(), classes.Classes, goldStory(), text, smallEditTerms(2))
	return map[string][]byte{engine.PartClasses: file, engine.PartEditTerms: model}, err
})

func smallEditTerms(workers int) train.EditTermConfig {
	c := train.DefaultEditTermConfig()
	c.Workers, c.Harm, c.Trainer.Least = workers, 1, 2
	return c
}

func editTermBase() (*engine.Bundle, error) { return bundletest.Default(new(testing.T)), nil }

// editTermBundle returns the default bundle with editTermParts.
func editTermBundle(t *testing.T) *engine.Bundle {
	t.Helper()
	parts, err := editTermParts()
	if err != nil {
		t.Fatal(err)
	}
	file, err := bundletest.Default(t).With(parts)
	if err != nil {
		t.Fatal(err)
	}
	return bundletest.Load(t, file)
}

// Bundles describe the parts, and do without the model where there are no classes.
func TestEditTermParts(t *testing.T) {
	b := editTermBundle(t)
	for _, part := range []string{engine.PartClasses, engine.PartEditTerms} {
		if about, err := b.Describe(part); err != nil || about == "" {
			t.Errorf("%s is described as %q, error %v", part, about, err)
		}
	}
	parts := bundletest.Files(t, b)
	delete(parts, engine.PartClasses)
	alone, err := engine.Build(b.Manifest(), parts)
	if err != nil {
		t.Fatal(err)
	}
	b = bundletest.Load(t, alone)
	if about, err := b.Describe(engine.PartEditTerms); err != nil || !strings.Contains(about, "classes") || b.Sentences().Models().EditTerms != nil {
		t.Errorf("without classes it is described as %q, error %v", about, err)
	}
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Whole(t.Context(), bundletest.Sentence(editTermCases[0].text)); err != nil {
		t.Error(err)
	}
}

var editTermCases = []struct{ text, kept string }{
	{"let us meet on monday i mean friday at five", "let us meet on friday at five"},
	{"we fly from boston to denver no wait to dallas on monday", "we fly from boston to dallas on monday"},
	{"i need two uh sorry five tickets to austin", "i need five tickets to austin"},
	{"let us meet on monday at five", "let us meet on monday at five"},
	{"i was in boston and denver", "i was in boston and denver"},
	{"we can not come on monday", "we can not come on monday"},
}

// Repairs are made in sentences and in streams, and their terms are editing terms.
func TestEditTerms(t *testing.T) {
	b := editTermBundle(t)
	for _, confidence := range []float64{0, 0.01} {
		o := pipeline.Options{}
		o.Confidence = confidence
		p, err := pipeline.New(b, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range editTermCases {
			s := bundletest.Sentence(c.text)
			for name, label := range map[string]func() (pipeline.Outcome, error){
				"sentence": func() (pipeline.Outcome, error) { return p.Sentence(t.Context(), s, false) },
				"stream":   func() (pipeline.Outcome, error) { return p.Whole(t.Context(), s) },
			} {
				out, err := label()
				if err != nil || out.Problem != nil {
					t.Fatal(err, out.Problem)
				}
				if got := bundletest.Kept(s, out.Decisions); got != c.kept {
					t.Errorf("%s as a %s: %q, want %q", c.text, name, got, c.kept)
				}
				for i, d := range out.Decisions {
					if s.Tokens[i].Text == "mean" && d.Kind != data.EditingTerm {
						t.Errorf("%s as a %s: mean is of kind %v", c.text, name, d.Kind)
					}
					if confidence > 0 && d.Label != data.O && d.Confidence < 0.3 {
						t.Errorf("%s as a %s: %s is removed with a confidence of %v", c.text, name, s.Tokens[i].Text, d.Confidence)
					}
				}
			}
		}
	}
}

// Decoders may do without repairs with an editing term, and traces show them.
func TestEditTermsAreTraced(t *testing.T) {
	b := editTermBundle(t)
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := bundletest.Sentence(editTermCases[0].text)
	traces, err := p.Trace(t.Context(), s, "")
	if err != nil || traces[0].Clean != editTermCases[0].kept {
		t.Fatalf("traced as %q, error %v", traces[0].Clean, err)
	}
	var o pipeline.Options
	o.Decoder.Without = []string{"correction-marker", "corrections"}
	if p, err = pipeline.New(b, o); err != nil {
		t.Fatal(err)
	}
	if traces, err = p.Trace(t.Context(), s, ""); err != nil || strings.Join(traces[0].Features, " ") == "" || strings.Contains(strings.Join(traces[0].Features, " "), "corrections") {
		t.Errorf("without: features %v, error %v", traces[0].Features, err)
	}
}

// The model does not depend on the number of workers, and there must be examples.
func TestEditTermsTraining(t *testing.T) {
	parts, err := editTermParts()
	if err != nil {
		t.Fatal(err)
	}
	classes, err := wordclass.Unmarshal(parts[engine.PartClasses])
	if err != nil {
		t.Fatal(err)
	}
	l := bundletest.Default(t).Sentences().Stages()
	if !testing.Short() { // one run shows the race detector all
		again, err := train.EditTerms(t.Context(), l, classes, goldStory(), smallTalk(), smallEditTerms(1))
		if err != nil || !bytes.Equal(again, parts[engine.PartEditTerms]) {
			t.Errorf("another model with one worker, error %v", err)
		}
	}
	c := smallEditTerms(1)
	c.Artificial = 0
	if _, err := train.EditTerms(t.Context(), l, classes, nil, smallTalk(), c); !errors.Is(err, editterms.ErrNoExamples) {
		t.Errorf("without repairs: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := train.EditTerms(ctx, l, classes, nil, smallTalk(), smallEditTerms(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}
