package data

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// swdaEvent is a piece of the inline markup.
type swdaEvent struct {
	kind swdaEventKind
	word string   // of eventWord
	mark byte     // of eventPunct: one of , . ? ! ; :
	fill Kind     // of eventFillerOpen
	end  Boundary // of eventBoundary
}

type swdaEventKind uint8

const (
	eventWord        swdaEventKind = iota
	eventPunct                     // , . ? ! ; :
	eventRepairOpen                // [
	eventRepairPlus                // +
	eventRepairClose               // ]
	eventFillerOpen                // {F
	eventFillerClose               // }
	eventBoundary                  // / or -/
)

// lexSwDA cuts the text of an utterance into events. Dropped are noises and
// comments (<...>, <<...>>, *[[...]]), the marks of uncertain hearing ((...)) and
// of overlap (#), and dashes (--).
func lexSwDA(s string) []swdaEvent {
	var out []swdaEvent
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		n := size
		switch {
		case unicode.IsSpace(r):
		case strings.HasPrefix(s, "*[["):
			n = past(s, "]]")
		case strings.HasPrefix(s, "<<"):
			n = past(s, ">>")
		case r == '<':
			n = past(s, ">")
		case strings.HasPrefix(s, "--"):
			n = 2
		case strings.HasPrefix(s, "-/"):
			out, n = append(out, swdaEvent{kind: eventBoundary, end: Incomplete}), 2
		case r == '/':
			out = append(out, swdaEvent{kind: eventBoundary, end: Complete})
		case r == '[':
			out = append(out, swdaEvent{kind: eventRepairOpen})
		case r == '+':
			out = append(out, swdaEvent{kind: eventRepairPlus})
		case r == ']':
			out = append(out, swdaEvent{kind: eventRepairClose})
		case r == '{':
			kind := NoKind
			if len(s) > 1 {
				if k, ok := ParseKind(s[1]); ok && k != NoKind {
					kind, n = k, 2
				}
			}
			out = append(out, swdaEvent{kind: eventFillerOpen, fill: kind})
		case r == '}':
			out = append(out, swdaEvent{kind: eventFillerClose})
		case strings.ContainsRune(",.?!;:", r):
			out = append(out, swdaEvent{kind: eventPunct, mark: s[0]})
		case startsSwDAWord(s):
			n = swdaWord(s)
			out = append(out, swdaEvent{kind: eventWord, word: s[:n]})
		}
		s = s[n:]
	}
	return out
}

// past returns the length of s up to the end of its first close, or of all of s.
func past(s, close string) int {
	if n := strings.Index(s, close); n >= 0 {
		return n + len(close)
	}
	return len(s)
}

func startsSwDAWord(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if r == '\'' || r == '&' || r == '$' || r == '-' {
		next, _ := utf8.DecodeRuneInString(s[size:])
		return unicode.IsLetter(next) || unicode.IsDigit(next)
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// swdaWord returns the length of the word at the start of s: letters, digits,
// apostrophes, ampersands, full stops inside, and hyphens, of which one may end
// it (a partial word).
func swdaWord(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		next, _ := utf8.DecodeRuneInString(s[n+size:])
		inside := unicode.IsLetter(next) || unicode.IsDigit(next)
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '&' || r == '$':
		case r == '.' && inside && n > 0:
		case r == '-' && !strings.HasPrefix(s[n:], "--") && !strings.HasPrefix(s[n:], "-/"):
			if !inside {
				return n + size
			}
		default:
			return n
		}
		n += size
	}
	return n
}
