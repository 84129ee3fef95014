//go:build !small

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/postag"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/training/adapt"
	"github.com/tidytalk/tidytalk/training/train"
)

func corpusTagCommand() *cli.Command {
	return &cli.Command{
		Name: "tag", ArgsUsage: "FILE...", Usage: "give the tokens of corpora part-of-speech tags by distant means",
		Description: `Writes the token TSVs as one, in which all tokens have tags. Where nobody has
annotated any, a lexicon (the dictionary files of WordNet 3) says which tags a word can
have, and a hidden Markov model learns from the words of all files which it has where.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.StringFlag{Name: "lexicon", Usage: "the dictionary files of WordNet are in `FOLDER` (index.noun, verb.exc and so on)"},
			usage.JobsFlag(),
		},
		Action: corpusTag,
	}
}

func corpusTag(c *cli.Context) error {
	if err := usage.Required(c, "lexicon"); err != nil {
		return err
	}
	sides, err := corpusFiles(c)
	if err != nil {
		return err
	}
	lexicon, err := postag.ReadLexicon(c.String("lexicon"))
	if err != nil {
		return err
	}
	train.Tag(lexicon, sides, c.Int("jobs"))
	return writeSides(c, sides)
}

// corpusFiles reads the token TSVs that the arguments name.
func corpusFiles(c *cli.Context) ([]data.Side, error) {
	if c.NArg() == 0 {
		return nil, usage.Errorf("corpus %s needs a token TSV", c.Command.Name)
	}
	var out []data.Side
	seen := make(map[[2]int]string)
	for _, path := range c.Args().Slice() {
		sides, err := data.ReadTSVFile(path)
		if err != nil {
			return nil, err
		}
		for i := range sides {
			id := [2]int{sides[i].Conv, int(sides[i].Speaker)}
			if other, ok := seen[id]; ok && other != path {
				return nil, fmt.Errorf("%s: speaker %c of conversation %d is in %s, too", path, sides[i].Speaker, sides[i].Conv, other)
			}
			seen[id] = path
		}
		out = append(out, sides...)
	}
	return out, nil
}

func writeSides(c *cli.Context, sides []data.Side) error {
	if err := fileio.MakeParent(c.String("output")); err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error { return data.WriteTSV(w, sides) })
}

func corpusLabelCommand() *cli.Command {
	return &cli.Command{
		Name: "label", ArgsUsage: "FILE...", Usage: "make a corpus larger by what models say of text that nobody has annotated",
		Description: `Writes the token TSVs as one, all of whose sides are annotated: those that are not
in the files get the labels that the models find (self-training; the models must not
have been trained on them). With --mixed, punctuated text is added as sides of its own:
that of --mixed-sources, which is fluent, with the fillers that the models find, and some
artificial disfluencies; that of --marked-sources, which was written down word for word,
with the labels that the models find. With --pairs, talk is added that editors have cleaned, with
labels for what they took out, as 'adapt --pairs' reads it. What models learned from that have labelled a
corpus is in what is trained on it: the command ends with its names.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
			&cli.StringSliceFlag{Name: "mixed", Usage: "punctuated text is in `FOLDER` (may be repeated: a source is read from the first that has it), files SOURCE.train.txt or SOURCE.train.txt.gz with lines of a speaker's name, a tab and what was said"},
			&cli.StringFlag{Name: "mixed-sources", Usage: "the `SOURCES` of fluent text (comma list)"},
			&cli.StringSliceFlag{Name: "pairs", Usage: "add talk as it was said and as an editor made it, `FILE` of pairs, or RAW=CLEAN, two transcripts; may be given more than once"},
			&cli.StringFlag{Name: "marked-sources", Usage: "the `SOURCES` of text that was written down word for word (comma list)"},
			&cli.IntFlag{Name: "words", Value: training.MixedWords, Usage: "read about `N` words of each source"},
			&cli.Float64Flag{Name: "artificial", Value: train.DefaultWrittenConfig().Artificial, Usage: "the `SHARE` of the fluent sentences that get an artificial disfluency"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of artificial disfluencies"},
			&cli.StringFlag{Name: "segment", Value: "line", Usage: "label `WHAT`: line (gold sentences without punctuation) or written (text with punctuation, of which models see more)"},
			&cli.Float64Flag{Name: "confidence", Value: 0.5, Usage: "with --segment written, take repairs with a `PROBABILITY` of at least this of being right"},
			&cli.BoolFlag{Name: "agree", Usage: "with --segment written, leave out sentences of which the models of bare sentences say otherwise what is a repair"},
			&cli.BoolFlag{Name: "markers", Usage: "with --segment written, add the discourse markers and editing terms that the models find to sides that are annotated, too: some annotators mark next to none"},
			&cli.BoolFlag{Name: "conjunctions", Usage: "with --segment written, make fillers of and, but, or and so that open sentences, of sides that are annotated, too"},
			usage.JobsFlag(),
			bundles.OptionFlag(cleaning.Find("mode")),
		},
		Action: corpusLabel,
	}
}

func corpusLabel(c *cli.Context) error {
	if share := c.Float64("artificial"); !(share >= 0 && share <= 1) {
		return usage.Errorf("--artificial is a share from 0 to 1, not %v", share)
	}
	if c.Int("words") < 1 {
		return usage.Errorf("--words must be at least 1, not %d", c.Int("words"))
	}
	mode := engine.LabelOptions{Mode: engine.Mode(c.String("mode"))}
	if err := mode.Validate(); err != nil {
		return usage.Wrap(err)
	}
	written := c.String("segment") == engine.Written
	if !written && c.String("segment") != "line" {
		return usage.Errorf("--segment is line or written, not %q", c.String("segment"))
	}
	if c.Bool("agree") && c.IsSet("confidence") {
		return usage.Errorf("--agree takes what both models find, however sure they are: it does not go with --confidence")
	}
	if !written && (c.Bool("markers") || c.Bool("agree") || c.Bool("conjunctions") || c.IsSet("confidence")) {
		return usage.Errorf("--confidence, --agree, --markers and --conjunctions are of --segment written")
	}
	if written && !mode.Mode.Decodes() {
		return usage.Errorf("--segment written labels with --mode decoder, not %s", mode.Mode)
	}
	if len(c.StringSlice("mixed")) == 0 && (c.IsSet("mixed-sources") || c.IsSet("marked-sources")) {
		return usage.Errorf("--mixed-sources and --marked-sources say what to read in the folder of --mixed")
	}
	sides, err := corpusFiles(c)
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	edited, err := readEditedTexts(c.StringSlice("pairs"))
	if err != nil {
		return err
	}
	taken, _, err := adapt.FromEdited(c.Context, b, edited, c.Int("jobs"))
	if err != nil {
		return err
	}
	sides = append(sides, taken...)
	more, err := textToLabel(c, b)
	if err != nil {
		return err
	}
	if sides = append(sides, more...); written {
		sides, err = train.LabelWritten(c.Context, b, sides, train.WrittenLabels{
			Confidence: c.Float64("confidence"), Agree: c.Bool("agree"), Markers: c.Bool("markers"), Conjunctions: c.Bool("conjunctions"), Workers: c.Int("jobs")})
	} else {
		sides, err = train.Label(c.Context, b, mode.Mode, sides, c.Int("jobs"))
	}
	if err != nil {
		return err
	}
	if err := writeSides(c, sides); err != nil {
		return err
	}
	groups := []engine.Group{engine.StageParts}
	switch {
	case mode.Mode.Decodes():
		groups = append(groups, engine.ExpertParts, engine.DecoderParts, engine.EditTermParts, engine.MarkerParts, engine.ConfidenceParts, engine.NetworkParts, engine.EncoderParts, engine.SettlingParts)
	case mode.Mode == engine.ModeExperts:
		groups = append(groups, engine.ExpertParts)
	}
	return tellTeachers(c, b, groups...)
}

// tellTeachers says what the models of some groups learned from, which label: what learns from them
// learns from it.
func tellTeachers(c *cli.Context, b *engine.Bundle, groups ...engine.Group) error {
	stated, err := b.Sources()
	if err != nil {
		return err
	}
	var sources []licences.Source
	for _, g := range groups {
		for _, name := range engine.PartsOf(g) {
			if i := slices.IndexFunc(stated.Parts, func(p licences.Part) bool { return p.Name == name }); i >= 0 {
				for _, s := range stated.Parts[i].Sources {
					sources = append(sources, *stated.Source(s))
				}
			}
		}
	}
	slices.SortFunc(sources, func(a, b licences.Source) int { return strings.Compare(a.Name, b.Name) })
	sources = slices.CompactFunc(sources, func(a, b licences.Source) bool { return a.Name == b.Name })
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	fmt.Fprintf(c.App.ErrWriter, "these models learned from %s (commercial use: %s): where others are trained on their labels, name that with --source, too\n", strings.Join(names, ","), licences.Commercial(sources))
	return nil
}

// textToLabel reads the text of --mixed as sides.
func textToLabel(c *cli.Context, b *engine.Bundle) ([]data.Side, error) {
	folders, words := c.StringSlice("mixed"), c.Int("words")
	sources := func(name string) []string {
		return slices.DeleteFunc(strings.Split(c.String(name), ","), func(s string) bool { return s == "" })
	}
	fluent, err := train.ReadMixed(folders, sources("mixed-sources"), words, training.MixedSkip, false)
	if err != nil {
		return nil, err
	}
	config := train.DefaultWrittenConfig()
	config.Artificial, config.Seed = c.Float64("artificial"), c.Uint64("seed")
	sides := train.SpokenSides(b, fluent, config, c.Int("jobs"))
	punctuated, err := train.ReadPunctuated(folders, sources("marked-sources"), words, training.MixedSkip, false)
	if err != nil {
		return nil, err
	}
	return append(sides, train.TextSides(punctuated, len(sides))...), nil
}
