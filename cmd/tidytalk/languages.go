package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/langid"
)

func languagesCommand() *cli.Command {
	return &cli.Command{
		Name:  "languages",
		Usage: "list the languages and what is done in each, or find out what a file is in",
		Description: `Lists the languages that something is known of, with what is done in each: fillers and
partial words go, repetitions go, punctuation and case are restored, repairs that no rule
finds go; and by what: models that are part of the program, a file of models beside it,
or lists of words. Models count before lists. Text in any other language is left as it is.

'languages show CODE' writes the lists of a language in the form of data/language/CODE/words.txt,
which docs/extending.md describes.

'languages guess FILE' says in which language each turn of a file is, how sure that is,
which words tell it, and what would be done with it. A margin is a logarithm of odds:
3 is 20 to 1, 6 is 400 to 1.

Examples:
  tidytalk languages list
  tidytalk languages show de
  tidytalk languages guess interview.txt`,
		Flags:  []cli.Flag{bundles.Flag()},
		Action: languagesList,
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list the languages, and what is done in each",
				Flags: []cli.Flag{bundles.Flag(), cli.HelpFlag}, Action: languagesList,
			},
			{
				Name: "show", Usage: "write the lists of words of a language", ArgsUsage: "CODE",
				Flags: []cli.Flag{cli.HelpFlag}, Action: languagesShow,
			},
			{
				Name: "guess", Usage: "say in which language each turn of a file is, and what would be done with it", ArgsUsage: "FILE",
				Flags:  []cli.Flag{bundles.Flag(), bundles.OptionFlag(cleaning.At(cleaning.CleanCommand, "from")), cli.HelpFlag},
				Action: languagesGuess,
			},
		},
	}
}

// known is a language that something is known of.
type known struct {
	code  string
	can   pipeline.Level
	mends bool               // repairs that no rule finds
	lists *language.Language // nil: it has none
	by    string
}

// knownLanguages returns the languages that a decider with the models of a bundle knows, sorted by code.
func knownLanguages(c *cli.Context) (*document.Decider, []known, error) {
	b, err := bundles.LoadFor(c, "")
	if err != nil {
		return nil, nil, err
	}
	d, err := document.New(b, document.Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}}})
	if err != nil {
		return nil, nil, err
	}
	files, err := filesOf(c)
	if err != nil {
		return nil, nil, err
	}
	codes := append(language.Codes(), langid.Chinese)
	more, err := b.Languages()
	if err != nil {
		return nil, nil, err
	}
	codes = append(codes, more...)
	slices.Sort(codes)
	var out []known
	for _, code := range slices.Compact(codes) {
		if langid.Code(code) != code {
			continue // speech that is mixed of two
		}
		k := known{code: code, can: d.Can(code), mends: d.RemovesRepairs(code), by: files[code]}
		k.lists, _ = language.Of(code)
		if k.by == "" {
			k.by = k.builtIn()
		}
		out = append(out, k)
	}
	return d, out, nil
}

// builtIn says by what a language is known that no file beside the program has models for.
func (k *known) builtIn() string {
	switch {
	case k.can > pipeline.CanPauses:
		return "the models of the program"
	case k.lists != nil:
		return "lists"
	}
	return "no models found"
}

// filesOf returns the file that has the models for a language, by its code, of those that are installed, or of the one that is named.
func filesOf(c *cli.Context) (map[string]string, error) {
	out := make(map[string]string)
	var paths []string
	if named := c.String("bundle"); named == "" || named == bundles.Auto {
		var err error
		if paths, err = bundles.Installed(); err != nil {
			return nil, err
		}
	} else {
		path, err := bundles.Path(named)
		if err != nil {
			return nil, err
		}
		paths = []string{path}
	}
	for _, path := range paths {
		b, err := bundles.OpenParts(path)
		if err != nil {
			return nil, err
		}
		codes, err := b.Languages()
		if err != nil {
			return nil, fmt.Errorf("bundle %s: %w", path, err)
		}
		if b.Part(engine.PartChinese) != nil {
			codes = append(codes, langid.Chinese)
		}
		if b.Part(string(stages.PartTagger)) != nil {
			codes = append(codes, langid.English)
		}
		for _, code := range codes {
			out[code] = filepath.Base(path)
		}
	}
	return out, nil
}

// languagesList lists the languages.
func languagesList(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("languages takes list, show CODE or guess FILE, not %q", c.Args().First())
	}
	_, all, err := knownLanguages(c)
	if err != nil {
		return err
	}
	return fileio.Write(c, "", func(w io.Writer) error { return writeLanguages(w, all) })
}

func writeLanguages(w io.Writer, all []known) error {
	yes := func(does bool) string {
		if does {
			return "yes"
		}
		return "-"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "code\tlanguage\tfillers\trepetitions\tpunctuation and case\trepairs\tby")
	network := false
	for i := range all {
		k := &all[i]
		listed := k.can >= pipeline.CanPauses && (k.lists != nil || k.code == langid.Chinese)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.code, tidytalk.LanguageName(k.code), yes(listed), yes(listed), yes(k.can >= pipeline.CanMarks), yes(k.mends), k.by)
		network = network || k.can >= pipeline.CanMarks && k.code != langid.English && k.code != langid.Chinese
	}
	if err := t.Flush(); err != nil || network {
		return err
	}
	_, err := fmt.Fprintf(w, "\nPunctuation, case and repairs of 20 languages need models that are not there: put them there as %s.\n", strings.Join(bundles.Places(), " or "))
	return err
}

// languagesShow writes the lists of a language.
func languagesShow(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("languages show takes the code of one language: see 'tidytalk languages list'")
	}
	code := langid.Code(c.Args().First())
	if code == "" {
		return usage.Errorf("%q is no language: name one of %s", c.Args().First(), strings.Join(language.Codes(), ", "))
	}
	l, ok := language.Of(code)
	if !ok {
		return usage.Errorf("there are no lists of %s: there are of %s", tidytalk.LanguageName(code), strings.Join(language.Codes(), ", "))
	}
	return fileio.Write(c, "", func(w io.Writer) error {
		if code == langid.English {
			fmt.Fprintln(w, "# Some of the lists that the models for English read; 'tidytalk fillers' has its fillers.")
		}
		return l.WriteWords(w)
	})
}
