package main

import (
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// A file that always changes gives exit code 3, also alone, and the others are cleaned.
func TestChangedExit(t *testing.T) {
	for e, want := range map[filesFailed]int{
		{changed: 1, all: 1}:            program.Partial,
		{changed: 2, all: 3}:            program.Partial,
		{failed: 1, changed: 1, all: 2}: program.Partial,
		{failed: 1, all: 2}:             program.Partial,
		{failed: 2, all: 2}:             program.Failed,
	} {
		if got := e.Code(); got != want {
			t.Errorf("%s: %d, want %d", e.Error(), got, want)
		}
	}
}
