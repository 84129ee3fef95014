//go:build !small

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/nearest"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainCommand() *cli.Command {
	return &cli.Command{
		Name:        "train",
		Usage:       "train the models from a corpus and write a bundle",
		ArgsUsage:   "CORPUS",
		Subcommands: []*cli.Command{trainExpertsCommand(), trainClassesCommand(), training.PunctCommand(), trainWordClassesCommand(), trainEditingTermsCommand(), trainDiscourseMarkersCommand(), trainEditorCommand(), trainConfidenceCommand(), trainVoiceCommand(), trainVoiceRepairsCommand(), trainChineseCommand(), trainLanguageCommand()},
		Description: `CORPUS is a token TSV (all of it is trained on), a folder with train.tsv, or the
csv release of the Switchboard Dialog Act Corpus (its training split).

The corpus is checked first: tags, punctuation and times that cannot be are reported with
file, line and column. Finished steps are kept in the work folder until all is done,
so that an interrupted training goes on; with --keep-work they are kept, and a change of
settings repeats only what depends on it. A step that is damaged is trained again.
Two trainings at once need a work folder each. The result depends on the corpus, the
settings and the seed, not on the number of jobs.

Examples:
  tidytalk train -o my.tt corpus/
  tidytalk train --parts edit --base my.tt --edit-templates edit.tmpl -o new.tt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "parts", Value: "all", Usage: "train only these `PARTS` (comma list of tagger, filler, fluent-lm, disfluent-lm, edit, kinds, experts, decoder, streams, written, network); the others come from --base"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` with the parts that are not trained (default: the embedded one)"},
			&cli.StringFlag{Name: "name", Value: "custom", Usage: "`VERSION` of the bundle for its manifest"},
			&cli.StringFlag{Name: "description", Usage: "`TEXT` for the manifest: what the models were trained on"},
			&cli.StringFlag{Name: "licence", Value: engine.ModelLicence, DefaultText: engine.ModelLicence + ", or those of --source", Usage: "`LICENCE` of the models, that of their data"},
			&cli.Uint64Flag{Name: "seed", Value: stages.DefaultConfig().Seed, Usage: "`SEED` of every random choice"},
			&cli.IntFlag{Name: "folds", Value: stages.DefaultConfig().Folds, Usage: "jackknife with `N` folds"},
			&cli.IntFlag{Name: "runs", Usage: "average the models of `N` runs in the trained parts (default: each part's own)"},
			&cli.IntFlag{Name: "passes", Usage: "`N` passes over the data in the trained parts (default: each part's own)"},
			&cli.StringFlag{Name: "times", Value: string(stages.DefaultConfig().Times), Usage: "train the edit stage on sentences `WITH` their word times: all, none, or both (each with and without)"},
			&cli.StringFlag{Name: "scheme", Value: string(stages.DefaultConfig().Scheme), Usage: "`LABELS` of the edit stage: EFO, EO (fillers from the filler stage), or BIES"},
			&cli.StringFlag{Name: "loss", Value: "default", Usage: "`LOSS` of the edit stage: default (missed edit words count 2.5 times, missed fillers 1.5 times), paper (both twice), plain, or changes to the default such as EO=3,OE=1.5"},
			&cli.IntFlag{Name: "lower-order", Usage: "lower the clique order of the edit templates by `N`"},
			&cli.StringFlag{Name: "method", Value: string(stages.SubgradientMethod), Usage: "train the edit stage with `METHOD`: subgradient, bcfw or lbfgs (a CRF)"},
			&cli.Float64Flag{Name: "l2", Usage: "L2 `WEIGHT` of the edit stage (default: its own; its meaning is the method's)"},
			&cli.StringFlag{Name: "check", Usage: "after every pass of the edit stage or the network, score it on this token TSV `FILE` (with --parts edit or --parts network)"},
			&cli.StringFlag{Name: "edit-templates", Usage: "feature template `FILE` of the edit stage"},
			&cli.StringFlag{Name: "filler-templates", Usage: "feature template `FILE` of the filler stage"},
			&cli.StringFlag{Name: "tagger-templates", Usage: "feature template `FILE` of the tagger"},
			training.ExcludeFlag(),
			training.CorpusAudioFlag(),
		}, slices.Concat(training.SourceFlags(), training.WorkFlags(), training.MixedFlags(), networkFlags(), training.MemoryFlags("4GB"), training.Flags())...),
		Before: usage.Hush,
		Action: training.Action(trainParts),
	}
}

func trainParts(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if err := training.OneCorpus(c); err != nil {
		return err
	}
	corpus := c.Args().First()
	if err := checkCorpus(c, corpus); err != nil {
		return err
	}
	if c.Int("runs") < 0 || c.Int("passes") < 0 {
		return usage.Errorf("--runs and --passes may not be negative")
	}
	parts, later, err := parseParts(c.String("parts"))
	if err != nil {
		return err
	}
	config, err := stagesConfig(c.Context, parts)
	if err != nil {
		return err
	}
	origin, err := training.OriginOf(c.Context)
	if err != nil {
		return err
	}
	sides, err := training.Sides(c.Context, corpus)
	if err != nil {
		return err
	}
	sentences := data.Sentences(sides)
	trained := make(map[string][]byte)
	var base *engine.Bundle
	if len(parts) < len(stages.Parts) || len(later) < len(laterParts) {
		if base, err = training.Base(c.Context); err != nil {
			return err
		}
		if trained, err = base.Files(); err != nil {
			return err
		}
	}
	tr, err := c.Trainer()
	if err != nil {
		return err
	}
	tr.Config = config
	if err := scoring(c, tr, parts, later); err != nil {
		return err
	}
	fresh, err := tr.Train(c.Ctx(), sentences, parts...)
	if err != nil {
		return err
	}
	changed := slices.Clone(later)
	var learned []string
	for p, b := range fresh {
		trained[string(p)] = b
		changed = append(changed, string(p))
		learned = append(learned, string(p))
	}
	if slices.Contains(later, decoderPart) {
		files, err := train.Decoder(c.Ctx(), tr, sentences, train.DefaultDecoderConfig())
		if err != nil {
			return fmt.Errorf("training the decoder: %w", err)
		}
		maps.Copy(trained, files)
		learned = slices.AppendSeq(learned, maps.Keys(files))
	}
	wantExperts, wantStreams, wantWritten, wantNetwork := slices.Contains(later, engine.PartExperts), slices.Contains(later, streamsPart), slices.Contains(later, writtenPart), slices.Contains(later, engine.PartNetwork)
	leaveOut(c.Context, trained, changed, wantExperts, wantStreams, wantWritten, wantNetwork)
	if trained[engine.PartSources], err = engine.State(base, trained, learned, origin); err != nil {
		return err
	}
	licence := c.String("licence")
	if !c.IsSet("licence") && len(origin.Sources) > 0 {
		if licence, err = licenceOf(trained[engine.PartSources]); err != nil {
			return err
		}
	}
	out, err := engine.Build(engine.Manifest{
		Version: c.String("name"), Description: c.String("description"), Licence: licence,
	}, trained)
	if err != nil {
		return err
	}
	if out, err = fitted(out); err != nil {
		return err
	}
	if out, err = withLater(c, out, sides, later); err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// checkCorpus returns an error for a corpus that is a misspelled command.
func checkCorpus(c *training.Run, corpus string) error {
	if _, err := os.Stat(corpus); err == nil {
		return nil
	}
	var names []string
	for _, sub := range c.Command.Subcommands {
		names = append(names, sub.Name)
	}
	if near := nearest.Of(names, corpus); near != "" {
		return usage.Errorf("%s is no corpus; did you mean 'train %s'?", corpus, near)
	}
	return nil
}

// scoring lets the trainer score the edit stage on the text of --check.
func scoring(c *training.Run, tr *stages.Trainer, parts []stages.Part, later []string) (err error) {
	path := c.String("check")
	switch {
	case path == "":
	case len(parts) == 1 && parts[0] == stages.PartEdit && len(later) == 0:
		tr.Check, err = checker(c.Context, path)
	case len(parts) == 0 && slices.Equal(later, []string{engine.PartNetwork}): // withNetwork reads it
	default:
		err = usage.Errorf("--check scores the edit stage or the network with the other parts of a finished bundle: it goes with --parts edit or --parts network")
	}
	return err
}

// licenceOf returns the licences of what parts were made from, by a statement of that.
func licenceOf(sources []byte) (string, error) {
	made, err := licences.Parse(string(sources), engine.PartSources)
	if err != nil {
		return "", err
	}
	return training.LicencesOf(made.Sources), nil
}

// withLater trains the parts that read a finished bundle, and returns the bundle with them.
func withLater(c *training.Run, out []byte, sides []data.Side, later []string) (_ []byte, err error) {
	if slices.Contains(later, engine.PartExperts) {
		if out, err = addExperts(c, out, data.Sentences(sides)); err != nil {
			return nil, fmt.Errorf("training the experts: %w", err)
		}
	}
	if slices.Contains(later, streamsPart) {
		b, err := c.Load(out)
		if err != nil {
			return nil, err
		}
		if out, err = training.WithStreams(c, b, sides, train.DefaultStreamConfig()); err != nil {
			return nil, fmt.Errorf("training the parts for streams: %w", err)
		}
	}
	if slices.Contains(later, writtenPart) {
		if out, err = withWritten(c, out, sides); err != nil {
			return nil, fmt.Errorf("training the parts for punctuated text: %w", err)
		}
	}
	if slices.Contains(later, engine.PartNetwork) {
		if out, err = withNetwork(c, out, sides); err != nil {
			return nil, fmt.Errorf("training the network: %w", err)
		}
	}
	return out, nil
}

// stagesConfig reads the flags about the training of the stages.
func stagesConfig(c *cli.Context, parts []stages.Part) (stages.Config, error) {
	config := stages.DefaultConfig()
	var err error
	config.Seed, config.Folds = c.Uint64("seed"), c.Int("folds")
	config.Lower = c.Int("lower-order")
	if config.Edit.Method, err = stages.ParseMethod(c.String("method")); err != nil {
		return config, usage.Wrap(err)
	}
	if c.IsSet("l2") {
		config.Edit.L2 = c.Float64("l2")
	}
	if config.Scheme, err = stages.ParseScheme(c.String("scheme")); err != nil {
		return config, usage.Wrap(err)
	}
	if config.Losses, err = stages.ParseLosses(c.String("loss")); err != nil {
		return config, usage.Wrap(err)
	}
	if config.Times, err = stages.ParseTimes(c.String("times")); err != nil {
		return config, usage.Wrap(err)
	}
	for part, s := range map[string]*stages.StageConfig{"tagger": &config.Tagger, "filler": &config.Filler, "edit": &config.Edit, "kinds": &config.Kinds} {
		if slices.Contains(parts, stages.Part(part)) {
			s.Runs, s.Passes = cmp.Or(c.Int("runs"), s.Runs), cmp.Or(c.Int("passes"), s.Passes)
		}
		if part == "kinds" {
			continue
		}
		if path := c.String(part + "-templates"); path != "" {
			b, err := bounded.ReadFile(path, bounded.Lists)
			if err != nil {
				return config, err
			}
			if _, err := m3n.ParseTemplates(bytes.NewReader(b), path); err != nil {
				return config, err
			}
			s.Templates = string(b)
		}
	}
	return config, nil
}

// checker returns a function that scores edit models together with the other
// parts of the base bundle.
func checker(c *cli.Context, path string) (func(pass int, loss float64, m *m3n.Model), error) {
	sentences, err := training.ScoredSentences(c, path, "", "")
	if err != nil {
		return nil, err
	}
	base, err := training.Base(c)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	scoring := time.Duration(0) // not the trainer's time
	return func(pass int, loss float64, m *m3n.Model) {
		from := time.Now()
		l, err := base.Sentences().Stages().WithEdit(m)
		if err != nil {
			fmt.Fprintf(c.App.ErrWriter, "cannot score: %v\n", err)
			return
		}
		s := training.EvaluateBaseline(l, sentences)
		fmt.Fprintf(c.App.ErrWriter, "%7.1fs  pass %d: mean hinge %.5f, edit F1 %.2f, filler F1 %.2f\n",
			(from.Sub(start) - scoring).Seconds(), pass, loss, 100*s.Edit.F1(), 100*s.Filler.F1())
		scoring += time.Since(from)
	}, nil
}

// decoderPart is the name under which --parts knows the decoder's parts.
const decoderPart = "decoder"

// streamsPart is the name under which --parts knows the parts for streams.
const streamsPart = "streams"

// writtenPart is the name under which --parts knows the parts for punctuated text.
const writtenPart = "written"

// laterParts are what --parts knows besides the parts of the baseline.
var laterParts = []string{engine.PartExperts, decoderPart, streamsPart, writtenPart, engine.PartNetwork}

// parseParts returns the parts of the baseline and the laterParts that a list names.
func parseParts(s string) (parts []stages.Part, later []string, err error) {
	if s == "all" {
		return stages.Parts, laterParts, nil
	}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		p := stages.Part(name)
		switch {
		case slices.Contains(laterParts, name):
			later = append(later, name)
		case slices.Contains(stages.Parts, p):
			parts = append(parts, p)
		default:
			return nil, nil, usage.Errorf("unknown part %q: use all, or a list of tagger, filler, fluent-lm, disfluent-lm, edit, kinds, experts, decoder, streams, written, network", name)
		}
	}
	return parts, later, nil
}
