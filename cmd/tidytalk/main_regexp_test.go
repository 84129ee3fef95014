package main

import (
	"testing"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// TestExpressions compiles the regular expressions of the whole program, most of which no run needs.
func TestExpressions(t *testing.T) {
	if n := lazy.Compile(); n < 50 {
		t.Errorf("%d expressions", n)
	}
}
