package train

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ByClass are the scores of experts by class (COLING 2014, Tables 6 and 7), and of
// their direct combination. All counts are of edit words; the class of a word is
// that of its predicted tag.
type ByClass struct {
	Classes  []ClassScores
	Baseline metric.Counts // on all words
	Combined metric.Counts
}

// ClassScores are the scores of one class.
type ClassScores struct {
	Class experts.Class
	// On the words of the class: of the baseline and of the class's expert.
	Baseline, Expert metric.Counts
	All              metric.Counts // of the expert on all words
}

// ScoreByClass scores the experts of an engine, each alone, on sentences with gold
// annotation. Classes without an expert are left out. The error is engine.ErrNoExperts or
// that of ctx.
func ScoreByClass(ctx context.Context, e *engine.Engine, sentences []data.Sentence, workers int) (*ByClass, error) {
	m := e.Experts()
	if m == nil {
		return nil, engine.ErrNoExperts
	}
	out := &ByClass{}
	for _, k := range m.Trained() {
		out.Classes = append(out.Classes, ClassScores{Class: m.Classes()[k]})
	}
	readers := sync.Pool{New: func() any { return m.NewReader() }}
	var mu sync.Mutex
	err := parallel.Each(ctx, workers, len(sentences), func(i int) error {
		s, _ := stages.Words(&sentences[i])
		if len(s.Tokens) == 0 {
			return nil
		}
		session, err := e.Stages().NewSession(&s)
		if err != nil {
			return err
		}
		defer session.Release()
		r := readers.Get().(*experts.Reader)
		defer readers.Put(r)
		r.Read(session, true)
		base, combined := r.LabelsOf(-1, nil), r.Labels(nil)
		mu.Lock()
		defer mu.Unlock()
		for t := range s.Tokens {
			gold := s.Tokens[t].Label() == data.E
			out.Baseline.Add(gold, base[t] == data.E)
			out.Combined.Add(gold, combined[t] == data.E)
		}
		for k := range out.Classes {
			c := &out.Classes[k]
			labels := r.LabelsOf(k, nil)
			for t, expert := range r.Experts() {
				gold := s.Tokens[t].Label() == data.E
				c.All.Add(gold, labels[t] == data.E)
				if expert == k {
					c.Baseline.Add(gold, base[t] == data.E)
					c.Expert.Add(gold, labels[t] == data.E)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
