package main

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// messages says on standard error what people, or with --verbose programs, want to
// know.
type messages struct {
	w     io.Writer
	quiet bool
	log   *slog.Logger // of progress; it says nothing without --verbose
}

// newMessages reads --quiet and --verbose.
func newMessages(c *cli.Context, w io.Writer) (*messages, error) {
	if c.Bool("quiet") && c.Bool("verbose") {
		return nil, usage.Errorf("--quiet and --verbose do not go together")
	}
	level := slog.LevelWarn
	if c.Bool("verbose") {
		level = slog.LevelInfo
	}
	return &messages{w, c.Bool("quiet"), slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))}, nil
}

// warn says what is odd, but no failure.
func (m *messages) warn(format string, args ...any) {
	if !m.quiet {
		fmt.Fprintf(m.w, "tidytalk: "+format+"\n", args...)
	}
}

// fail says what went wrong where other work goes on.
func (m *messages) fail(err error) { fmt.Fprintf(m.w, "tidytalk: %v\n", err) }
