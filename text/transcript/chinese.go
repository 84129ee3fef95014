package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// isHan reports whether a word is a Chinese character.
func (d *Document) isHan(w int) bool {
	word := &d.Words[w]
	r, _ := utf8.DecodeRuneInString(d.Source[word.Core.Start:word.Core.End])
	return language.IsHan(r) && word.Tokens.Len() > 0
}

// parted reports whether marks may stand after a word, and a sentence may end with it: a
// blank is there, or a Chinese character on either side.
func (d *Document) parted(w int) bool {
	return !d.Words[w].Joined || d.isHan(w) || w+1 < len(d.Words) && d.isHan(w+1)
}

// unspaced reports whether no blank comes between two kept words when all words between them
// go, and none was there: one of them is a Chinese character.
func (d *Document) unspaced(before, after int) bool { return d.isHan(before) || d.isHan(after) }

// count returns how many words some words are: two Chinese characters are one.
func (d *Document) count(words Span) int {
	han := 0
	for w := words.Start; w < words.End; w++ {
		if d.isHan(w) {
			han++
		}
	}
	return words.Len() - han + (han+1)/2
}

// inChinese reports whether what is put beside a word looks as in Chinese text: it was decided
// about as such.
func (e *Edit) inChinese(w int) bool {
	tokens := e.doc.Words[w].Tokens
	return e.decisions != nil && tokens.Len() > 0 && e.decided(tokens.End-1).Chinese
}

// fullSigns are the marks as they look beside Chinese characters.
var fullSigns = [data.NumPuncts]string{"", "，", "。", "？"}

// plainMark returns the mark in text of other scripts that a mark of Chinese text is.
func plainMark(r rune) rune {
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

// share says which words have the time of a piece together.
type share struct{ piece, first, words int }

// shareOf returns the share of the time of a piece in which word w is the first: one of each
// word, if the piece is of words that were joined, as recognisers write words of Chinese. Of other
// pieces each word has all of the time.
func (d *Document) shareOf(w, end int, piece Span, number int) share {
	s, han := share{number, w, 0}, false
	for ; w < end && d.Words[w].Core.Start < piece.End; w++ {
		s.words++
		han = han || d.isHan(w)
	}
	if !han {
		s.words = 1
	}
	return s
}

// time returns the time of a word of a piece that has the given one: words of Chinese last
// equally long. So subtitles that are cut within a word as a recogniser writes it break where it
// goes on, and formats with times of words have one for each.
func (s share) time(w int, t Interval) Interval {
	if s.words == 1 {
		return t
	}
	each := (t.End - t.Start) / float64(s.words)
	t.Start += each * float64(w-s.first)
	t.End = t.Start + each
	return t
}

// listens reports whether a word is one of those with which people show in Chinese that they
// listen: "嗯嗯", "好的".
func listens(word string) bool {
	const longest = 4 // characters
	n := 0
	for _, r := range word {
		if n++; n > longest || !language.ChineseListening[string(r)] {
			return false
		}
	}
	return n > 0
}

// chineseNote returns the length of a note of Chinese text at the start of s, 0 if there is
// none: a few words in "【】", or what is known to be no speech in round brackets of either
// width, "（笑声）", with or without a time ("（听不清 00:12）").
func chineseNote(s string) int {
	const longest, longestTitle = 24, 6 // characters
	var open rune
	switch {
	case s[0] == '(', strings.HasPrefix(s, "（"):
		open = '('
	case strings.HasPrefix(s, "【"):
		open = '【'
	default:
		return 0
	}
	_, start := utf8.DecodeRuneInString(s)
	n := 0
	for i, r := range s[start:] {
		end := start + i
		switch {
		case open == '(' && (r == ')' || r == '）'):
			if !isChineseNote(s[start:end]) {
				return 0
			}
			return end + utf8.RuneLen(r)
		case open == '【' && r == '】' && n > 0:
			return end + utf8.RuneLen(r)
		case n == longest, open == '【' && (n == longestTitle || !inCore(r) && r != ' '):
			return 0
		}
		n++
	}
	return 0
}

// isChineseNote reports whether what stands in round brackets is notes and times alone.
func isChineseNote(inside string) bool {
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

// fullMarks returns the length of the marks of Chinese text that s begins with and that belong
// to what is before them, so that they stay with a note.
func fullMarks(s string) int {
	return len(s) - len(strings.TrimLeft(s, "。，、；：？！」』》）"))
}
