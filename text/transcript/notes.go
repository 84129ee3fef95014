package transcript

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// LongestNote is the length, in bytes, of the longest stretch that is taken for a note.
const LongestNote = 300

// OpenNote returns where a note starts in a line of which more is to come, if what comes
// may be part of it; else the length of the line.
func OpenNote(line string) int {
	at := len(line)
	if open := strings.LastIndexAny(line, "[<({（【"); open >= 0 && !strings.ContainsAny(line[open:], "]>)}）】") {
		at = open
	}
	if start := len(line) - len(strings.TrimLeft(line, " \t")); isHashSong(line[start:]) {
		at = start
	}
	open := -1
	for from := 0; from < len(line); {
		n := musicSigns(line[from:])
		switch {
		case n == 0:
			n = 1
		case open < 0:
			open = from
		default:
			open = -1
		}
		from += n
	}
	if open >= 0 {
		at = min(at, open)
	}
	if len(line)-at > LongestNote {
		return len(line)
	}
	return at
}

// note returns the length of what is no speech at source[at:end], 0 if there is none:
// what stands in brackets and is not said, tags, lyrics with signs of music, and what opens
// a line or a turn. first says that
// nothing is before it in the line, alone that no sentence goes on in it.
func (d *Document) note(at, end int, first, alone bool) int {
	s := d.Source[at:end]
	if _, n := MediaStamp(s); n > 0 {
		return n
	}
	if n := max(knownNote(s), pauseNote(s)); n > 0 {
		return n
	}
	switch s[0] {
	case '[', '<', '{', '(':
		if n := bracketed(s, alone); n > 0 {
			return n
		}
	case '\\':
		if n := escaped(s, alone); n > 0 {
			return n
		}
	}
	if first {
		if n := sung(s); n > 0 {
			return n
		}
	}
	if n := musicSigns(s); n > 0 {
		if k := strings.IndexFunc(s[n:], IsMusicSign); k >= 0 && n+k < LongestNote {
			n += k
			return n + musicSigns(s[n:])
		}
		if len(s) < LongestNote {
			return len(s)
		}
		return n
	}
	if n := marker(s, first); n > 0 {
		return n
	}
	if n := pictured(s); n > 0 {
		return n
	}
	if strings.HasPrefix(s, "& ") || s == "&" {
		return 1 // "and": it belongs to no word
	}
	return 0
}

// escaped returns the length of a note in brackets that are escaped as in Markdown, 0 if there is none: "\[laughter\]".
func escaped(s string, alone bool) int {
	inside, rest, ok := strings.Cut(strings.TrimPrefix(s, `\[`), `\]`)
	if !ok || !strings.HasPrefix(s, `\[`) || len(inside) > LongestNote || strings.ContainsAny(inside, "[]\n") {
		return 0
	}
	if plain := "[" + inside + "]"; bracketed(plain+rest, alone) == len(plain) {
		return len(inside) + 4
	}
	return 0
}

// pictured returns the length of what shows a mood at the start of s, 0 if there is nothing of that kind: emoji, with what
// belongs to them, and faces between blanks, such as ":-)".
func pictured(s string) int {
	n, found := 0, false
	for n < len(s) && s[n] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[n:])
		emoji := r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf && !strings.ContainsRune(bullets, r)
		if !emoji && (!found || r != 0x200d && r != 0xfe0f && r != 0x20e3) {
			break
		}
		n, found = n+size, true
	}
	if n > 0 {
		return n
	}
	face, _, _ := strings.Cut(s, " ")
	face = strings.TrimRight(face, "\r\n")
	if k := len(face); k > 1 && k <= 3 && strings.IndexByte(":;=", face[0]) >= 0 && strings.IndexByte(")(DPp|/*", face[k-1]) >= 0 && strings.Trim(face[1:k-1], "-'") == "" {
		return k
	}
	return 0
}

// sung returns the length of a line of which its end says that it is sung, or that
// begins as in subtitles without signs of music: "# la la la #".
func sung(s string) int {
	if len(s) > LongestNote {
		return 0
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	switch {
	case isHashSong(s), strings.HasSuffix(s, " #"):
		return len(s)
	case IsMusicSign(last) && musicSigns(s) == 0:
		runs := 0
		for at := 0; at < len(s); {
			n := musicSigns(s[at:])
			if n > 0 {
				runs++
			}
			at += max(n, 1)
		}
		if runs%2 == 1 {
			return len(s)
		}
	}
	return 0
}

func isHashSong(s string) bool { return strings.HasPrefix(s, "# ") }

// IsMusicSign reports whether r is a note, as around what is sung.
func IsMusicSign(r rune) bool { return strings.ContainsRune("♩♪♫♬🎵🎶", r) }

// musicSigns returns the length of the signs of music that s begins with.
func musicSigns(s string) int {
	n := 0
	for n < len(s) && s[n] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !IsMusicSign(r) {
			break
		}
		n += size
	}
	return n
}

// knownNote returns the length of a note that is one wherever it stands, at the start of s, 0
// if there is none: words that are known for it in round brackets of either width, "（笑声）",
// with or without a time ("（听不清 00:12）"), or a few words in "【】".
func knownNote(s string) int {
	switch {
	case s[0] == '(':
		return knownIn(s, 1)
	case strings.HasPrefix(s, "（"):
		return knownIn(s, len("（"))
	case strings.HasPrefix(s, "【"):
		return titled(s)
	}
	return 0
}

// knownIn is knownNote for round brackets, the first of which has a length.
func knownIn(s string, start int) int {
	const longest = 24 // characters
	n := 0
	for i, r := range s[start:] {
		switch {
		case r == ')' || r == '）':
			if !isKnownNote(s[start : start+i]) {
				return 0
			}
			return start + i + utf8.RuneLen(r)
		case n == longest:
			return 0
		}
		n++
	}
	return 0
}

// isKnownNote reports whether what stands in round brackets is known notes and times alone.
func isKnownNote(inside string) bool {
	notes := false
	for word := range strings.FieldsSeq(inside) {
		if language.ChineseNotes[word] {
			notes = true
		} else if timeStamp(word) != len(word) {
			return false
		}
	}
	return notes
}

// titled returns the length of a few words in "【】".
func titled(s string) int {
	const longest = 6 // characters
	n := 0
	for i, r := range s[len("【"):] {
		switch {
		case r == '】' && n > 0:
			return len("【") + i + len("】")
		case n == longest, !inCore(r) && r != ' ':
			return 0
		}
		n++
	}
	return 0
}

// bracketed returns the length of a note in brackets, such as "[background noise]" or
// "(laughs)", and of a tag, at the start of s, 0 if there is none.
func bracketed(s string, alone bool) int {
	if markedFiller(s) > 0 {
		return 0
	}
	switch s[0] {
	case '{':
		return closed(s)
	case '[':
		return strings.IndexByte(s[:min(len(s), LongestNote)], ']') + 1
	case '<':
		return tag(s)
	}
	return parenthesis(s, alone)
}

// tag returns the length of a tag, 0 if s begins with none. Special tokens of Whisper are such ("<|en|>", "<|0.00|>").
func tag(s string) int {
	const longestToken = 32
	if strings.HasPrefix(s, "<|") {
		n := strings.Index(s[:min(len(s), longestToken)], "|>") + len("|>")
		if n == 1 || strings.ContainsAny(s[:n], " \n") {
			return 0
		}
		return n
	}
	if r, _ := utf8.DecodeRuneInString(s[1:]); !unicode.IsLetter(r) && !strings.ContainsRune("/<!", r) {
		return 0
	}
	n := strings.IndexByte(s[:min(len(s), LongestNote)], '>') + 1
	if strings.HasPrefix(s, "<<") && strings.HasPrefix(s[n:], ">") {
		n++
	}
	return n
}

// parenthesis returns the length of a note in round brackets, or in two pairs of them. They may also hold what was
// said, so they need a word that tells, or have to stand alone.
func parenthesis(s string, alone bool) int {
	n := strings.IndexByte(s[:min(len(s), LongestNote)], ')') + 1
	if n == 0 {
		return 0
	}
	inside := s[1 : n-1]
	if strings.HasPrefix(inside, "(") && strings.HasPrefix(s[n:], ")") {
		inside, alone = inside[1:], false // words that are not certain are in two pairs, too
		n++
	}
	words := strings.Fields(strings.ToLower(inside))
	switch {
	case len(words) == 0:
		return 0
	case timeStamp(s[:n]) == n, lang.NoteWords[words[0]], lang.NoteWords[words[len(words)-1]]:
		return n
	case slices.ContainsFunc(words, isPause):
		return 0
	case inside == strings.ToUpper(inside) && utf8.RuneCountInString(inside) > 2 && strings.ToLower(inside) != inside:
		return n // "(DOOR SLAMS)"
	case alone && len(words) <= 6 && !strings.ContainsAny(inside, ",.?!;:"):
		next := strings.TrimLeft(s[n:], " \t")
		if r, _ := utf8.DecodeRuneInString(next); next == "" || unicode.IsUpper(r) || strings.ContainsRune("([<", r) {
			return n // "(door slams) He came in."
		}
	}
	return 0
}

// isPause reports whether a word in lower case is a filled pause, with its signs or not.
func isPause(word string) bool {
	bare, _ := language.Bare(strings.Trim(word, ",.?!"))
	return markedPauses[language.Unstretched(bare)]
}

// closed returns the length of a stretch in braces, which may hold others, 0 if it is
// not closed.
func closed(s string) int {
	depth := 0
	for i := 0; i < min(len(s), LongestNote); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// bullets are the signs before the lines of a list, or of somebody who begins to speak.
const bullets = "•‣◦▪▫·●○■□►▶–—*-+>"

// marker returns the length of a sign before what somebody says, or before a line of a
// list: ">>", "•".
func marker(s string, first bool) int {
	if strings.HasPrefix(s, ">>") {
		n := len(s) - len(strings.TrimLeft(s, ">"))
		if n == len(s) || n < 4 {
			return n
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	if !first || !strings.ContainsRune(bullets, r) || size == len(s) {
		return 0
	}
	if next, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsSpace(next) || isDash(r) && unicode.IsLetter(next) {
		return size
	}
	return 0
}

// isMarker reports whether a note is one of marker.
func isMarker(s string) bool {
	return s != "" && (strings.Trim(s, ">") == "" || utf8.RuneCountInString(s) == 1 && strings.Contains(bullets, s))
}

func isDash(r rune) bool { return strings.ContainsRune("-‐‑–—", r) }

// interrupts reports whether what s begins with ends the word before it, though no
// blank is between: a tag, a note, or a sign of music.
func interrupts(s string) bool {
	switch c := s[0]; {
	case c == '<', c == '{':
		return bracketed(s, false) > 0
	case c == '[':
		inside, _, ok := strings.Cut(s[1:], "]")
		first, _, _ := strings.Cut(strings.ToLower(inside), " ")
		return ok && lang.NoteWords[first]
	case c == '#':
		_, n := MediaStamp(s)
		return n > 0
	case c < utf8.RuneSelf && c != '(':
		return false
	}
	if _, n := MediaStamp(s); n > 0 {
		return true
	}
	return musicSigns(s) > 0 || knownNote(s) > 0 || pauseNote(s) > 0
}

// reference returns the length of a character reference of markup, "&amp;", at the start
// of s, 0 if there is none.
func reference(s string) int {
	n := strings.IndexByte(s[:min(len(s), 12)], ';')
	if n < 2 || s[0] != '&' {
		return 0
	}
	for _, r := range strings.TrimPrefix(s[1:n], "#") {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return 0
		}
	}
	return n + 1
}
