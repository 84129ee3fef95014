package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// softPunct returns the punctuation mark inside a sentence that marks start with: ',' ';' ':'
// or '-' for any dash or ellipsis, 0 for none.
func softPunct(marks string) rune {
	if abbreviated(marks) {
		marks = marks[1:]
	}
	for _, r := range marks {
		switch r := plainPunct(r); {
		case r == ',' || r == ';' || r == ':':
			return r
		case isSoft(r) && r != ' ':
			return '-'
		}
	}
	return 0
}

func isSoft(r rune) bool { return strings.ContainsRune(",;:-—–―….,、 \t，；：⋯", r) }

// abbreviated reports whether marks begin with the full stop of an abbreviation
// inside a sentence ("Corp., the").
func abbreviated(marks string) bool {
	return len(marks) > 1 && marks[0] == '.' && strings.IndexByte(",;:", marks[1]) >= 0
}

// cutSoft returns marks without those inside a sentence, and where they were: the
// place for another mark.
func cutSoft(marks string) (rest string, at int) {
	at = -1
	var b strings.Builder
	if abbreviated(marks) {
		b.WriteByte('.')
		marks = marks[1:]
	}
	for _, r := range marks {
		if !isSoft(r) {
			b.WriteRune(r)
			continue
		}
		if text := b.String(); r != ' ' {
			// The narrow blank of French before ";" goes with it.
			b.Reset()
			b.WriteString(strings.TrimRightFunc(text, unicode.IsSpace))
		}
		if at < 0 {
			at = b.Len()
		}
	}
	if at < 0 {
		at = b.Len()
	}
	return b.String(), at
}

// plainPunct returns the punctuation mark in text of other scripts that a mark of Chinese text is.
func plainPunct(r rune) rune {
	switch r {
	case '，', '、':
		return ','
	case '；':
		return ';'
	case '：':
		return ':'
	}
	return r
}

// isApart reports whether marks are a sign that stands by itself and is no punctuation, as in "5 * 6": what it joins is not set apart.
func isApart(marks string) bool {
	sign := strings.TrimLeft(marks, " ")
	r, _ := utf8.DecodeRuneInString(sign)
	return sign != "" && len(sign) < len(marks) && !isSoft(r) && !isFinal(sign) && !isQuote(r) && !isOpening(sign)
}

// isFinal reports whether marks hold a full stop, question or exclamation mark
// that is no part of an ellipsis.
func isFinal(marks string) bool {
	return strings.ContainsAny(marks, "?!。？！؟۔") || strings.Contains(marks, ".") && !isEllipsis(marks)
}

func isEllipsis(marks string) bool {
	return strings.Contains(marks, "..") || strings.ContainsAny(marks, "…⋯")
}

// quotes holds the quotes with which what somebody says opens.
const quotes = "\"“„«「『"

// isQuote reports whether a punctuation mark is a quote or bracket.
func isQuote(r rune) bool {
	return strings.ContainsRune("\"„“”‚‘’'‹›()[]{}«»「」『』《》〈〉（）【】〔〕", r)
}

// isOpening reports whether marks open a quotation or bracket.
func isOpening(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return strings.ContainsRune("“„‘([{«¿¡「『《〈（【〔", r)
}

// fullWidthPunct returns the length of the punctuation of Chinese text that s begins with and that belongs
// to what is before them, so that they stay with a note.
func fullWidthPunct(s string) int {
	return len(s) - len(strings.TrimLeft(s, "。，、；：？！」』》）"))
}

// punctText returns how a punctuation mark after a word of a script is written, unless s says something else.
func punctText(mark data.Punct, s *data.Signs, of Script) string {
	switch {
	case s == nil || s.Looks[mark] == "":
		return scripts[of].punct[mark]
	case s.Looks[mark] == "–":
		return " –"
	}
	return s.Looks[mark]
}
