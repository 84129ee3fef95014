package main

import (
	"cmp"
	"io"
	"os"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// cleanStream cleans standard input as it comes.
func cleanStream(c *cli.Context, f *cleaning.Cleaning, output string, cleaner *tidytalk.Cleaner, say *messages) error {
	c.Context = parallel.With(c.Context, parallel.NewCrew(cmp.Or(c.Int("jobs"), runtime.GOMAXPROCS(0))))
	in := terminal.NewPatient(c.Context, c.App.Reader)
	if file, ok := c.App.Reader.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			f.FlushAfter = 0 // nobody pauses in a file, however busy the machine is
		}
	}
	f.Note = func(name string, line int, text string) { say.warn("%s:%d: %s", name, line, text) }
	if f.Provisional && output == "" && terminal.Is(c.App.Writer) {
		return showStream(c, f, in, cleaner, say)
	}
	return fileio.Write(c, output, func(w io.Writer) error {
		return f.Stream(c.Context, cleaner, in, fileio.Stdin, w)
	})
}

// showStream is cleanStream for a terminal on which what is not settled is shown, too, and written over.
func showStream(c *cli.Context, f *cleaning.Cleaning, in io.Reader, cleaner *tidytalk.Cleaner, say *messages) error {
	caption := terminal.NewCaption(c.App.Writer)
	f.Note = func(name string, line int, text string) {
		caption.Wipe()
		say.warn("%s:%d: %s", name, line, text)
	}
	tell := func(e tidytalk.LiveEvent) error {
		if e.Final {
			return caption.Settle(e.Text)
		}
		return caption.Change(e.Text)
	}
	err := f.Follow(c.Context, cleaner, in, fileio.Stdin, tell, func() error { return nil })
	if wiped := caption.Wipe(); err == nil {
		err = wiped
	}
	return err
}
