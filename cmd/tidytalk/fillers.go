package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/fillers"
)

func fillersCommand() *cli.Command {
	return &cli.Command{
		Name:  "fillers",
		Usage: "list the words that count as fillers",
		Description: `Writes the list of fillers that 'tidytalk clean' works with, a word or phrase a line:
the word that the models read for it, its kind (F filled pause, D discourse marker, E
editing term, B backchannel), what is done with it, and where that comes from. Filled
pauses are removed, but for a few that are kept where they are all that is said ("Hmm.").
Words that have a meaning, too, such as discourse markers, are decided about in context:
the models do, also about words that are not listed. Backchannels are no fillers, and
kept. --keep and --remove of clean choose among the kinds.

A word stands for all that is spelled like it: with letters repeated ("ummm", "Uhhh"), in
any case and with any punctuation ("uh,"), and filled pauses in brackets or with the sign of
a recogniser, too ("[uh]", "<um>", "%uh", "&-uh"). What begins with % in the list counts
with such a sign or in brackets only ("%HESITATION", "[hesitation]"). Words in capitals
in other text ("ER", "UM") are acronyms.

--fillers FILE changes the list, here and in clean. A line of the file is one of

  + ehem           this word is removed wherever it stands, as a filled pause
  + so to say D    a phrase, of another kind
  + righto B       a backchannel, which is kept
  - like           this word is never removed as a filler
  - you know       nor is this phrase; in a repair, it is removed with the repair
  # comment

Examples:
  tidytalk fillers
  tidytalk fillers --fillers mine.txt
  tidytalk clean --fillers mine.txt talk.txt`,
		Flags: []cli.Flag{bundles.OptionFlag(cleaning.Find("fillers")), &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage.Errorf("fillers takes no arguments: name a file of changes with --fillers")
			}
			list, err := fillersOf(c)
			if err != nil {
				return err
			}
			return fileio.Write(c, c.String("output"), func(w io.Writer) error { return writeFillers(w, list) })
		},
	}
}

// fillersOf returns the list of fillers that --fillers says.
func fillersOf(c *cli.Context) (*fillers.List, error) {
	if path := c.String("fillers"); path != "" {
		return fillers.ReadFile(path)
	}
	return fillers.Default(), nil
}

func writeFillers(w io.Writer, list *fillers.List) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "word\tread as\tkind\twhat is done\tfrom")
	for e := range list.All() {
		kind := "-"
		if e.Kind != 0 {
			kind = fmt.Sprintf("%c %s", e.Kind, e.Kind)
		}
		from := "default"
		if e.Own {
			from = "your file"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", e.Words, e.Reads, kind, e.Use, from)
	}
	return t.Flush()
}
