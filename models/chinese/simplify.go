package chinese

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// simplifiedTable has a traditional character and its simplified one on each line; # starts
// a comment. It says where it is from.
//
//go:embed simplified.txt
var simplifiedTable string

// The characters that a slice holds, the others being rare: from the first of the extension A
// on to the last of the main block.
const (
	firstHan = 0x3400
	lastHan  = 0x9fff
)

// simplification is the table as it is looked up.
type simplification struct {
	of   [lastHan - firstHan + 1]rune // 0: itself
	rare map[rune]rune
}

var simplified = sync.OnceValue(func() *simplification {
	s := &simplification{rare: make(map[rune]rune)}
	for line := range strings.Lines(simplifiedTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		from, n := utf8.DecodeRuneInString(line)
		to, _ := utf8.DecodeRuneInString(line[n:])
		if from >= firstHan && from <= lastHan {
			s.of[from-firstHan] = to
		} else {
			s.rare[from] = to
		}
	}
	return s
})

// Simplified returns the simplified character that stands for a traditional one, and every other
// character as it is. It looks at the character alone, so that some are wrong where one simplified
// character stands for a part of what a traditional one means: models read what it returns,
// nobody else should. It may be called concurrently.
func Simplified(r rune) rune {
	if r < firstHan {
		return r
	}
	s := simplified()
	if r <= lastHan {
		if to := s.of[r-firstHan]; to != 0 {
			return to
		}
		return r
	}
	if to, ok := s.rare[r]; ok {
		return to
	}
	return r
}

// SimplifiedText is Simplified of each character of a text. A text that does not change is
// returned without a copy.
func SimplifiedText(s string) string {
	for i, r := range s {
		if Simplified(r) != r {
			return s[:i] + strings.Map(Simplified, s[i:])
		}
	}
	return s
}
