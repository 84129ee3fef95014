package adapt_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// own returns n sentences of somebody to whom "and" and "so" at the beginning are no fillers,
// and who has a filler of their own.
func own(n int) []data.Side {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	s := data.Side{Conv: 1, Name: "own", Speaker: 'A'}
	for range n {
		add := func(text string, kind data.Kind, edit bool) {
			for w := range strings.FieldsSeq(text) {
				s.Tokens = append(s.Tokens, data.Token{Text: w, Kind: kind, Edit: edit})
			}
		}
		add(pick("And", "So", "And so", "But", "Then"), data.NoKind, false)
		if r.IntN(3) == 0 {
			add("uh", data.FilledPause, false)
		}
		who := pick("we", "they", "you", "the people", "the kids")
		if r.IntN(3) == 0 {
			add(who, data.NoKind, true)
		}
		add(who+" "+pick("saw", "took", "want", "have", "like"), data.NoKind, false)
		if r.IntN(2) == 0 {
			add("eh bien", data.DiscourseMarker, false)
		}
		add(pick("a house", "the old car", "some water", "that book", "it"), data.NoKind, false)
		add(pick("today", "there", "again", "at home", "in the city"), data.NoKind, false)
		last := &s.Tokens[len(s.Tokens)-1]
		last.Punct, last.Boundary = '.', data.Complete
	}
	return []data.Side{s}
}

func quick() adapt.Options {
	return adapt.Options{Seed: 1, Workers: 2, Time: time.Second}
}

func adapted(t *testing.T, sides []data.Side, o adapt.Options) *adapt.Result {
	t.Helper()
	r, err := adapt.Adapt(context.Background(), bundletest.Default(t), sides, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is gained is in the bundle, and the same whatever the number of goroutines.
func TestAdapt(t *testing.T) {
	sides := own(drawn.Few(240, 150))
	o := quick()
	// The goroutines that train networks, and score, are those of other packages.
	o.Steps = []adapt.Step{adapt.StepEdit, adapt.StepConfidence, adapt.StepNetwork}[:drawn.Few(3, 1)]
	r := adapted(t, sides, o)
	if r.Bundle == nil {
		t.Fatalf("nothing was gained: %s", r.Why)
	}
	for _, f := range r.Forms {
		t.Logf("%s: edit %.3f %.3f, fillers %.3f %.3f", f.Form, f.Before.Edit.F1(), f.After.Edit.F1(), f.Before.Filler.F1(), f.After.Filler.F1())
	}
	if o.Workers = 3; !testing.Short() { // one run shows the race detector all
		if again := adapted(t, sides, o); !bytes.Equal(again.Bundle, r.Bundle) || again.Fillers != r.Fillers {
			t.Error("three goroutines make another bundle than two")
		}
	}
	b, err := engine.Load(r.Bundle)
	if err != nil {
		t.Fatal(err)
	}
	base := bundletest.Default(t).Manifest()
	if m := b.Manifest(); m.Licence != base.Licence || !strings.Contains(m.Description, "Adapted from version "+base.Version) {
		t.Errorf("the manifest is %q, %q", m.Licence, m.Description)
	}
	if f := r.Forms[0]; f.Form != engine.Sentences || f.After.Filler.F1() < f.Before.Filler.F1()+0.2 || f.Filler > 0.05 {
		t.Errorf("%s: fillers %v, %v before, p %v", f.Form, f.After.Filler, f.Before.Filler, f.Filler)
	}
	if _, err := fillers.Parse(r.Fillers, "found"); err != nil {
		t.Errorf("the lines for a list of fillers: %v", err)
	}
}

// Fillers are learned though the labels of edit words mean nothing.
func TestAdaptOneKind(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it trains more than once; training/train has the race detector over networks and confidence")
	}
	sides := own(240)
	r := rand.New(rand.NewPCG(5, 9))
	for i := range sides[0].Tokens {
		if x := &sides[0].Tokens[i]; x.Kind == data.NoKind {
			x.Edit = r.IntN(20) == 0 || x.Edit && r.IntN(3) > 0
		}
	}
	o := quick()
	o.Steps = []adapt.Step{adapt.StepEdit}
	out := adapted(t, sides, o)
	if out.Bundle == nil {
		t.Fatalf("nothing was gained: %s", out.Why)
	}
	for _, f := range out.Forms {
		t.Logf("%s: edit %.3f %.3f (p %.3f), fillers %.3f %.3f", f.Form, f.Before.Edit.F1(), f.After.Edit.F1(), f.Edit, f.Before.Filler.F1(), f.After.Filler.F1())
		if f.After.Edit.F1() < f.Before.Edit.F1()-0.02 {
			t.Errorf("%s: edit words are done worse, from %.3f to %.3f", f.Form, f.Before.Edit.F1(), f.After.Edit.F1())
		}
	}
	if f := out.Forms[0]; f.After.Filler.F1() < f.Before.Filler.F1()+0.1 {
		t.Errorf("fillers %v, %v before", f.After.Filler, f.Before.Filler)
	}
}

// Labels that mean nothing teach nothing, and neither do those that the models know.
func TestAdaptRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it trains more than once; training/train has the race detector over networks and confidence")
	}
	o := quick()
	o.Steps = []adapt.Step{adapt.StepNetwork, adapt.StepEdit}
	shuffled := own(240)
	x := shuffled[0].Tokens
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(x), func(i, j int) {
		x[i].Kind, x[j].Kind, x[i].Edit, x[j].Edit = x[j].Kind, x[i].Kind, x[j].Edit, x[i].Edit
	})
	for name, sides := range map[string][]data.Side{"shuffled": shuffled, "known": known(t, own(240))} {
		if r := adapted(t, sides, o); r.Bundle != nil || r.Why == "" {
			t.Errorf("%s labels gain: %+v", name, r.Forms)
		}
	}
}

// known returns sides with the labels that the models give them.
func known(t *testing.T, sides []data.Side) []data.Side {
	p, err := pipeline.New(bundletest.Default(t), pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	side := &sides[0]
	at := 0
	for _, s := range side.Sentences() {
		o, err := p.Sentence(context.Background(), &s, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range o.Decisions {
			x := &side.Tokens[at]
			x.Punct = 0 // in which form the models would say something else
			x.Kind, x.Edit = data.NoKind, d.Label == data.E
			if d.Label == data.F {
				x.Kind = data.DiscourseMarker
			}
			at++
		}
	}
	return sides
}

func TestAdaptTooFew(t *testing.T) {
	plain := own(200)
	for i := range plain[0].Tokens {
		plain[0].Tokens[i].Kind, plain[0].Tokens[i].Edit = data.NoKind, false
	}
	unlabelled := own(200)
	unlabelled[0].Unlabelled = true
	for name, x := range map[string]struct {
		sides []data.Side
		want  adapt.TooFewError
		says  string
	}{
		"none":       {nil, adapt.TooFewError{}, "no sentences"},
		"unlabelled": {unlabelled, adapt.TooFewError{}, "no sentences"},
		"few":        {own(40), adapt.TooFewError{Sentences: 40}, "40 labelled sentences are too few"},
		"fluent":     {plain, adapt.TooFewError{Sentences: 200}, "0 edit words and fillers"},
	} {
		_, err := adapt.Adapt(context.Background(), bundletest.Default(t), x.sides, quick())
		var few *adapt.TooFewError
		if !errors.As(err, &few) || few.Sentences != x.want.Sentences || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Text that nobody has annotated is learned from.
func TestAdaptUnlabelled(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains a network twice")
	}
	o := quick()
	o.Steps = []adapt.Step{adapt.StepNetwork, adapt.StepUnlabelled}
	o.Unlabelled = own(60)
	o.Unlabelled[0].Unlabelled = true
	before := slices.Clone(o.Unlabelled[0].Tokens)
	r := adapted(t, own(200), o)
	if len(r.Steps) != 2 || r.Steps[1].Step != adapt.StepUnlabelled {
		t.Errorf("steps %+v", r.Steps)
	}
	if r.Sentences != 200 {
		t.Errorf("learned from %d sentences", r.Sentences)
	}
	for i, x := range o.Unlabelled[0].Tokens {
		if x.Kind != before[i].Kind || x.Edit != before[i].Edit {
			t.Fatal("the text of the caller was changed")
		}
	}
}

func TestAdaptCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := adapt.Adapt(ctx, bundletest.Default(t), own(200), quick()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
