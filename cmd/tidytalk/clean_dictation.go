package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// checkDictation checks the flags about logs of dictation.
func checkDictation(c *cli.Context, f *cleaning.Cleaning, stream bool) error {
	logs := c.IsSet("dictation-log") || c.IsSet("dictation-replay") || c.IsSet("dictation-undo")
	switch {
	case !logs:
		return nil
	case c.IsSet("dictation-undo") && !c.IsSet("dictation-replay"):
		return usage.Errorf("--dictation-undo is about a log: name it with --dictation-replay")
	case c.IsSet("dictation-replay"):
		f.Options.Dictation = true
	case !f.Options.Dictation:
		return usage.Errorf("--dictation-log goes with --dictation")
	}
	if stream {
		return usage.Errorf("a log of dictation is of a whole text: it does not go with --stream, which writes before all is known")
	}
	if c.NArg() > 1 || c.IsSet("out-dir") || c.Bool("in-place") {
		return usage.Errorf("a log of dictation is of one text: name that alone")
	}
	return nil
}

// dictationLog is what was commanded in the one text that is cleaned.
type dictationLog struct {
	path string // "": it is not kept
	log  dictation.Log
}

// logDictation lets what is commanded be taken down, and reads what is to be done again. The text is read for it once more.
func logDictation(c *cli.Context, f *cleaning.Cleaning, inputs []input) (*dictationLog, error) {
	l := &dictationLog{path: c.String("dictation-log")}
	replay := c.String("dictation-replay")
	if l.path == "" && replay == "" {
		return l, nil
	}
	if len(inputs) != 1 {
		return nil, usage.Errorf("a log of dictation is of one text: name that alone")
	}
	f.Commands = l.take
	if replay == "" {
		return l, nil
	}
	src, err := bounded.ReadFile(replay, bounded.Lists)
	if err != nil {
		return nil, err
	}
	log, err := dictation.ReadLog(strings.NewReader(string(src)), replay)
	if err != nil {
		return nil, err
	}
	for _, n := range c.IntSlice("dictation-undo") {
		if err := log.Undo(n); err != nil {
			return nil, fmt.Errorf("%s: %w", replay, err)
		}
	}
	path := c.Args().First()
	if path == "" || path == "-" {
		return nil, usage.Errorf("--dictation-replay needs the file that the log is of, not standard input")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if dictation.SumOf(string(text)) != log.Sum {
		return nil, fmt.Errorf("%s is not the text that %s is of: make a log of it with --dictation-log", path, replay)
	}
	f.Options.Commands = append(make([]dictation.Said, 0, 1), log.Commands...)
	return l, nil
}

// take takes down what was commanded in a file.
func (l *dictationLog) take(file *formats.File, plan *formats.Plan) {
	d := file.Document
	if l.log.Sum != "" {
		l.log.Sum = tooLong // a second block of it
		return
	}
	l.log.Sum = dictation.SumOf(d.Source)
	for i, c := range plan.Edit(d).Commands() {
		l.log.Commands = append(l.log.Commands, dictation.Said{
			N: i + 1, Line: 1 + strings.Count(d.Source[:c.Bytes.Start], "\n"), From: c.Bytes.Start, To: c.Bytes.End, Said: c.Words, Does: *c.Dictated, Before: c.Before, After: c.After,
		})
	}
}

// tooLong stands for the sum of a text that is too long to be logged.
const tooLong = "too long"

// after writes the log where it is kept, once the text is cleaned without an error.
func (l *dictationLog) after(c *cli.Context, err error) error {
	if err != nil {
		return err
	}
	if l.log.Sum == tooLong {
		return fmt.Errorf("a log of dictation is of a text of up to %s: cut it into parts", bounded.Size(cleaning.BlockSize))
	}
	if l.path == "" {
		return nil
	}
	if l.log.Sum == "" {
		return fmt.Errorf("there is no log of dictation: it is of plain text that is written as plain text")
	}
	return fileio.Write(c, l.path, func(w io.Writer) error { return l.log.Write(w) })
}
