package vocabulary

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/bounded"
)

// ErrVocabulary is wrapped by the errors of Parse.
var ErrVocabulary = errors.New("not a vocabulary")

// Error says where a file is no vocabulary. It wraps ErrVocabulary.
type Error struct {
	Name   string
	Line   int // from 1
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason) }

// Unwrap returns ErrVocabulary.
func (e *Error) Unwrap() error { return ErrVocabulary }

// Parse reads a vocabulary: names, products and acronyms as they are spelled, one a line. Empty lines, and those that
// begin with "#", say nothing. Errors are *Error with the name of the file: for a line without letters and digits, of
// more than twelve words, or with the letters of another one in other case.
func Parse(src, name string) (*List, error) {
	var entries []Entry
	lines := make(map[string]int)
	for i, line := range strings.Split(strings.TrimPrefix(src, "\ufeff"), "\n") {
		fail := func(format string, args ...any) (*List, error) {
			return nil, &Error{name, i + 1, fmt.Sprintf(format, args...)}
		}
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.ContainsFunc(line, unicode.IsControl) {
			return fail("a line is one name, as it is spelled, without tabs and the like")
		}
		e := entryOf(line)
		if e.key == "" {
			return fail("%q has neither letters nor digits", line)
		}
		if e.Words() > mostTokens {
			return fail("a name of %d words: it may have %d", e.Words(), mostTokens)
		}
		if before := lines[e.key]; before > 0 {
			if other := entries[before-1]; other.Spelling != e.Spelling {
				return fail("%q is spelled %q before: leave one of them out", e.Spelling, other.Spelling)
			}
			continue
		}
		entries = append(entries, e)
		lines[e.key] = len(entries)
	}
	return newList(entries), nil
}

// ReadFile reads a vocabulary from a file; see Parse.
func ReadFile(path string) (*List, error) {
	src, err := bounded.ReadFile(path, bounded.Lists)
	if err != nil {
		return nil, err
	}
	return Parse(string(src), path)
}
