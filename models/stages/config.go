package stages

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// StageConfig says how a model is trained. Runs and Dropout are those of
// m3n.Subgradient and mean nothing to other methods.
type StageConfig struct {
	Templates string // text of the template file
	Method    Method // "" is SubgradientMethod
	Passes    int
	Runs      int
	L2        float64
	Dropout   float64
	Min       float64 // features with no weight of at least this much are dropped
	// Batch is that of m3n.Subgradient; 0 is its default. Long sequences need a small one.
	Batch int `json:",omitempty"`
}

// Method names a training algorithm of package m3n.
type Method string

// The methods: sub-gradient steps on the hinge, block-coordinate Frank-Wolfe on
// the hinge, and L-BFGS on the log-loss, whose Passes are iterations.
const (
	SubgradientMethod Method = "subgradient"
	BCFWMethod        Method = "bcfw"
	LBFGSMethod       Method = "lbfgs"
)

// ParseMethod reads the name of a method.
func ParseMethod(s string) (Method, error) {
	switch m := Method(s); m {
	case SubgradientMethod, BCFWMethod, LBFGSMethod:
		return m, nil
	}
	return "", fmt.Errorf("unknown method %q: use subgradient, bcfw or lbfgs", s)
}

// Config says how the parts of the baseline are trained.
type Config struct {
	Seed   uint64
	Folds  int // of jackknifing
	Tagger StageConfig
	Filler StageConfig
	Edit   StageConfig
	Kinds  StageConfig
	LM     LMConfig
	Scheme Scheme
	Losses Losses
	Times  Times
	// Lower lowers the clique order of the edit templates and transitions by so
	// much, though not below 1: BIES labels make up for it (COLING 2014, section 4.5).
	Lower int
}

// Times says what the edit stage sees of the word times of its training corpus.
type Times string

// The ways to train on times. With TimesBoth every sentence is trained on with its
// times and without, so that one model serves input of either sort.
const (
	TimesBoth Times = "both"
	TimesAll  Times = "all"
	TimesNone Times = "none"
)

// ParseTimes reads the name of a way to train on times.
func ParseTimes(s string) (Times, error) {
	switch t := Times(s); t {
	case TimesBoth, TimesAll, TimesNone:
		return t, nil
	}
	return "", fmt.Errorf("unknown way to train on times %q: use both, all or none", s)
}

// DefaultConfig returns the configuration of the default bundle.
func DefaultConfig() Config {
	return Config{
		Seed:   1,
		Folds:  5,
		Tagger: StageConfig{Templates: Template("tagger"), Passes: 5, Runs: 2, Min: 0.05},
		Filler: StageConfig{Templates: Template("filler"), Passes: 3, Runs: 2, L2: 1e-5, Dropout: 0.1, Min: 0.02},
		Edit:   StageConfig{Templates: Template("edit"), Passes: 2, Runs: 6, L2: 1e-5, Dropout: 0.15, Min: 0.02},
		Kinds:  StageConfig{Templates: Template("kinds"), Passes: 3, Runs: 1, Min: 0.05},
		LM:     LMConfig{Order: 4, Prune: []int{0, 1}},
		Scheme: EFO,
		Losses: DefaultLosses,
		Times:  TimesAll,
	}
}

// Template returns the text of a template file that ships with the package:
// "tagger", "filler", "kinds", "edit", or "edit-paper", the features of COLING
// 2014, Table 2, alone. It panics on another name.
func Template(name string) string {
	b, err := templateFiles.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Validate checks the configuration.
func (c *Config) Validate() error {
	if c.Folds < 2 {
		return fmt.Errorf("stages: jackknifing needs at least 2 folds, not %d", c.Folds)
	}
	if _, err := ParseTimes(string(c.Times)); err != nil {
		return err
	}
	if _, err := ParseScheme(string(c.Scheme)); err != nil {
		return err
	}
	for name, s := range map[string]*StageConfig{"tagger": &c.Tagger, "filler": &c.Filler, "edit": &c.Edit, "kinds": &c.Kinds} {
		if _, err := m3n.ParseTemplates(strings.NewReader(s.Templates), name+".tmpl"); err != nil {
			return err
		}
	}
	return nil
}

// text returns a configuration as the text that model files carry.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain structs always marshal
	}
	return string(b)
}
