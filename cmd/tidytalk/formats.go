package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func formatsCommand() *cli.Command {
	return &cli.Command{
		Name:  "formats",
		Usage: "list the formats, or find out how a file may be read",
		Description: `Lists the formats of transcripts: names, as --from and --to have them, extensions,
and whether other formats can be written in them.

'formats guess FILE' says of which format a file is. For JSON, lines of JSON and tables
(CSV, XLSX, ODS) that are of none it proposes a map, shows the first words as they would be
read by it, and what it would leave alone, and writes the command that cleans the file.
Look at the words: whether they are all, and their times. Of tables the first 3,000 rows
are looked at. A file in which nothing looks like a transcript is exit code 1.

A map says where what is said is: a path to the elements of a list, and what of each is
said, when, and by whom:

  segments[].words[]: word=w start=from/1000 end=to/1000 speaker=^who

  segments[].words[]    all elements of the lists "words" of all elements of "segments";
                        [0] is the first element alone
  word=w, text=line     the member with a word, or with what somebody says at a stretch
  start=, end=, duration=   numbers of seconds (/1000, *0.01 make seconds of other units),
                        "1:02:03.5", "00:01:02:12" with frames, "2.5s", dates
  speaker=^who          ^ is what an element is in: here the element of "segments";
                        segments[].who is the same
  confidence=score      from 0 to 1
  text=., a.b, a[1]     the element itself, a member of a member, an element of a list
  "Start Time"          a name with blanks or signs
  #3                    the third column of a table; tables have no path

Where a file says the same again, that needs a map, too, or the file is refused: they are
parted by semicolons, and the first is the one that is cleaned:

  words[]: word=w start=at; sentences[]: text=line; text=transcript

Examples:
  tidytalk formats
  tidytalk formats guess meeting.json
  tidytalk clean --map 'turns[]: text=said speaker=who start=at/1000' meeting.json
  tidytalk clean --map 'text="What was said" speaker=#2' interview.csv`,
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage.Errorf("formats takes no arguments: 'tidytalk formats guess %s' says how a file may be read", c.Args().First())
			}
			return writeFormats(c.App.Writer)
		},
		Subcommands: []*cli.Command{{
			Name: "guess", ArgsUsage: "FILE", Usage: "say of which format a file is, or propose a map that reads it",
			Action: formatsGuess,
		}},
	}
}

// writeFormats lists the formats.
func writeFormats(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "name\twhat it is\tfiles\tis written")
	for _, f := range formats.All() {
		written := "no"
		if f.IsWritten() {
			written = "yes"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", f, f.Title(), strings.Join(f.Extensions(), " "), written)
	}
	return t.Flush()
}

// formatsGuess says how a file may be read.
func formatsGuess(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("formats guess takes one file")
	}
	src, name, err := readInput(c.Context, c.App.Reader, c.Args().First(), formats.Reading{})
	if err != nil {
		return err
	}
	g, err := formats.MakeGuess(src, name)
	if err != nil {
		return err
	}
	return writeGuess(c.App.Writer, g, c.Args().First())
}

// writeGuess says how a file may be read, and shows its first words as they are read then.
func writeGuess(w io.Writer, g *formats.Guess, path string) error {
	how := ""
	if g.Map == "" {
		fmt.Fprintf(w, "%s is of the format %s: %s. Its first words:\n\n", path, g.Format, g.Format.Title())
	} else {
		how = "--map " + shellQuoted(g.Map) + " "
		what := "is of no known format. It may be read by"
		if g.Known {
			what = fmt.Sprintf("is read as %s, but more is known of its words by", g.Format)
		}
		fmt.Fprintf(w, "%s %s\n\n  --map %s\n\nIts first words, then:\n\n", path, what, shellQuoted(g.Map))
	}
	if err := writeFirstWords(w, g.File.Document); err != nil {
		return err
	}
	if g.Map != "" {
		fmt.Fprintln(w)
		writeLeft(w, g.Left)
	}
	_, err := fmt.Fprintf(w, "\ntidytalk clean %s%s\n", how, shellQuoted(path))
	return err
}

// writeLeft lists what has texts, and is not read.
func writeLeft(w io.Writer, left []formats.Left) {
	const most = 12
	if len(left) == 0 {
		fmt.Fprintln(w, "Nothing else has texts.")
		return
	}
	fmt.Fprint(w, "Left as it is:\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range left[:min(len(left), most)] {
		times := ""
		if l.Count > 1 {
			times = fmt.Sprintf(" and %d more", l.Count-1)
		}
		fmt.Fprintf(t, "  %s\t%q%s\n", visible.String(l.Path), l.Sample, times)
	}
	t.Flush()
	if n := len(left) - most; n > 0 {
		fmt.Fprintf(w, "  and %d more\n", n)
	}
}

// writeFirstWords shows the first words of a document, with their times and who says them.
func writeFirstWords(w io.Writer, d *transcript.Document) error {
	const most = 10
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  start\tend\tspeaker\tword")
	n := 0
	for _, turn := range d.Turns {
		for i := turn.Words.Start; i < turn.Words.End && n < most; i++ {
			word := &d.Words[i]
			from, to := "-", "-"
			if at := saidAt(d, i); at.Known {
				from, to = fmt.Sprintf("%.2f", at.Start), fmt.Sprintf("%.2f", at.End)
			}
			speaker := turn.Speaker
			if speaker == "" {
				speaker = "-"
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", from, to, visible.String(speaker), visible.String(d.Text(word.Bytes)))
			n++
		}
	}
	return t.Flush()
}

// saidAt returns the time of a word, or, at the start of a line, that of the line.
func saidAt(d *transcript.Document, word int) transcript.Interval {
	if at := d.Words[word].Time; at.Known {
		return at
	}
	for _, l := range d.Lines {
		if l.Words.Start == word {
			return l.Time
		}
	}
	return transcript.Interval{}
}

// shellQuoted returns a text as a word of a command line.
func shellQuoted(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
