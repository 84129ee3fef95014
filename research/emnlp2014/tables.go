package emnlp2014

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// models are the four of section 5 of the paper.
type models struct {
	pu, puDF *punct.Chain     // P(PU|x), P(PU|DF,x)
	df, dfPU *stages.Labeller // P(DF|x), P(DF|PU,x)
	marks    [][]data.Punct   // of pu in the development streams
	labels   [][]data.Label   // of df
}

// Tables trains the models and scores the rows of Tables 4, 5 and 6, the last for
// n-best lists of the given sizes.
func (s *Study) Tables(ctx context.Context, sizes []int) ([]Row, error) {
	var rows []Row
	add := func(r Row) {
		rows = append(rows, r)
		if s.Report != nil {
			s.Report(r)
		}
	}
	m, err := s.isolated(ctx, add)
	if err != nil {
		return nil, err
	}
	if err := s.hard(ctx, m, add); err != nil {
		return nil, err
	}
	if err := s.soft(ctx, m, add); err != nil {
		return nil, err
	}
	return rows, s.rescoring(ctx, m, sizes, add)
}

// isolated scores Table 4 and the first row of Table 5.
func (s *Study) isolated(ctx context.Context, add func(Row)) (*models, error) {
	const table = "Table 4"
	m := &models{}
	train, dev, of := streams(s.Train, nil), streams(s.Dev, nil), folds(s.Train)
	l, err := s.trainDF(ctx, "isolated disfluencies, balanced", balanced, 0, train, of, -1)
	if err != nil {
		return nil, err
	}
	if m.pu, err = s.trainPU(ctx, "isolated punctuation", chain(), s.Train.Examples); err != nil {
		return nil, err
	}
	m.marks = s.markPU(m.pu, nil)
	add(Row{Table: table, Name: "joined", PaperPU: "71.1", PaperDF: "79.2", PU: true, DF: true, Stats: s.stats(m.marks, s.labelDF(l, dev))})
	if m.df, err = s.trainDF(ctx, "isolated disfluencies", unbalanced, 0, train, of, -1); err != nil {
		return nil, err
	}
	m.labels = s.labelDF(m.df, dev)
	isolated := s.stats(m.marks, m.labels)
	add(Row{Table: table, Name: "joined, not balanced", PaperPU: "71.1", PaperDF: "78.2", PU: true, DF: true, Stats: isolated})
	if l, err = s.trainDF(ctx, "isolated disfluencies, lower order", unbalanced, 1, train, of, -1); err != nil {
		return nil, err
	}
	lower := chain()
	lower.Lower = 1
	p, err := s.trainPU(ctx, "isolated punctuation, lower order", lower, s.Train.Examples)
	if err != nil {
		return nil, err
	}
	add(Row{Table: table, Name: "joined, not balanced, clique orders lower by 1", PaperPU: "68.5", PaperDF: "76.4", PU: true, DF: true, Stats: s.stats(s.markPU(p, nil), s.labelDF(l, dev))})
	add(Row{Table: "Table 5", Name: "isolated", PaperPU: "71.1", PaperDF: "78.2", PU: true, DF: true, Stats: isolated})
	return m, nil
}

// hard scores the hard cascades of Table 5.
func (s *Study) hard(ctx context.Context, m *models, add func(Row)) error {
	var short []data.Sentence
	var of []int
	for i, e := range s.Train.Examples {
		for _, p := range split(s.Train.Words[i], e.Gold.Ends) {
			short, of = append(short, p), append(of, e.Fold)
		}
	}
	l, err := s.trainDF(ctx, "disfluencies of sentences", unbalanced, 0, short, of, -1)
	if err != nil {
		return err
	}
	var fluent []*punct.Example
	for _, e := range s.Train.Examples {
		if x := e.Without(e.Gold.DF); x != nil {
			fluent = append(fluent, x)
		}
	}
	p, err := s.trainPU(ctx, "punctuation of fluent text", chain(), fluent)
	if err != nil {
		return err
	}
	for _, r := range []struct {
		name, pu, df string
		gold         bool
		first        [][]data.Label
	}{
		{"hard cascade", "71.2", "79.1", false, m.labels},
		{"hard cascade, true labels", "72.6", "83.5", true, goldDF(s.Dev)},
	} {
		labels := make([][]data.Label, len(s.Dev.Examples))
		marks := make([][]data.Punct, len(s.Dev.Examples))
		s.Dev.Each(len(labels), func(i int) {
			e := s.Dev.Examples[i]
			ends := e.Gold.Ends
			if !r.gold {
				ends = make([]bool, len(ends))
				for t, mark := range m.marks[i] {
					ends[t] = mark >= data.Period
				}
			}
			pieces := split(s.Dev.Words[i], ends)
			for k := range pieces {
				labels[i] = append(labels[i], data.LabelsOf(l.Label(&pieces[k], false))...)
			}
			marks[i] = markFluent(p, e, r.first[i])
		})
		add(Row{Table: "Table 5", Name: r.name, PaperPU: r.pu, PaperDF: r.df, PU: true, DF: true, Stats: s.stats(marks, labels)})
	}
	return nil
}

// split cuts words into sentences.
func split(words []data.Token, ends []bool) []data.Sentence {
	var out []data.Sentence
	from := 0
	for t := range words {
		if ends[t] || t+1 == len(words) {
			out = append(out, data.Sentence{Tokens: words[from : t+1 : t+1]})
			from = t + 1
		}
	}
	return out
}

// markFluent sets marks in what is left of a stream without the words that labels
// call disfluent, which have none.
func markFluent(p punct.Predictor, e *punct.Example, labels []data.Label) []data.Punct {
	out := make([]data.Punct, len(labels))
	in := punct.Input{Reading: e.Input.Reading.Without(func(t int) bool { return labels[t] != data.O })}
	var x punct.Prediction
	p.Predict(&in, &x)
	k := 0
	for t, y := range labels {
		if y == data.O {
			out[t] = x.Puncts[k]
			k++
		}
	}
	return out
}

// soft scores the soft cascades of Table 5.
func (s *Study) soft(ctx context.Context, m *models, add func(Row)) error {
	of := folds(s.Train)
	// The first step's labels as features of the second, as in the paper.
	marks, err := s.jackknifePU(ctx, "isolated punctuation", chain())
	if err != nil {
		return err
	}
	labels, err := s.jackknifeDF(ctx, "isolated disfluencies", unbalanced)
	if err != nil {
		return err
	}
	if m.dfPU, err = s.trainDF(ctx, "soft cascade to disfluencies", unbalanced, 0, streams(s.Train, marked(marks)), of, -1); err != nil {
		return err
	}
	if m.puDF, err = s.trainPU(ctx, "soft cascade to punctuation", softChain(), s.Train.Second(labels, nil, nil)); err != nil {
		return err
	}
	add(Row{Table: "Table 5", Name: "soft cascade", PaperPU: "71.6", PaperDF: "79.6", PU: true, DF: true,
		Stats: s.stats(s.markPU(m.puDF, m.labels), s.labelDF(m.dfPU, streams(s.Dev, marked(m.marks))))})
	add(Row{Table: "Table 5", Name: "soft cascade, true labels", PaperPU: "72.1", PaperDF: "82.7", PU: true, DF: true,
		Stats: s.stats(s.markPU(m.puDF, goldDF(s.Dev)), s.labelDF(m.dfPU, streams(s.Dev, marked(goldMarks(s.Dev)))))})
	// Posteriors of a finer predictor in place of labels.
	fine := punct.DefaultChainConfig()
	fine.Times = stages.TimesAll
	train := func(step string, in []*punct.Example) ([]byte, error) { return fine.Train(ctx, s.Punct, step, in) }
	predicted, _, err := s.Train.Jackknife("punctuation in posteriors", train)
	if err != nil {
		return err
	}
	file, err := train("punctuation in posteriors", s.Train.Examples)
	if err != nil {
		return err
	}
	p, err := punct.Unmarshal(file)
	if err != nil {
		return err
	}
	own := s.Dev.Predict(p, true)
	for _, r := range []struct {
		name   string
		losses stages.Losses
	}{{"soft cascade of posteriors", unbalanced}, {"soft cascade of posteriors, balanced", balanced}} {
		l, err := s.trainDF(ctx, r.name, r.losses, 0, streams(s.Train, posteriors(predicted)), of, -1)
		if err != nil {
			return err
		}
		fineMarks := make([][]data.Punct, len(own))
		for i := range own {
			if fineMarks[i] = own[i].Puncts; s.Rule == data.PapersRule {
				fineMarks[i] = own[i].EndPuncts(punct.EndThreshold)
			}
		}
		add(Row{Table: "Table 5", Name: r.name, PU: true, DF: true, Stats: s.stats(fineMarks, s.labelDF(l, streams(s.Dev, posteriors(own))))})
	}
	return nil
}

// posteriors makes evidence of predictions.
func posteriors(p []*punct.Prediction) evidence {
	return func(i int) ([]float32, []data.Punct) {
		ends := make([]float32, len(p[i].Ends))
		for t, x := range p[i].Ends {
			ends[t] = float32(x)
		}
		return ends, p[i].Puncts
	}
}

// HiddenEvents scores the hidden-event language models of Lu and Ng (2010), section
// 3, and their linear-chain CRF.
func (s *Study) HiddenEvents(ctx context.Context) ([]Row, error) {
	var rows []Row
	add := func(name string, p punct.Predictor) {
		r := Row{Table: "Lu and Ng", Name: name, PU: true, Stats: s.stats(s.markPU(p, nil), nil)}
		rows = append(rows, r)
		if s.Report != nil {
			s.Report(r)
		}
	}
	for _, order := range []int{3, 5} {
		for _, duplicate := range []bool{false, true} {
			for _, cascaded := range []bool{false, true} {
				c := punct.HiddenConfig{Order: order, Duplicate: duplicate, Cascaded: cascaded, Prune: []int{0, 1}}
				file, err := c.Train(ctx, s.Punct, fmt.Sprintf("hidden events %d %v %v", order, duplicate, cascaded), s.Train.Examples)
				if err != nil {
					return nil, err
				}
				p, err := punct.Unmarshal(file)
				if err != nil {
					return nil, err
				}
				add(p.Name(), p)
			}
		}
	}
	p, err := s.trainPU(ctx, "linear-chain CRF", punct.LuNgConfig(), s.Train.Examples)
	if err != nil {
		return nil, err
	}
	add(p.Name(), p)
	return rows, nil
}
