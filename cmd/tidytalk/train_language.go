//go:build !small

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/languages"
)

func trainLanguageCommand() *cli.Command {
	d, mix, cal := multilingual.DefaultConfig(), languages.DefaultMix(), languages.DefaultCalibration()
	return &cli.Command{
		Name:  "language",
		Usage: "train marks, case and repairs of a language, or of several, as a bundle of its own",
		Description: `Trains a network for languages other than English and Chinese, and writes it as a bundle: put it beside the
program as tidytalk-CODE.tt, and 'clean' uses it for text in that language.

--text is text with marks and case: a line for each line of a document, with a speaker and a tab before it
where one is known, and blank lines between documents. The network learns marks and case from it, and, since repairs and
filled pauses are put into it, repairs.
--speech is speech with repairs, tab-separated, a token a row, in 11 columns: recording, speaker, sentence, token,
lemma, tag, kind (F: a filled pause), edit (1: in the discarded words of a repair, else 0), mark behind the token (- none), end (/: the sentence
ends), joined (+: the token is written together with the next one). - or _ stands for what is not known.
Files may be compressed (.gz). CODE=FILE is a file in another language than --code.

With --from, the network of that bundle is trained on, which takes far less text. A part of each file is held out: the
table that is written at the end is of it (F1 of marks and of repairs, and how many words of 1,000 of fluent text are removed), and of all files of --check. How sure
the network has to be of a repair is set so that fluent text loses no more than --harm words of 1,000.
An interrupted training goes on at the last pass that was finished.

Example:
  tidytalk train language --code hu --text novels.txt --speech talk.tsv.gz -o tidytalk-hu.tt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "code", Usage: "the language, a `CODE` such as de"},
			&cli.StringSliceFlag{Name: "text", Usage: "text with marks and case in `FILE`, or CODE=FILE; may be repeated"},
			&cli.StringSliceFlag{Name: "speech", Usage: "speech with repairs in `FILE`, or CODE=FILE; may be repeated"},
			&cli.StringSliceFlag{Name: "speech-marks", Usage: "learn the marks of those of --speech, too, whose names begin with `NAME` (comma list)"},
			&cli.StringSliceFlag{Name: "check", Usage: "also measure on `FILE`, text (.txt) or speech (.tsv), or CODE=FILE; may be repeated"},
			&cli.StringFlag{Name: "fillers", Usage: "filled pauses to put into text, in `FILE`: lines of language, spelling and weight, with tabs between them", DefaultText: "those of the treebanks of the default network"},
			&cli.StringFlag{Name: "from", Usage: "train on from the network of the bundle `FILE` (languages, or another name, is tidytalk-languages.tt beside the program or in the user's data folder)", DefaultText: "a new network"},
			&cli.StringFlag{Name: "name", Usage: "`VERSION` of the bundle, for reports"},
			&cli.StringFlag{Name: "licence", Usage: "`LICENCE` of the models, that of their data"},
			&cli.IntFlag{Name: "passes", Value: d.Trainer.Passes, Usage: "`N` passes"},
			&cli.IntFlag{Name: "words", Value: mix.Units, Usage: "about `N` words a pass"},
			&cli.Float64Flag{Name: "speech-share", Value: 0.25, Usage: "`SHARE` of them that is speech, where there is any"},
			&cli.Float64Flag{Name: "rate", Value: d.Trainer.Rate, Usage: "highest step `SIZE`"},
			&cli.IntFlag{Name: "units", Value: d.Hidden, Usage: "a new network has `N` units a direction (a multiple of 32)"},
			&cli.Float64Flag{Name: "hold-out", Value: 0.05, Usage: "`SHARE` of each file that is measured on, and not learned from"},
			&cli.Float64Flag{Name: "harm", Value: cal.Harm, Usage: "repairs may take `N` words of 1,000 of fluent text"},
			&cli.Uint64Flag{Name: "seed", Value: d.Trainer.Seed, Usage: "`SEED` of every random choice"},
		}, slices.Concat(training.SourceFlags(), training.WorkFlags(), training.Flags())...),
		Before: usage.Hush,
		Action: training.Action(trainLanguage),
	}
}

var languageCode = lazy.Regexp(`^[a-z]{2,3}(_[a-z]{2,3})?$`)

// coded returns the language and the path of a file of --text, --speech or --check.
func coded(c *training.Run, what string) (code, path string, err error) {
	code, path, ok := strings.Cut(what, "=")
	if !ok {
		code, path = c.String("code"), what
	}
	if code == "" {
		return "", "", usage.Errorf("say with --code which language %s is in", path)
	}
	if !languageCode().MatchString(code) {
		return "", "", usage.Errorf("%q is no code of a language, as de is", code)
	}
	if code == "en" || code == "zh" {
		return "", "", usage.Errorf("%s has models of its own: see 'tidytalk help train'", code)
	}
	return code, path, nil
}

// readLanguage reads a file into a corpus.
func readLanguage(corpus *languages.Corpus, code, path string, speech, marked bool) error {
	f, err := packed.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if speech {
		return corpus.Speech(f, path, code, marked)
	}
	return corpus.Text(f, path, code)
}

// languageCorpus reads the files of --text and --speech.
func languageCorpus(c *training.Run) (*languages.Corpus, error) {
	corpus := languages.NewCorpus()
	var marked []string
	for _, list := range c.StringSlice("speech-marks") {
		marked = append(marked, strings.Split(list, ",")...)
	}
	for _, kind := range []string{"text", "speech"} {
		for _, what := range c.StringSlice(kind) {
			code, path, err := coded(c, what)
			if err != nil {
				return nil, err
			}
			marks := slices.ContainsFunc(marked, func(name string) bool { return name != "" && strings.HasPrefix(filepath.Base(path), name) })
			if err := readLanguage(corpus, code, path, kind == "speech", marks); err != nil {
				return nil, err
			}
		}
	}
	if len(corpus.Parts()) == 0 {
		return nil, usage.Errorf("train language takes text with --text, speech with --speech, or both")
	}
	return corpus, nil
}

// languageConfig reads the flags about the training.
func languageConfig(c *training.Run) (languages.Config, error) {
	config := languages.Config{Config: multilingual.DefaultConfig(), Mix: languages.DefaultMix(), Fillers: languages.DefaultFillers()}
	config.Trainer.Passes, config.Trainer.Rate, config.Trainer.Seed = c.Int("passes"), c.Float64("rate"), c.Uint64("seed")
	config.Mix.Units, config.Hidden = c.Int("words"), c.Int("units")
	if len(c.StringSlice("speech")) > 0 {
		if config.Mix.Speech = c.Float64("speech-share"); len(c.StringSlice("text")) == 0 {
			config.Mix.Speech = 1
		}
	}
	switch n := config.Hidden; {
	case config.Trainer.Passes < 1 || config.Mix.Units < 1000:
		return config, usage.Errorf("--passes must be at least 1, and --words at least 1,000")
	case !(config.Trainer.Rate > 0 && config.Trainer.Rate < 1):
		return config, usage.Errorf("--rate must be above 0 and below 1")
	case !(config.Mix.Speech >= 0 && config.Mix.Speech <= 1):
		return config, usage.Errorf("--speech-share is from 0 to 1")
	case n < 32 || n > 1024 || n%32 != 0:
		return config, usage.Errorf("--units is a multiple of 32, at most 1024, not %d", n)
	case !(c.Float64("hold-out") >= 0 && c.Float64("hold-out") <= 0.5):
		return config, usage.Errorf("--hold-out is from 0 to 0.5")
	case !(c.Float64("harm") >= 0):
		return config, usage.Errorf("--harm may not be negative")
	}
	if path := c.String("fillers"); path != "" {
		f, err := packed.Open(path)
		if err != nil {
			return config, err
		}
		defer f.Close()
		more, err := languages.ReadFillers(f, path)
		if err != nil {
			return config, err
		}
		maps.Copy(config.Fillers, more)
	}
	return config, nil
}

// baseLanguages returns the bundle of --from and its network, nil where a new one is trained.
func baseLanguages(c *training.Run) (*engine.Bundle, *multilingual.Model, error) {
	if c.String("from") == "" {
		return nil, nil, nil
	}
	path, err := bundles.Path(c.String("from"))
	if err != nil {
		return nil, nil, err
	}
	b, err := bundles.OpenParts(path)
	if err != nil {
		return nil, nil, err
	}
	file := b.Part(engine.PartLanguages)
	if file == nil {
		return nil, nil, fmt.Errorf("bundle %s has no network for languages to begin with", path)
	}
	m, err := multilingual.Unmarshal(file)
	return b, m, err
}

func trainLanguage(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usage.Errorf("train language takes files with --text and --speech, not %s", c.Args().First())
	}
	config, err := languageConfig(c)
	if err != nil {
		return err
	}
	origin, err := training.OriginOf(c.Context)
	if err != nil {
		return err
	}
	base, first, err := baseLanguages(c)
	if err != nil {
		return err
	}
	corpus, err := languageCorpus(c)
	if err != nil {
		return err
	}
	check := languages.NewCorpus()
	for _, what := range c.StringSlice("check") {
		code, path, err := coded(c, what)
		if err != nil {
			return err
		}
		if err := readLanguage(check, code, path, strings.Contains(filepath.Base(path), ".tsv"), true); err != nil {
			return err
		}
	}
	learned, held := corpus.HoldOut(c.Float64("hold-out"))
	m, err := trainNetworkOfLanguages(c, config, first, learned)
	if err != nil {
		return err
	}
	cal := languages.DefaultCalibration()
	cal.Harm = c.Float64("harm")
	calibrated := held
	if len(held.Parts()) == 0 {
		calibrated = learned
	}
	c.Doing("calibration")
	if m, err = languages.Calibrate(c.Ctx(), m, calibrated, cal, c.Int("jobs")); err != nil {
		return err
	}
	out, err := languageBundle(c, config, m, base, origin)
	if err != nil {
		return err
	}
	c.Doing("measuring")
	for _, measured := range []*languages.Corpus{held, check} {
		if len(measured.Parts()) == 0 {
			continue
		}
		rows, err := languages.Measure(c.Ctx(), m, measured, c.Int("jobs"))
		if err != nil {
			return err
		}
		c.Show.Wipe()
		if err := languages.WriteTable(c.App.Writer, rows); err != nil {
			return err
		}
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// stepLanguages is the name of the step of training.
const stepLanguages = "network for languages"

// trainNetworkOfLanguages trains the network, from where an earlier training was interrupted.
func trainNetworkOfLanguages(c *training.Run, config languages.Config, first *multilingual.Model, corpus *languages.Corpus) (*multilingual.Model, error) {
	about, err := json.Marshal(struct {
		languages.Config
		Text  []string
		Units []int
		From  string
	}{config, append(c.StringSlice("text"), c.StringSlice("speech")...), unitsOf(corpus), c.String("from")})
	if err != nil {
		return nil, err
	}
	dir, err := c.Work()
	if err != nil {
		return nil, err
	}
	checkpoint := steps.NewCheckpoint(dir, stepLanguages, string(about))
	note := func(format string, args ...any) {
		c.Report(stages.Event{Step: stepLanguages, Note: fmt.Sprintf(format, args...)})
	}
	file, err := stages.RunStep(dir, stepLanguages, string(about), c.Report, func() ([]byte, error) {
		p := languages.Progress{Checkpoint: func(state []byte) {
			if err := checkpoint.Keep(state); err != nil {
				note("what is trained so far cannot be kept: %v", err)
			}
		}}
		var err error
		switch p.Resume, err = checkpoint.Load(); {
		case err != nil:
			note("what was trained earlier is of no use (%v): it is trained from the beginning", err)
		case p.Resume != nil:
			note("it goes on where it was interrupted")
		}
		p.Report = func(r rnn.Progress, _ *multilingual.Model) {
			loss := 0.0
			for k, l := range r.Loss {
				loss += l * config.Weights[k]
			}
			c.Report(stages.Event{Step: stepLanguages, Passes: config.Trainer.Passes, Progress: m3n.Progress{Pass: r.Pass, Objective: loss}})
		}
		m, err := languages.Train(c.Ctx(), config, first, corpus, c.Int("jobs"), p)
		if err != nil {
			return nil, err
		}
		return m.Marshal(string(about))
	})
	if err != nil {
		return nil, err
	}
	if err := checkpoint.Remove(); err != nil {
		return nil, err
	}
	return multilingual.Unmarshal(file)
}

func unitsOf(c *languages.Corpus) []int {
	var out []int
	for _, p := range c.Parts() {
		out = append(out, p.Units())
	}
	return out
}

// languageBundle returns the bundle of a network.
func languageBundle(c *training.Run, config languages.Config, m *multilingual.Model, base *engine.Bundle, origin engine.Origin) ([]byte, error) {
	text, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	file, err := m.Marshal(string(text))
	if err != nil {
		return nil, err
	}
	origin.Kept = base != nil
	parts := map[string][]byte{engine.PartLanguages: file}
	if parts[engine.PartSources], err = engine.State(base, parts, []string{engine.PartLanguages}, origin); err != nil {
		return nil, err
	}
	licence := c.String("licence")
	if !c.IsSet("licence") {
		licence = training.LicencesOf(origin.Sources)
		if base != nil && base.Manifest().Licence != "" {
			licence = strings.TrimPrefix(licence+"; "+base.Manifest().Licence, "; ")
		}
	}
	return engine.BuildParts(engine.Manifest{Version: c.String("name"), Licence: licence, Description: "languages: " + m.String()}, parts)
}
