package fillers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/internal/bounded"
)

// ErrList is wrapped by the errors of Parse.
var ErrList = errors.New("not a list of fillers")

// ListError says where a file is no list of fillers. It wraps ErrList.
type ListError struct {
	Name   string
	Line   int // from 1
	Reason string
}

func (e *ListError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason) }

// Unwrap returns ErrList.
func (e *ListError) Unwrap() error { return ErrList }

// maxWords is how many words a phrase of a list has at most.
const maxWords = 6

// Parse reads changes to the default list, a line each: "+ WORD" adds a word, or a phrase
// of up to six words, that is removed wherever it stands, as a filled pause or, with a
// letter behind it, as another kind: "+ so to say D". Words of kind B are kept. "- WORD"
// cuts one: it is never removed as a filler. What follows "#" is a comment. Case does not
// matter. Errors are *ListError with the name of the file.
func Parse(src, name string) (*List, error) {
	l := &List{lang: english.lang}
	for _, e := range english.entries {
		own := *e
		l.entries = append(l.entries, &own)
	}
	l.index()
	lines := make(map[string]int)
	for i, line := range strings.Split(strings.TrimPrefix(src, "\ufeff"), "\n") {
		fail := func(format string, args ...any) (*List, error) {
			return nil, &ListError{name, i + 1, fmt.Sprintf(format, args...)}
		}
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		sign := fields[0]
		if len(sign) > 1 && (sign[0] == '+' || sign[0] == '-') {
			fields = slices.Insert(fields, 1, sign[1:]) // "+word"
			sign = sign[:1]
		}
		if sign != "+" && sign != "-" {
			return fail("%q: a line is + and a word to add, or - and a word to cut", sign)
		}
		fields = fields[1:]
		kind := FilledPause
		if n := len(fields) - 1; sign == "+" && n > 0 && len(fields[n]) == 1 && rank(Kind(fields[n][0])) < len(kindNames) {
			kind, fields = Kind(fields[n][0]), fields[:n]
		}
		if len(fields) == 0 {
			return fail("there is no word after %s", sign)
		}
		if len(fields) > maxWords {
			return fail("a phrase of %d words: it may have %d", len(fields), maxWords)
		}
		for _, w := range fields {
			if strings.IndexFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
				return fail("%q is no word: it has neither letters nor digits", w)
			}
			if strings.ContainsAny(w, "[]<>(),;:!?\"&") || w[0] == '%' && l.lookup(strings.ToLower(w)) == nil {
				return fail("%q: leave out brackets, signs and punctuation: uh stands for [uh], %%uh and \"uh,\", too", w)
			}
		}
		words := strings.ToLower(strings.ReplaceAll(strings.Join(fields, " "), "’", "'"))
		if before := lines[words]; before > 0 {
			return fail("%q is on line %d, too", words, before)
		}
		lines[words] = i + 1
		l.change(sign, words, kind)
	}
	l.index()
	return l, nil
}

// change adds or cuts a word.
func (l *List) change(sign, words string, kind Kind) {
	at := slices.IndexFunc(l.entries, func(e *Entry) bool { return e.Words == words })
	if at < 0 {
		l.entries = append(l.entries, &Entry{Words: words})
		at = len(l.entries) - 1
	}
	e := l.entries[at]
	e.Own, e.Reads = true, words
	switch {
	case sign == "-" || kind == Backchannel:
		if e.Use = Kept; sign == "+" {
			e.Kind = kind
		}
	default:
		e.Use, e.Kind = Removed, kind
		if kind == FilledPause && !strings.Contains(words, " ") {
			e.Reads = "uh"
		}
	}
}

// ReadFile reads changes to the default list from a file; see Parse.
func ReadFile(path string) (*List, error) {
	src, err := bounded.ReadFile(path, bounded.Lists)
	if err != nil {
		return nil, err
	}
	return Parse(string(src), path)
}
