package adapt

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// pauses returns sentences with a word that somebody takes for a filler, and repeated words.
func pauses(n int) []data.Side {
	r := rand.New(rand.NewPCG(5, 6))
	s := data.Side{Conv: 1, Speaker: 'A'}
	for range n {
		for _, w := range strings.Fields("we were there eh bien on a " + []string{"monday", "friday", "train", "boat"}[r.IntN(4)]) {
			x := data.Token{Text: w}
			if w == "eh" || w == "bien" {
				x.Kind = data.DiscourseMarker
			}
			s.Tokens = append(s.Tokens, x)
			if w == "a" && r.IntN(2) == 0 {
				s.Tokens[len(s.Tokens)-1].Edit = true
				s.Tokens = append(s.Tokens, data.Token{Text: w})
			}
		}
		s.Tokens[len(s.Tokens)-1].Boundary = data.Complete
	}
	return []data.Side{s}
}

// The last steps are undone as long as something is done worse; where it is nothing but harm,
// nothing is left.
func TestJudgeUndoes(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it trains more than once; training/train has the race detector over networks and confidence")
	}
	x, err := newTask(t.Context(), bundletest.Default(t), pauses(240), Options{Seed: 1, Workers: 2, Time: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	out := &Result{}
	if err := x.step(StepEdit, out); err != nil {
		t.Fatal(err)
	}
	if len(x.taken) != 2 || !out.Steps[0].Taken {
		t.Fatalf("the step was refused: %+v", out.Steps)
	}
	good := x.taken[1]
	// A step that misses every edit word, as models have labelled it.
	bad := good
	bad.full, bad.scores, bad.again, bad.tried = &version{good.full.Bundle, good.full.parts}, maps.Clone(good.scores), good.again+1, 2
	bad.scores[engine.Sentences] = slices.Clone(good.scores[engine.Sentences])
	for i := range bad.scores[engine.Sentences] {
		c := &bad.scores[engine.Sentences][i].Edit
		c.TP, c.FN = 0, c.FN+c.TP
	}
	x.again = append(x.again, nil)
	x.taken, x.full, x.scores = append(x.taken, bad), bad.full, bad.scores
	out.Steps = append(out.Steps, StepScore{Step: StepStreamEdit, Taken: true})
	if err := x.judge(out); err != nil {
		t.Fatal(err)
	}
	if x.full != good.full || len(x.again) != 1 || out.Why != "" || !out.Steps[0].Taken {
		t.Errorf("after the bad step is undone: %d again, %q, %+v", len(x.again), out.Why, out.Steps)
	}
	if s := out.Steps[1]; s.Taken || !strings.Contains(s.Why, "edit words of sentences are done worse") {
		t.Errorf("the bad step: %+v", s)
	}
	if f := out.Forms[0]; f.After.Filler.F1() <= f.Before.Filler.F1() {
		t.Errorf("what is judged is not what is left: %+v", f)
	}

	// Now the good one does harm, too.
	x.taken[1].scores = bad.scores
	out = &Result{Steps: []StepScore{{Step: StepEdit, Taken: true}}}
	if err := x.judge(out); err != nil {
		t.Fatal(err)
	}
	if len(x.full.parts) != 0 || len(x.again) != 0 || out.Why == "" || out.Steps[0].Taken {
		t.Errorf("with nothing but harm: %d parts, %q, %+v", len(x.full.parts), out.Why, out.Steps)
	}
}
