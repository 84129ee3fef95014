package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// languagesGuess says in which language each turn of a file is.
func languagesGuess(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("languages guess takes one file")
	}
	how := formats.Reading{}
	if from := c.String("from"); from != "" && from != "auto" {
		var err error
		if how.Format, err = formats.ByName(from); err != nil {
			return usage.Errorf("--from: %v", err)
		}
	}
	src, name, err := readInput(c.Context, c.App.Reader, c.Args().First(), how)
	if err != nil {
		return err
	}
	file, err := how.Read(src, name)
	if err != nil {
		return err
	}
	d, all, err := knownLanguages(c)
	if err != nil {
		return err
	}
	return fileio.Write(c, "", func(w io.Writer) error { return writeLanguageGuess(w, file, d.Guess(file.Document), all) })
}

// runs joins guesses of a turn that say the same language: the margins of what tells by itself add up.
func runs(guesses []document.Guess) []document.Guess {
	var out []document.Guess
	for _, g := range guesses {
		n := len(out) - 1
		if n < 0 || out[n].Turn != g.Turn || out[n].Language != g.Language {
			out = append(out, g)
			continue
		}
		last := &out[n]
		last.Words.End = g.Words.End
		last.Telling = slices.Compact(append(slices.Clone(last.Telling), g.Telling...))
		if g.Alone.Code != g.Language {
			continue
		}
		if last.Alone.Code != g.Language {
			last.Alone = g.Alone
		} else {
			last.Alone.Margin += g.Alone.Margin
		}
	}
	return out
}

// mostShown is how many words of a turn and how many that tell its language are shown.
const mostShown = 5

func writeLanguageGuess(w io.Writer, file *formats.File, guesses []document.Guess, all []known) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "line\tspeaker\tlanguage\tmargin\ttold by\tfirst words")
	words := make(map[string]int)
	doc := file.Document
	for _, g := range runs(guesses) {
		n, first := 0, -1
		var begins transcript.Span // of the source
		for i := g.Words.Start; i < g.Words.End; i++ {
			if doc.Words[i].Tokens.Len() == 0 {
				continue
			}
			if n++; first < 0 {
				first, begins.Start = doc.Words[i].Tokens.Start, doc.Words[i].Bytes.Start
			}
			if n <= mostShown {
				begins.End = doc.Words[i].Bytes.End
			}
		}
		if n == 0 {
			continue
		}
		words[g.Language] += n
		margin := "-"
		if !g.Said && g.Alone.Code == g.Language {
			margin = fmt.Sprintf("%.1f", g.Alone.Margin)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\n", file.Line(first), visible.String(cmp.Or(doc.Turns[g.Turn].Speaker, "-")), g.Language, margin, toldBy(&g), visible.String(strings.Join(strings.Fields(doc.Source[begins.Start:begins.End]), " ")))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(words) > 0 {
		fmt.Fprintln(w)
	}
	codes := slices.SortedFunc(maps.Keys(words), func(a, b string) int { return cmp.Or(cmp.Compare(words[b], words[a]), cmp.Compare(a, b)) })
	for _, code := range codes {
		if _, err := fmt.Fprintf(w, "%s (%s), %d words: %s\n", tidytalk.LanguageName(code), code, words[code], becomes(code, all)); err != nil {
			return err
		}
	}
	return nil
}

// toldBy says what tells the language of a turn.
func toldBy(g *document.Guess) string {
	switch {
	case g.Said:
		return "the file or an option"
	case g.Alone.Code != g.Language:
		return "what else is said"
	case g.Alone.Against == "" && g.Language != langid.English:
		return "the script"
	case len(g.Telling) == 0:
		return "nothing speaks against it"
	}
	return visible.String(strings.Join(g.Telling[:min(mostShown, len(g.Telling))], ", "))
}

// becomes says what is done with text in a language, and by what.
func becomes(code string, all []known) string {
	i := slices.IndexFunc(all, func(k known) bool { return k.code == code })
	if i < 0 || all[i].can == pipeline.CanNothing {
		return "left as it is"
	}
	k := &all[i]
	var what []string
	if k.lists != nil || k.code == langid.Chinese {
		what = append(what, "fillers, repetitions and partial words go")
	}
	if k.mends {
		what = append(what, "repairs go")
	}
	if k.can >= pipeline.CanMarks {
		what = append(what, "punctuation and case are restored where there are none")
	}
	return strings.Join(append(what, "by "+k.by), ", ")
}
