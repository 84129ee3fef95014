package transcript

import (
	"strings"
	"unicode/utf8"
)

// isChatNotice reports whether a line is what a chat says of a message: "Reacted to "..." with 👍".
func isChatNotice(text string) bool {
	for _, start := range [...]string{"Reacted to ", "Replying to ", "Removed a "} {
		rest, ok := strings.CutPrefix(text, start)
		if !ok {
			continue
		}
		quoted := rest != "" && strings.ContainsRune("\"“", firstOf(rest))
		switch start {
		case "Reacted to ":
			at := strings.LastIndex(rest, " with ")
			return at > 0 && (quoted || strings.IndexFunc(rest[at+len(" with "):], inCore) < 0)
		case "Removed a ":
			return strings.Contains(rest, " reaction from ")
		}
		return quoted && strings.ContainsRune("\"”", lastOf(rest))
	}
	return false
}

func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastOf(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, ": "))
	return r
}

// chatLabel returns who sends a message of a chat, "" where a line does not begin as one of Zoom does, and where the
// message starts: "10:02:11 From Ann Berg to Everyone:", "10:02:11\t From Ann : text", with a date before the time, or
// without any where the line says to whom.
func chatLabel(line string) (speaker string, text int) {
	at := indent(line)
	at += dateStamp(line[at:])
	at += indent(line[at:])
	time := timeStamp(line[at:])
	at += time
	at += indent(line[at:])
	rest, ok := strings.CutPrefix(line[at:], "From ")
	if !ok {
		return "", 0
	}
	end := labelColon(rest)
	if end < 0 {
		return "", 0
	}
	name := rest[:end]
	text = at + len("From ") + end + 1
	text += indent(line[text:])
	older := time > 0 && strings.HasSuffix(name, " ")
	for _, to := range [...]string{" to ", " To "} {
		if who, whom, ok := strings.Cut(name, to); ok && strings.TrimSpace(whom) != "" {
			return strings.TrimSpace(who), text
		}
	}
	if !older {
		return "", 0
	}
	return strings.TrimSpace(name), text
}

// dateStamp returns the length of a date such as "2023-05-04" before a blank at the start of s, 0 if there is none.
func dateStamp(s string) int {
	const form = "0000-00-00 "
	if len(s) < len(form) {
		return 0
	}
	for i := range len(form) {
		if digit := s[i] >= '0' && s[i] <= '9'; digit != (form[i] == '0') || !digit && s[i] != form[i] {
			return 0
		}
	}
	return len(form) - 1
}

// labelColon returns where the colon is that ends the label of a chat: at the end of the line, or before a blank; -1 if
// there is none.
func labelColon(s string) int {
	const longest = 160 // bytes
	for i := 0; i < min(len(s), longest); i++ {
		if s[i] == ':' && (i+1 == len(s) || strings.IndexByte(" \t\r\n", s[i+1]) >= 0) {
			return i
		}
	}
	return -1
}
