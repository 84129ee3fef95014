package punct

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// Template returns the text of a template file that ships with the package. It
// panics on another name.
func Template(name string) string {
	b, err := templateFiles.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Example is a side to train on.
type Example struct {
	Input *Input
	// Untimed is the input where the words' times are hidden; nil: the same.
	Untimed *Input
	Gold    *Gold
	Style   Style // of its transcriber
	Fold    int
	Conv    int // conversation
}

// Objective names what a chain is trained for.
type Objective string

// The objectives: the hinge makes an M3N, the log-loss a CRF.
const (
	Hinge   Objective = "hinge"
	LogLoss Objective = "log"
)

// ChainConfig says how a chain is trained.
type ChainConfig struct {
	Name      string
	Templates string // text of the template file
	Objective Objective
	// Lower lowers the clique order of the templates and transitions by so much,
	// though not below 1.
	Lower int
	// Passes, Runs, Rate, L2 and Dropout are those of m3n.Subgradient; features with
	// no weight of at least Min are dropped.
	Passes, Runs     int
	Rate, L2         float64
	Dropout, Min     float64
	Times            stages.Times
	PunctOnly        bool // labels are punctuation marks alone
	Disfluencies     bool // read Input.DF
	Second           bool // read Input.First
	Style            Style
	Threshold        float64
	Offsets, Untimed []float64 // an element per label, or none
}

// Trainer trains predictors.
type Trainer struct {
	Seed    uint64
	Workers int    // goroutines; the result does not depend on it
	Dir     string // where finished steps are kept, so that training resumes; "" keeps nothing
	Report  func(stages.Event)
	Limits  m3n.Limits // memory of the chains' features; the result does not depend on them
	// Basis identifies what the examples come from: the corpus, and the models whose
	// predictions the inputs hold.
	Basis string
}

// recipe is the version of what this package and m3n make of examples and settings;
// see the one of package stages.
const recipe = 1

// ErrNoExamples is the error of training on nothing.
var ErrNoExamples = errors.New("punct: there is nothing to train on")

// Step runs a step of training, or takes its result from Dir. The configuration that train
// gets tells the settings, written as JSON, and the examples apart from others.
func (tr *Trainer) Step(name string, settings any, in []*Example, train func(config string) ([]byte, error)) ([]byte, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":%q,"basis":%q,"examples":"%016x","seed":%d,"settings":%s}`, recipe, name, tr.Basis, hashOf(in), tr.Seed, text)
	return stages.RunStep(tr.Dir, name, config, tr.Report, func() ([]byte, error) { return train(config) })
}

// hashOf identifies examples.
func hashOf(in []*Example) uint64 {
	h := xxh3.New()
	for _, e := range in {
		for t, y := range e.Gold.labels {
			fmt.Fprintf(h, "%s\t%d\t%v\n", e.Input.Reading.Text(t), y, e.Gold.Fluent[t])
			if v := e.Input.Reading.Voice(t); v != nil {
				fmt.Fprintln(h, v)
			}
		}
		fmt.Fprintln(h, e.Style, e.Fold, e.Input.DF)
		for _, in := range []*Input{e.Input, e.Untimed} {
			if in != nil && in.First != nil {
				fmt.Fprintln(h, in.First.Ends, in.First.Puncts)
			}
		}
	}
	return h.Sum64()
}

// Train trains a hidden-event predictor and returns its file.
func (c HiddenConfig) Train(_ context.Context, tr *Trainer, step string, in []*Example) ([]byte, error) {
	if len(in) == 0 {
		return nil, ErrNoExamples
	}
	return tr.Step(step, c, in, func(config string) ([]byte, error) {
		h, err := TrainHidden(c, in)
		if err != nil {
			return nil, err
		}
		return h.Marshal(config)
	})
}

// Train trains a chain and returns its file.
func (c ChainConfig) Train(ctx context.Context, tr *Trainer, step string, in []*Example) ([]byte, error) {
	if len(in) == 0 {
		return nil, ErrNoExamples
	}
	templates, err := m3n.ParseTemplates(strings.NewReader(c.Templates), c.Name+".tmpl")
	if err != nil {
		return nil, err
	}
	for _, e := range in {
		if c.Disfluencies && e.Input.DF == nil || c.Second && e.Input.First == nil {
			return nil, fmt.Errorf("training the %s: an example lacks what a second step reads", step)
		}
	}
	file, err := tr.Step(step, []any{c.Templates, c.Objective, c.Lower, c.Passes, c.Runs, c.Rate, c.L2, c.Dropout, c.Min, c.Times, c.Disfluencies, c.PunctOnly}, in, func(config string) ([]byte, error) {
		event := stages.Event{Step: step, Passes: c.Passes}
		report := func() {
			if tr.Report != nil {
				tr.Report(event)
			}
		}
		report()
		corpus := c.corpus(in, templates)
		corpus.Limits = tr.Limits
		d, err := m3n.NewDataset(corpus, templates.Lowered(c.Lower), tr.Workers)
		if err != nil {
			return nil, err
		}
		defer d.Close()
		w, err := m3n.Subgradient{
			Objective: c.objective(), Passes: c.Passes, Runs: c.Runs, Rate: c.Rate, L2: c.L2, Dropout: c.Dropout,
			Batch: batch, Seed: tr.Seed, Workers: tr.Workers,
			Report: func(p m3n.Progress, _ func() []float32) {
				event.Progress = p
				report()
			},
		}.Train(ctx, d)
		if err != nil {
			return nil, err
		}
		m, err := m3n.NewModel(d, w, m3n.Prune{Min: c.Min})
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	})
	if err != nil {
		return nil, fmt.Errorf("training the %s: %w", step, err)
	}
	m, err := m3n.UnmarshalModel(file)
	if err != nil {
		return nil, err
	}
	config, err := container.ConfigOf(file, m3n.FileKind, m3n.FileVersion)
	if err != nil {
		return nil, err
	}
	chain, ok := newChain(m, c.header())
	if !ok {
		return nil, fmt.Errorf("training the %s: the offsets %v and %v do not fit the labels %v", step, c.Offsets, c.Untimed, m.Labels)
	}
	return chain.Marshal(config)
}

// batch is the number of sequences whose gradients are taken at the same weights:
// sequences are long.
const batch = 2

func (c *ChainConfig) header() chainHeader {
	return chainHeader{Name: c.Name, Style: c.Style, Threshold: c.Threshold, Offsets: c.Offsets, Untimed: c.Untimed}
}

// objective returns the objective. The loss of a wrong punctuation mark is 1, that of a wrong
// end of a sentence or kind of sentence less.
func (c *ChainConfig) objective() m3n.Objective {
	if c.Objective == LogLoss {
		return m3n.LogLoss{}
	}
	labels := c.labels()
	n := len(labels.names)
	loss := make([]float64, n*n)
	for gold := range n {
		for y := range n {
			switch {
			case gold == y:
			case labels.puncts[gold] != labels.puncts[y]:
				loss[gold*n+y] = 1
			default:
				loss[gold*n+y] = 0.3
			}
		}
	}
	return m3n.Hinge{Loss: loss}
}

// schema returns the columns that the templates read from, and whether those of the voice
// are among them.
func (c *ChainConfig) schema(t *m3n.Templates) (s *m3n.Schema, voiced bool) {
	voiced = stages.ReadsVoice(t)
	switch {
	case c.Second && voiced:
		return voicedSecondSchema, true
	case c.Second:
		return secondSchema, false
	case voiced:
		return voicedSchema, true
	}
	return schema, false
}

func (c *ChainConfig) labels() *labelSet {
	if c.PunctOnly {
		return &punctLabels
	}
	return &fineLabels
}

// corpus returns examples as a corpus, with TimesBoth each with its times and
// without.
func (c *ChainConfig) corpus(in []*Example, templates *m3n.Templates) *m3n.Corpus {
	schema, voiced := c.schema(templates)
	n, labels := len(in), c.labels()
	if c.Times == stages.TimesBoth {
		n *= 2
	}
	pool := sync.Pool{New: func() any { return new(columns) }}
	return &m3n.Corpus{
		Schema: schema, Labels: labels.names, Start: labels.start, N: n,
		Example: func(i int, seq *m3n.Sequence, x *m3n.Example) {
			e := in[i%len(in)]
			input, untimed := e.Input, c.Times == stages.TimesNone || i >= len(in)
			if untimed && e.Untimed != nil {
				input = e.Untimed
			}
			scratch := pool.Get().(*columns)
			scratch.fill(seq, input, e.Style, c.Second, voiced)
			pool.Put(scratch)
			if untimed {
				stages.HideTimes(seq, schema)
			}
			x.Gold = labels.encode(x.Gold[:0], e.Gold.labels)
		}}
}
