// Package emnlp2014 repeats the experiments of Wang, Sim and Ng (EMNLP 2014), sections 3
// to 5: punctuation and disfluencies of speaker-long streams, predicted apart, in
// cascades, and from joint n-best lists.
package emnlp2014

import (
	"context"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Study trains models on one corpus and scores them on another.
type Study struct {
	Train, Dev *punct.Corpus
	Baseline   *stages.Trainer
	Punct      *punct.Trainer
	Labeller   *stages.Labeller // has not seen Dev
	// Rule is the one that punctuation is scored by. What the models learn does not depend
	// on it.
	Rule    data.Rule
	Seed    uint64
	Workers int
	// Report, where set, is told of each row as it is done.
	Report func(Row)
}

// Row is a row of a table.
type Row struct {
	Table, Name        string
	PaperPU, PaperDF   string       // F1 in the paper, "" for none
	PU, DF             bool         // what the row has figures for
	Stats              []mert.Stats // of each stream
	OraclePU, OracleDF []mert.Stats // of the best hypotheses in an n-best list, nil for none
}

// Total returns statistics added up.
func Total(stats []mert.Stats) mert.Stats {
	var t mert.Stats
	for _, s := range stats {
		t = t.Plus(s)
	}
	return t
}

// chain is how the M3N of punctuation is trained: without balancing of precision and
// recall, its labels the marks.
func chain() punct.ChainConfig {
	c := punct.M3N(punct.DefaultChainConfig())
	c.PunctOnly, c.Times = true, stages.TimesAll
	return c
}

// softChain is chain with the disfluency labels of a first step as features.
func softChain() punct.ChainConfig {
	c := chain()
	c.Templates += "\n" + punct.Template("disfluencies")
	c.Disfluencies = true
	return c
}

// edit is how the M3N of disfluencies is trained.
func edit() stages.StageConfig {
	c := stages.DefaultStreamConfig()
	c.Runs, c.Min, c.Batch = 1, 0.02, 2
	return c
}

// chunk is how many words of a stream are trained on at a time: a few long sequences
// would be few steps of the trainer. Streams are scored whole.
const chunk = 60

// chunks cuts pieces into chunks, and returns the fold of each.
func chunks(pieces []data.Sentence, of []int) (out []data.Sentence, folds []int) {
	for i, p := range pieces {
		for from := 0; from < len(p.Tokens); from += chunk {
			to := min(from+chunk, len(p.Tokens))
			c := data.Sentence{Tokens: p.Tokens[from:to:to]}
			if p.Ends != nil {
				c.Ends, c.Puncts = p.Ends[from:to], p.Puncts[from:to]
			}
			out, folds = append(out, c), append(folds, of[i])
		}
	}
	return out, folds
}

// Losses of the M3N of disfluencies: the balanced ones are the product's.
var (
	balanced   = stages.DefaultLosses
	unbalanced = stages.PlainLosses
)

// evidence says for a stream what a first step says of its punctuation.
type evidence func(stream int) (ends []float32, marks []data.Punct)

// marked makes evidence of marks.
func marked(marks [][]data.Punct) evidence {
	return func(i int) ([]float32, []data.Punct) {
		ends := make([]float32, len(marks[i]))
		for t, m := range marks[i] {
			if m >= data.Period {
				ends[t] = 1
			}
		}
		return ends, marks[i]
	}
}

// streams returns the streams of a corpus as sentences.
func streams(c *punct.Corpus, e evidence) []data.Sentence {
	out := make([]data.Sentence, len(c.Examples))
	for i := range out {
		out[i].Tokens = c.Words[i]
		if e != nil {
			out[i].Ends, out[i].Puncts = e(i)
		}
	}
	return out
}

// folds returns the fold of each example.
func folds(c *punct.Corpus) []int {
	var out []int
	for _, e := range c.Examples {
		out = append(out, e.Fold)
	}
	return out
}

// trainDF trains an M3N of disfluencies, without a fold if that is not negative.
func (s *Study) trainDF(ctx context.Context, step string, losses stages.Losses, lower int, pieces []data.Sentence, in []int, without int) (*stages.Labeller, error) {
	tr := s.Baseline
	own := tr.Config
	tr.Config.Losses, tr.Config.Lower = losses, lower
	defer func() { tr.Config = own }()
	if without >= 0 {
		step += fmt.Sprintf(", fold %d of %d", without+1, s.Train.Folds)
	}
	pieces, in = chunks(pieces, in)
	of := &stages.Pieces{Evidence: stages.PredictedEnds, Sentences: pieces, Folds: in, Held: s.Train.Held}
	file, err := tr.TrainPieces(ctx, step, edit(), of, func(fold int) bool { return fold != without })
	if err != nil {
		return nil, err
	}
	m, err := m3n.UnmarshalModel(file)
	if err != nil {
		return nil, err
	}
	l := s.Labeller
	if without >= 0 {
		l = s.Train.Held.Labellers[without]
	}
	return l.WithEdit(m)
}

// trainPU trains a chain of punctuation.
func (s *Study) trainPU(ctx context.Context, step string, c punct.ChainConfig, in []*punct.Example) (*punct.Chain, error) {
	file, err := c.Train(ctx, s.Punct, step, in)
	if err != nil {
		return nil, err
	}
	return punct.UnmarshalChain(file)
}

// labelDF labels sentences.
func (s *Study) labelDF(l *stages.Labeller, in []data.Sentence) [][]data.Label {
	out := make([][]data.Label, len(in))
	s.Dev.Each(len(in), func(i int) { out[i] = data.LabelsOf(l.Label(&in[i], false)) })
	return out
}

// markPU returns the marks of streams. df are disfluency labels, nil for none.
func (s *Study) markPU(p punct.Predictor, df [][]data.Label) [][]data.Punct {
	out := make([][]data.Punct, len(s.Dev.Examples))
	s.Dev.Each(len(out), func(i int) {
		in := *s.Dev.Examples[i].Input
		if df != nil {
			in.DF = df[i]
		}
		var x punct.Prediction
		p.Predict(&in, &x)
		out[i] = x.Puncts
	})
	return out
}

// stats scores marks and labels, either of which may be nil.
func (s *Study) stats(marks [][]data.Punct, labels [][]data.Label) []mert.Stats {
	out := make([]mert.Stats, len(s.Dev.Examples))
	for i, e := range s.Dev.Examples {
		if marks != nil {
			out[i] = s.punctStats(e.Gold, marks[i])
		}
		if labels != nil {
			out[i] = out[i].Plus(labelStats(e.Gold, labels[i]))
		}
	}
	return out
}

// punctStats scores the marks of a stream by the rule. Labels that are marks alone do not
// tell a comma at the end of a sentence from another: by the papers' rule every comma
// counts as one.
func (s *Study) punctStats(g *punct.Gold, marks []data.Punct) (out mert.Stats) {
	var scores metric.Marks
	for t, m := range marks {
		switch {
		case s.Rule == data.PapersRule:
			scores.Add(g.EndPuncts[t], m)
		case g.Fluent[t]:
			scores.Add(g.Puncts[t], m)
		}
	}
	out.Punct = scores.All()
	return out
}

// labelStats scores the disfluency labels of a stream.
func labelStats(g *punct.Gold, labels []data.Label) (out mert.Stats) {
	for t, y := range labels {
		out.Edit.Add(g.DF[t] == data.E, y == data.E)
		out.Filler.Add(g.DF[t] == data.F, y == data.F)
	}
	return out
}

// goldDF and goldMarks are what the transcripts say.
func goldDF(c *punct.Corpus) [][]data.Label {
	var out [][]data.Label
	for _, e := range c.Examples {
		out = append(out, e.Gold.DF)
	}
	return out
}

func goldMarks(c *punct.Corpus) [][]data.Punct {
	var out [][]data.Punct
	for _, e := range c.Examples {
		out = append(out, e.Gold.Puncts)
	}
	return out
}

// jackknifePU returns the marks that chains which have not seen them set in the
// training streams.
func (s *Study) jackknifePU(ctx context.Context, step string, c punct.ChainConfig) ([][]data.Punct, error) {
	predictions, _, err := s.Train.Jackknife(step, func(step string, in []*punct.Example) ([]byte, error) {
		return c.Train(ctx, s.Punct, step, in)
	})
	if err != nil {
		return nil, err
	}
	out := make([][]data.Punct, len(predictions))
	for i, p := range predictions {
		out[i] = slices.Clone(p.Puncts)
	}
	return out, nil
}

// jackknifeDF returns the labels that models which have not seen them give the
// training streams.
func (s *Study) jackknifeDF(ctx context.Context, step string, losses stages.Losses) ([][]data.Label, error) {
	in, of := streams(s.Train, nil), folds(s.Train)
	out := make([][]data.Label, len(in))
	for k := range s.Train.Folds {
		l, err := s.trainDF(ctx, step, losses, 0, in, of, k)
		if err != nil {
			return nil, err
		}
		s.Train.Each(len(in), func(i int) {
			if of[i] == k {
				out[i] = data.LabelsOf(l.Label(&in[i], false))
			}
		})
	}
	return out, nil
}
