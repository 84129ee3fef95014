package transcript

import (
	"github.com/tidytalk/tidytalk/text/numerals"
	"github.com/tidytalk/tidytalk/text/style"
)

// In returns a rewriting as a style says, and else as r says; nil: r itself.
func (r Rewriting) In(s *style.Style) Rewriting {
	if s == nil {
		return r
	}
	r.Remove, r.Notes, r.Forms, r.Paragraphs = s.Remove, s.Notes, s.Forms, s.Paragraphs
	// Package style takes no other values than these parse.
	set(&r.Numbers, s.Numbers, ParseNumberMode)
	set(&r.NumberStyle, s.NumberStyle, numerals.ParseStyle)
	set(&r.Punct, s.Punct, ParsePunctMode)
	set(&r.Case, s.Case, ParseCaseMode)
	return r
}

// set takes a value that is given.
func set[T any](at *T, value string, parse func(string) (T, error)) {
	if value == "" {
		return
	}
	if x, err := parse(value); err == nil {
		*at = x
	}
}
