package punct

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Model is a kind of punctuation model: all that is to be known to name, train and open
// one.
type Model struct {
	Name  string // by which it is trained
	About string // what it is, in a phrase
	// Options are the names of what can be said about its training: see Options.
	Options []string
	// Alone is the option whose text does instead of examples; "": none does.
	Alone string
	// Configure returns how P(PU|x) and P(PU|DF,x) are trained; options that are not
	// given have their defaults.
	Configure func(o Values) (first, second Training, err error)
	// FileKind and FileVersion are those of its files, Open opens one.
	FileKind    string
	FileVersion uint16
	Open        func(file []byte, options ...container.Option) (Predictor, error)
}

// Training says how a predictor is trained.
type Training interface {
	// Train trains a predictor on examples and returns its file. step names the training
	// for reports and for its place among finished steps.
	Train(ctx context.Context, tr *Trainer, step string, in []*Example) ([]byte, error)
}

// models and options are those of Models and Options.
var (
	models  = []Model{crfModel, m3nModel, luNgModel, hiddenModel}
	options = []Option{
		{Name: "templates", About: "feature template `FILE` of P(PU|x)", File: true},
		{Name: "passes", About: "`N` passes over the data of the punctuation models"},
		{Name: "runs", About: "average `N` runs of the punctuation models"},
		{Name: "min", About: "drop features with no weight of at least `X`"},
		{Name: "times", About: "train on streams `WITH` their word times: all, none, or both (each with and without)"},
		{Name: "order", About: "`ORDER` of the n-grams", Default: "5"},
		{Name: "duplicate", About: "put the final punctuation mark of a sentence in front of it, too", Bool: true},
		{Name: "cascaded", About: "find sentence boundaries first, then the punctuation of each sentence", Bool: true},
	}
)

// Register adds a kind of models with those of its options that no other one has, so that it
// can be trained and its files be opened. It is called before anything else of the package.
func Register(m Model, own ...Option) { models, options = append(models, m), append(options, own...) }

// Models returns the kinds of models, the default first.
func Models() []Model { return slices.Clone(models) }

// ModelNames returns the names of the models.
func ModelNames() []string {
	var names []string
	for _, m := range Models() {
		names = append(names, m.Name)
	}
	return names
}

// ModelByName returns the model of a name.
func ModelByName(name string) (Model, error) {
	for _, m := range Models() {
		if m.Name == name {
			return m, nil
		}
	}
	names := ModelNames()
	last := len(names) - 1
	return Model{}, fmt.Errorf("unknown model %q: use %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Option is something that can be said about the training of models.
type Option struct {
	Name, About string
	Default     string // "" is each model's own
	Bool        bool   // it is said or not
	File        bool   // its value is the text of a file
	Texts       bool   // its value is the text of files, one after the other
}

// Options lists the options of all models.
func Options() []Option { return slices.Clone(options) }

// Values are options by name.
type Values map[string]string

// Int reads a whole number that is at least a bound; to does not change without one.
func (v Values) Int(name string, least int, to *int) error {
	s, ok := v[name]
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < least {
		return fmt.Errorf("%s is a number of at least %d, not %q", name, least, s)
	}
	*to = n
	return nil
}

// configure sets what the options say of a chain.
func (c *ChainConfig) configure(v Values) error {
	if err := errors.Join(v.Int("passes", 1, &c.Passes), v.Int("runs", 1, &c.Runs)); err != nil {
		return err
	}
	if s, ok := v["min"]; ok {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("min is a weight of at least 0, not %q", s)
		}
		c.Min = x
	}
	if s, ok := v["times"]; ok {
		times, err := stages.ParseTimes(s)
		if err != nil {
			return err
		}
		c.Times = times
	}
	return nil
}

// chainOptions are the options of chains.
var chainOptions = []string{"templates", "passes", "runs", "min", "times"}

// chainModel returns the model of chains with these configurations.
func chainModel(name, about string, first, second func() ChainConfig) Model {
	return Model{
		Name: name, About: about, Options: chainOptions, FileKind: ChainKind, FileVersion: ChainVersion,
		Configure: func(v Values) (Training, Training, error) {
			one, two := first(), second()
			if err := one.configure(v); err != nil {
				return nil, nil, err
			}
			if err := two.configure(v); err != nil {
				return nil, nil, err
			}
			if text, ok := v["templates"]; ok {
				one.Templates = text
			}
			return one, two, nil
		},
		Open: func(file []byte, options ...container.Option) (Predictor, error) {
			c, err := UnmarshalChain(file, options...)
			if err != nil {
				return nil, err
			}
			return c, nil
		},
	}
}

var (
	crfModel  = chainModel("crf", "a chain with the templates of the default bundle, trained for the log-loss", DefaultChainConfig, CleanChainConfig)
	m3nModel  = chainModel("m3n", "the same, trained for the hinge", func() ChainConfig { return M3N(DefaultChainConfig()) }, func() ChainConfig { return M3N(CleanChainConfig()) })
	luNgModel = chainModel("lu-ng", "the linear-chain CRF of Lu and Ng (2010), section 4, with word n-grams alone", LuNgConfig, LuNgConfig)
)

// Unmarshal opens the file of a predictor of any model.
func Unmarshal(file []byte, options ...container.Option) (Predictor, error) {
	m, _, err := open(file, options...)
	if err != nil {
		return nil, err
	}
	return m.Open(file, container.Inside(options)...)
}

// FileConfig returns the training configuration that the file of a predictor carries.
func FileConfig(file []byte) (string, error) {
	_, f, err := open(file)
	if err != nil {
		return "", err
	}
	return f.Config(), nil
}

// open finds the model that a file is of.
func open(file []byte, options ...container.Option) (*Model, *container.File, error) {
	for i := range models {
		m := &models[i]
		if of, err := container.Open(file, m.FileKind, m.FileVersion, options...); err == nil {
			return m, of, nil
		} else if !errors.Is(err, container.ErrKind) {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%w: no punctuation model that this program has", container.ErrKind)
}
