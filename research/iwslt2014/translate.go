package iwslt2014

import (
	"time"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/research/translation"
)

// translate tunes a model on an objective and returns its row.
func (r *run) translate(step string, system System, objective mert.Objective) ([]outcome, error) {
	model, err := r.model(step, system)
	if err != nil {
		return nil, err
	}
	var advised labelled
	if system.advised() {
		found, err := r.chained()
		if err != nil {
			return nil, err
		}
		advised = *found
	}
	m := *model
	uses := translation.Uses{Hierarchical: system.hierarchical(), Unknown: system.advised(), Kinds: system.advised(), Advice: system.advised()}
	var o translation.TuneOptions
	best := 0.0
	o.NBest, o.Advice, o.Rounds, o.Objective = r.NBest, advised.advice(advised.Tune), r.Rounds, objective
	o.Restarts, o.Shakes, o.Seed, o.Workers = r.Restarts, r.Restarts, r.Seed, r.Workers
	o.Report = func(x mert.Round) {
		if x.Round == 1 { // rules with gaps are tuned after phrases
			best = 0
		}
		best = max(best, x.Decoded)
		r.note(step, "round %d: %s %.2f of the text to tune to, %.2f of %d translations, %d of them new", x.Round, ObjectiveName(objective), 100*x.Decoded, 100*x.Best, x.Pool, x.Added)
	}
	if m.Weights, err = uses.Tune(r.ctx, &m, r.decoder, r.Tune, o); err != nil {
		return nil, err
	}
	out := outcome{Name: step, Tuned: best, Weights: &m.Weights}
	start, words := time.Now(), 0
	for i, t := range r.Tests {
		var advice [][]float32
		if system.advised() {
			advice = advised.advice(advised.Tests[i])
		}
		gaps, rules, err := r.decode(&m, system, t.Segments, advice)
		if err != nil {
			return nil, err
		}
		out.Gaps, out.Rules = append(out.Gaps, gaps), append(out.Rules, rules)
		words += translation.Words(t.Segments)
	}
	r.note(step, "decoded %d words, %.0f a second", words, since(start, words))
	return []outcome{out}, nil
}

// decoder returns a decoder of phrases alone, or one of rules with gaps, too.
func (r *run) decoder(m *translation.Model, hierarchical bool) translation.Decoder {
	if hierarchical {
		return translation.NewChart(m, r.Chart)
	}
	return translation.NewPhrases(m, r.Phrases)
}

// decode returns the marks of a text, and the rules that put them.
func (r *run) decode(m *translation.Model, system System, text []translation.Segment, advice [][]float32) ([][]translation.Marks, Rules, error) {
	type worker struct {
		translation.Decoder
		rules Rules
	}
	gaps := make([][]translation.Marks, len(text))
	workers, err := parallel.EachWith(r.ctx, r.Workers, len(text), func() *worker { return &worker{Decoder: r.decoder(m, system.hierarchical())} }, func(w *worker, i int) {
		if advice != nil {
			w.Advise(advice[i])
		}
		best := &w.Decode(text[i].Words, 1)[0]
		gaps[i] = append([]translation.Marks(nil), best.Gaps...)
		w.rules.add(best.Derivation)
	})
	var rules Rules
	for _, w := range workers {
		rules.Lexical, rules.Gapped = rules.Lexical.plus(w.rules.Lexical), rules.Gapped.plus(w.rules.Gapped)
	}
	return gaps, rules, err
}

func (c RuleCount) plus(o RuleCount) RuleCount {
	return RuleCount{c.Rules + o.Rules, c.Symbols + o.Symbols}
}

// model returns the model of a system. That of the last one is kept: models take memory.
func (r *run) model(step string, system System) (*translation.Model, error) {
	if r.latest != nil && r.of == system {
		return r.latest, nil
	}
	r.latest = nil
	if r.words == nil {
		start := time.Now()
		lm, err := translation.EstimateLM(r.Train, r.Order, false)
		if err != nil {
			return nil, err
		}
		r.words = &translation.Model{LM: lm, Lexicon: translation.NewLexicon(r.Train)}
		r.note(step, "language model in %v", time.Since(start).Round(time.Second))
	}
	start := time.Now()
	o := r.Extract
	o.Borders, o.Unknown, o.Hierarchical, o.Workers = system != Plain, system.advised(), system.hierarchical(), r.Workers
	rules, err := translation.Extract(r.ctx, r.Train, o)
	if err != nil {
		return nil, err
	}
	r.note(step, "%d rules of %d sources in %v", rules.Rules(), rules.Sources(), time.Since(start).Round(time.Second))
	m := *r.words
	m.Rules = rules
	r.latest, r.of = &m, system
	return r.latest, nil
}
