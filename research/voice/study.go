package voice

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/cart"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/training/train"
)

// Study says what is measured, and with what.
type Study struct {
	Bundle     *engine.Bundle // reads tags and fillers, and restores marks itself
	Train, Dev []prosody.Recorded
	Unused     []string // features of the voice that are not read: see punct.VoiceConfig
	Networks   int      // see punct.VoiceConfig
	BundleOnly bool     // without the chains
	Alone      bool     // with the rows of what the voice says by itself, which take longest
	Folds      int      // of jackknifing over the conversations to train on
	Seed       uint64
	Workers    int
	Dir        string // where finished steps are kept; "": nowhere
	Report     func(stages.Event)
	Done       func(Row) // is told of each row; nil: nobody
}

// Row is how well a model sets marks in the conversations of Dev.
type Row struct {
	Name   string
	Marks  metric.Marks
	Weight float64 // of the voice
	// P is the share of paired bootstrap samples of stretches of words in which the row is
	// no better than the one named Base; "": it is compared with none.
	P    float64
	Base string

	stretches []metric.Counts
}

// said is what a model says of the examples of both corpora. Of those to train on, models
// speak that have not learned from them.
type said struct {
	predictions [2][]*punct.Prediction // nil: there are only logs
	logs        [2][]logs
}

// The corpora.
const (
	ofTrain = iota
	ofDev
)

// run is the state of a study.
type run struct {
	*Study
	corpora [2]*punct.Corpus
	rows    []Row
}

// Names of rows.
const (
	WordsAlone  = "words"
	WithPauses  = "words, pauses"
	WithColumns = "words, pauses, columns of the voice"
	bundled     = "bundle, tuned: "
	asItIs      = "bundle, as it is: "
)

// Run trains the models on Train and scores them on Dev. Weights and offsets of marks are
// chosen on Train, by jackknifing. Errors are those of ctx and of training.
func (s *Study) Run(ctx context.Context) ([]Row, error) {
	l := s.Bundle.Engine(engine.Sentences).Stages()
	r := &run{Study: s, corpora: [2]*punct.Corpus{
		punct.ReadCorpus(l, prosody.Sides(s.Train, 1, true, nil), s.Folds, s.Workers),
		punct.ReadCorpus(l, prosody.Sides(s.Dev, 1+len(s.Train), true, nil), 0, s.Workers),
	}}
	if !s.BundleOnly {
		if err := r.chains(ctx); err != nil {
			return nil, err
		}
	}
	return r.rows, r.bundled(ctx)
}

// chains adds the rows of chains that learn from Train.
func (r *run) chains(ctx context.Context) error {
	for _, row := range []struct {
		name, base string
		times      stages.Times
		columns    bool
	}{
		{WordsAlone, "", stages.TimesNone, false},
		{WithPauses, "", stages.TimesAll, false},
		{WithColumns, WithPauses, stages.TimesAll, true},
	} {
		c := punct.DefaultChainConfig()
		c.Name, c.Times, c.Templates = "chain", row.times, punct.Template("marks")
		// For a corpus that is a twentieth of the one that the defaults are for.
		c.Passes, c.Rate, c.L2 = 16, 0.02, 3e-3
		if row.columns {
			c.Templates += "\n" + punct.Template("voice")
		}
		words, err := r.chain(ctx, row.name, c)
		if err != nil {
			return err
		}
		r.add(row.name, words, nil, row.base)
		if row.name == WithPauses {
			if err := r.voices(ctx, row.name, words, r.Alone); err != nil {
				return err
			}
		}
	}
	return nil
}

// voices adds the rows of what a model says together with the voice; alone says whether
// those of equation 10 are among them.
func (r *run) voices(ctx context.Context, name string, words *said, alone bool) error {
	if alone {
		for _, c := range []struct {
			name   string
			config punct.VoiceConfig
		}{
			{" + CART", punct.VoiceConfig{Alone: true, Classifier: r.tree}},
			{" + MLP", punct.VoiceConfig{Alone: true, Net: classify.NetOptions{Seed: r.Seed}}},
		} {
			with, without, err := r.voice(ctx, c.config, words)
			if err != nil {
				return err
			}
			r.add(name+c.name, words, less(with, without), name)
		}
	}
	config := punct.DefaultVoiceConfig()
	config.Net.Seed, config.Nets = r.Seed, r.Networks
	with, without, err := r.voice(ctx, config, words)
	if err != nil {
		return err
	}
	r.add(name+" + MLP given the words, without the voice", without, nil, name)
	r.add(name+" + MLP given the words, with the voice", with, nil, name)
	r.add(name+" + the ratio of the two", words, less(with, without), name)
	return nil
}

// tree trains a CART.
func (r *run) tree(ctx context.Context, d *classify.Data) (classify.Marshaler, error) {
	return cart.Train(ctx, d, cart.Options{Seed: r.Seed})
}

// less returns the differences of two logarithms.
func less(a, b *said) *said {
	out := new(said)
	for k := range out.logs {
		out.logs[k] = make([]logs, len(a.logs[k]))
		for i := range out.logs[k] {
			out.logs[k][i] = slices.Clone(a.logs[k][i])
			for t := range out.logs[k][i] {
				for y := range out.logs[k][i][t] {
					out.logs[k][i][t][y] -= b.logs[k][i][t][y]
				}
			}
		}
	}
	return out
}

// chain trains a chain.
func (r *run) chain(ctx context.Context, name string, c punct.ChainConfig) (*said, error) {
	tr := &punct.Trainer{Seed: r.Seed, Workers: r.Workers, Dir: r.Dir, Report: r.Report, Basis: "prosody"}
	timed, untimed, err := r.corpora[ofTrain].Jackknife(name, func(step string, in []*punct.Example) ([]byte, error) { return c.Train(ctx, tr, step, in) })
	if err != nil {
		return nil, err
	}
	file, err := c.Train(ctx, tr, name, r.corpora[ofTrain].Examples)
	if err != nil {
		return nil, err
	}
	p, err := punct.Unmarshal(file)
	if err != nil {
		return nil, err
	}
	times := c.Times != stages.TimesNone
	if !times {
		timed = untimed
	}
	return newSaid(timed, r.corpora[ofDev].Predict(p, times)), nil
}

func newSaid(train, dev []*punct.Prediction) *said {
	out := &said{predictions: [2][]*punct.Prediction{train, dev}}
	for k, of := range out.predictions {
		for _, p := range of {
			out.logs[k] = append(out.logs[k], logsOf(p))
		}
	}
	return out
}

// voice trains classifiers of the voice, which read what a model says of the words, and
// returns what they say with the voice and without it.
func (r *run) voice(ctx context.Context, c punct.VoiceConfig, words *said) (with, without *said, err error) {
	c.Unused, c.Weight = r.Unused, 1
	with, without = new(said), new(said)
	for _, s := range []*said{with, without} {
		for k := range s.logs {
			s.logs[k] = make([]logs, len(r.corpora[k].Examples))
		}
	}
	say := func(v *punct.Voice, k, i int) {
		with.logs[k][i], without.logs[k][i] = v.Says(r.corpora[k].Examples[i].Input.Reading, words.predictions[k][i])
	}
	from := r.corpora[ofTrain]
	err = parallel.Each(ctx, r.Workers, from.Folds+1, func(fold int) error { // the last one learns from all
		var in []*punct.Example
		var predictions []*punct.Prediction
		for i, e := range from.Examples {
			if e.Fold != fold {
				in, predictions = append(in, e), append(predictions, words.predictions[ofTrain][i])
			}
		}
		v, err := c.Train(ctx, in, predictions)
		if err != nil {
			return err
		}
		for i, e := range from.Examples {
			if e.Fold == fold {
				say(v, ofTrain, i)
			}
		}
		if fold == from.Folds {
			for i := range r.corpora[ofDev].Examples {
				say(v, ofDev, i)
			}
		}
		return nil
	})
	return with, without, err
}

// bundled adds the rows of the models of the bundle.
func (r *run) bundled(ctx context.Context) error {
	models, err := r.Bundle.OpenRestoring()
	switch {
	case err != nil:
		return err
	case models == nil:
		return engine.ErrNoStreams
	}
	r.shipped(models)
	for _, times := range []bool{false, true} {
		name := bundled + WordsAlone
		if times {
			name = bundled + WithPauses
		}
		words := newSaid(train.Restored(models, r.corpora[ofTrain], times), train.Restored(models, r.corpora[ofDev], times))
		r.add(name, words, nil, "")
		if times {
			if err := r.voices(ctx, name, words, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// stretch is how many words the units of the bootstrap have.
const stretch = 50

// add adds the row of what two models say together; voice may be nil.
func (r *run) add(name string, words, voice *said, base string) {
	if voice == nil {
		voice = new(said)
	}
	c := tune(r.corpora[ofTrain].Examples, words.logs[ofTrain], voice.logs[ofTrain], r.Workers)
	r.row(Row{Name: name, Weight: c.weight, Base: base}, func(i, t int) data.Punct { return c.at(words.logs[ofDev], voice.logs[ofDev], i, t) })
}

// row adds a row with the marks after the words of the examples of Dev.
func (r *run) row(row Row, mark func(example, word int) data.Punct) {
	for i, e := range r.corpora[ofDev].Examples {
		var m metric.Marks
		n := e.Input.Reading.Len()
		for t := range n {
			if e.Gold.Fluent[t] {
				m.Add(e.Gold.Puncts[t], mark(i, t))
			}
			if (t+1)%stretch == 0 || t+1 == n {
				row.stretches = append(row.stretches, m.All())
				row.Marks, m = total([]metric.Marks{row.Marks, m}), metric.Marks{}
			}
		}
	}
	for i := range r.rows {
		if r.rows[i].Name == row.Base {
			row.P = metric.PairedBootstrap(row.stretches, r.rows[i].stretches, 1000, r.Seed)
		}
	}
	r.rows = append(r.rows, row)
	if r.Done != nil {
		r.Done(row)
	}
}

// shipped adds the rows of the bundle as it is, with what it knows of marks and voices.
func (r *run) shipped(models *engine.Restoring) {
	dev := r.corpora[ofDev]
	for _, row := range []struct {
		name         string
		times, voice bool
		base         string
	}{
		{asItIs + WordsAlone, false, false, ""},
		{asItIs + WithPauses, true, false, ""},
		{asItIs + WithPauses + ", voice", true, true, asItIs + WithPauses},
	} {
		if row.voice && models.Voice() == nil {
			return
		}
		said := train.Restored(models, dev, row.times)
		if row.voice {
			dev.Each(len(said), func(i int) { models.Voice().Apply(dev.Examples[i].Input, said[i], models.Threshold()) })
		}
		r.row(Row{Name: row.name, Base: row.base}, func(i, t int) data.Punct { return said[i].Puncts[t] })
	}
}
