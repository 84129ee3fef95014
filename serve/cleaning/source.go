package cleaning

import (
	"fmt"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Source holds the values of options as somebody gives them.
type Source interface {
	String(name string) string
	Bool(name string) bool
	Int(name string) int
	Float64(name string) float64
	StringSlice(name string) []string
	IsSet(name string) bool
	// Spell writes a message, in which options are called as on the command line (--level),
	// in the way of the one who gives them.
	Spell(message string) string
}

// wrong returns an error about the options of a source.
func wrong(s Source, format string, args ...any) error {
	return fmt.Errorf(s.Spell(format), args...)
}

var dashedName = lazy.Regexp(`--([a-z]+(?:-[a-z]+)*)`)

// Bare writes the options of a message without their dashes.
func Bare(message string) string { return dashedName().ReplaceAllString(message, "$1") }
