package main

import (
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
)

// SetClock sets the clock of progress for a test.
func SetClock(t *testing.T, c func() time.Time) {
	terminal.Clock = c
	t.Cleanup(func() { terminal.Clock = time.Now })
}
