package pipeline_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/progress"
)

// story returns a long stream in parts, some of which open turns.
func story(words int) (all []data.Token, parts []data.Sentence) {
	tokens := bundletest.Sentence(strings.ReplaceAll(bundletest.Story, "\n", " ")).Tokens
	for len(all) < words {
		from := len(all)
		all = append(all, tokens...)
		parts = append(parts, data.Sentence{Tokens: all[from:len(all):len(all)], Opens: len(parts)%3 == 1})
	}
	return all, parts
}

// However many goroutines there are, the decisions are the same.
func TestAhead(t *testing.T) {
	for _, look := range []int{5, 40} {
		p := newPipeline(t, pipeline.Options{LookAhead: look})
		tokens, parts := story(drawn.Few(3000, 600))
		run := func(jobs int) []data.Decision {
			ctx := parallel.With(t.Context(), parallel.NewCrew(jobs))
			out := make([]data.Decision, len(tokens))
			problem, err := p.WholeOf(ctx, data.Talk{}, slices.Values(parts), func(i int) *data.Decision { return &out[i] })
			if err != nil || problem != nil {
				t.Fatal(err, problem)
			}
			return out
		}
		want := run(1)
		for _, jobs := range []int{2, 3, 8} {
			got := run(jobs)
			for i := range want {
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Fatalf("look-ahead %d, %d jobs: word %d, %q: %+v, alone %+v", look, jobs, i, tokens[i].Text, got[i], want[i])
				}
			}
		}
	}
}

// When the context ends, or anybody panics, all goroutines end, too.
func TestAheadEnds(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LookAhead: 5})
	_, parts := story(2000)
	out := make([]data.Decision, 4000)
	decision := func(i int) *data.Decision { return &out[i] }
	for _, jobs := range []int{1, 3} {
		crew := parallel.NewCrew(jobs)
		free := func(when string) {
			t.Helper()
			n := 0 // of those whom the crew gives when all are asked
			stop := make(chan struct{})
			var tasks []*parallel.Task
			for task := crew.Go(func() { <-stop }); task != nil; task = crew.Go(func() { <-stop }) {
				tasks = append(tasks, task)
				n++
			}
			close(stop)
			for _, task := range tasks {
				task.Wait()
			}
			if n != jobs-1 {
				t.Errorf("%d jobs: %s, %d of the crew are free", jobs, when, n)
			}
		}
		ctx, cancel := context.WithCancel(parallel.With(t.Context(), crew))
		after := 3
		ctx = progress.With(ctx, func(float64) {
			if after--; after == 0 {
				cancel()
			}
		})
		if _, err := p.WholeOf(ctx, data.Talk{}, slices.Values(parts), decision); !errors.Is(err, context.Canceled) {
			t.Errorf("%d jobs: cancelled, the error is %v", jobs, err)
		}
		free("cancelled")
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d jobs: it returned", jobs)
				}
			}()
			n := 0
			_, _ = p.WholeOf(parallel.With(t.Context(), crew), data.Talk{}, func(yield func(data.Sentence) bool) {
				for _, part := range parts {
					if n++; n > 4 {
						panic("no such part")
					}
					if !yield(part) {
						return
					}
				}
			}, decision)
		}()
		free("after a panic")
	}
}

// A word takes few allocations, once memory is there: they are for what is handed on.
func TestAllocations(t *testing.T) {
	const most = 3 // a word; there are 1.6, and more where pieces are short
	p := newPipeline(t, pipeline.Options{})
	tokens, parts := story(1500)
	out := make([]data.Decision, len(tokens))
	n := testing.AllocsPerRun(1, func() {
		if _, err := p.WholeOf(t.Context(), data.Talk{}, slices.Values(parts), func(i int) *data.Decision { return &out[i] }); err != nil {
			t.Fatal(err)
		}
	})
	if per := n / float64(len(tokens)); per > most {
		t.Errorf("%.2f allocations a word, at most %d", per, most)
	} else {
		t.Logf("%.2f allocations a word", per)
	}
}
