package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// words finds the words of a line's text and appends them and their tokens. starts says
// that the line starts at at, rather than before it.
func (d *Document) words(at, end int, starts bool) {
	first := len(d.Words)
	lead := -1 // start of punctuation that belongs to the next word
	for at < end {
		r, size := utf8.DecodeRuneInString(d.Source[at:end])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		opens := len(d.Words) == first && lead < 0
		if n := d.note(at, end, opens && starts, opens || d.closes(first)); n > 0 {
			marks := fullWidthPunct(d.Source[at+n : end])
			d.addWord(Word{Bytes: Span{at, at + n + marks}, Core: Span{at + n, at + n}, Tokens: Span{len(d.Tokens), len(d.Tokens)}}, &lead)
			at += n + marks
			continue
		}
		stop := max(d.chunkEnd(at, end), at+language.CodeSpan(d.Source[at:end]))
		if from, n := language.VerbatimIn(d.Source[at:stop]); n > 0 && n <= MaxWord && language.NextUnspaced(d.Source[at:stop]) == stop-at {
			d.addVerbatim(Span{at, stop}, Span{at + from, at + from + n}, &lead)
			at = stop
			continue
		}
		if from, n := masked(d.Source[at:stop]); n > 0 {
			w := Word{Bytes: Span{at, stop}, Core: Span{at + from, at + from + n}, Tokens: Span{len(d.Tokens), len(d.Tokens) + 1}}
			d.Tokens = append(d.Tokens, Token{Bytes: w.Core, Text: d.Text(w.Core), Word: len(d.Words)})
			d.addWord(w, &lead)
			at = stop
			continue
		}
		c := chunk{d: d, at: at, stop: stop, first: first, lead: &lead}
		c.read()
		at = stop
	}
	if lead >= 0 {
		// Punctuation without any word after it: a word of punctuation alone.
		d.addWord(Word{Bytes: Span{lead, end}, Core: Span{end, end}, Tokens: Span{len(d.Tokens), len(d.Tokens)}}, new(int))
		d.Words[len(d.Words)-1].Bytes.Start = lead
	}
}

// addVerbatim adds a word that is Verbatim, as one token.
func (d *Document) addVerbatim(bytes, core Span, lead *int) {
	w := Word{Bytes: bytes, Core: core, Tokens: Span{len(d.Tokens), len(d.Tokens) + 1}}
	d.Tokens = append(d.Tokens, Token{Bytes: core, Text: strings.ReplaceAll(d.Text(core), " ", "_"), Word: len(d.Words)})
	d.addWord(w, lead)
}

// verbatim reports whether a word is an address, a file, code or the like, beside which no punctuation is set, and whose
// case stays: see language.Verbatim.
func (d *Document) verbatim(w int) bool {
	return d.Words[w].Tokens.Len() == 1 && language.Verbatim(d.Text(d.Words[w].Core))
}

// chunkEnd returns where what stands between blanks ends that begins at at: at a blank, or at a
// note.
func (d *Document) chunkEnd(at, end int) int {
	han := false // a Chinese character is before stop
	for stop := at; stop < end; {
		r, size := utf8.DecodeRuneInString(d.Source[stop:end])
		if unicode.IsSpace(r) || stop > at && interrupts(d.Source[stop:end]) || r == '[' && han && bracketed(d.Source[stop:end], false) > 0 {
			return stop
		}
		stop += size
		han = language.IsHan(r) || language.IsKana(r)
	}
	return end
}

// markedFiller returns the length of a filled pause with its brackets or signs, such as
// "[uh]", "<um>" or "%HESITATION", at the start of s, 0 if there is none.
func markedFiller(s string) int {
	const longest = 20
	n := 0
	switch {
	case s == "":
	case s[0] == '[':
		n = strings.IndexByte(s[:min(len(s), longest)], ']') + 1
	case s[0] == '<':
		n = strings.IndexByte(s[:min(len(s), longest)], '>') + 1
	case s[0] == '%':
		for n = 1; n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z'); n++ {
		}
	}
	if n == 0 {
		return 0
	}
	if bare, _ := language.Bare(s[:n]); !markedPauses[language.Unstretched(strings.ToLower(bare))] {
		return 0
	}
	return n
}

// MaxWord is the length, in bytes, of the longest word. From a longer one on, all up to the
// next blank is no word and is kept as it is, as a note does: it is data, or text of a script
// without blanks that no models know.
const MaxWord = 1024

// starred returns the length of the stars in place of letters, and of the letters after
// them, of the word source[at:core], which goes on to stop at most: "f***", "s**t". The
// stars of "**bold words**" are none.
func (d *Document) starred(at, core, stop, first int) int {
	end := core
	for strings.HasPrefix(d.Source[end:stop], "**") {
		for end < stop && d.Source[end] == '*' {
			end++
		}
		for end < stop && startsCore(d.Source[end:stop]) {
			end += coreLength(d.Source[end:stop], false)
		}
	}
	if end == core {
		return 0
	}
	line := at
	if len(d.Words) > first {
		line = d.Words[first].Bytes.Start
	}
	if at > 0 && d.Source[at-1] == '*' {
		return 0
	}
	if n := strings.LastIndex(d.Source[line:at], "**"); n >= 0 {
		before := strings.TrimRight(d.Source[line:line+n], "*")
		if r, _ := utf8.DecodeLastRuneInString(before); before == "" || unicode.IsSpace(r) {
			return 0
		}
	}
	return end - core
}

// closes reports whether the last word, one of a line whose first is given, is a note or
// ends a sentence.
func (d *Document) closes(first int) bool {
	if len(d.Words) == first {
		return false
	}
	w := &d.Words[len(d.Words)-1]
	return w.Tokens.Len() == 0 || isFinal(d.Source[w.Core.End:w.Bytes.End])
}

func (d *Document) addWord(w Word, lead *int) {
	if *lead >= 0 {
		w.Bytes.Start, *lead = *lead, -1
	}
	d.Words = append(d.Words, w)
}

// startsCore reports whether a word can start here: with a letter, a digit, a
// sign such as $, or an apostrophe before a letter.
func startsCore(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if inCore(r) || markedFiller(s) > 0 {
		return true
	}
	if strings.ContainsRune("$€£#@&", r) {
		next, more := utf8.DecodeRuneInString(s[size:])
		if next == '-' || next == '.' {
			next, _ = utf8.DecodeRuneInString(s[size+more:])
		}
		return inCore(next)
	}
	if isApostrophe(r) {
		next, _ := utf8.DecodeRuneInString(s[size:])
		return isElision(s[size:]) || unicode.IsDigit(next)
	}
	return false
}

// isElision reports whether s starts with what an apostrophe may stand before.
func isElision(s string) bool {
	n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if n < 0 {
		n = len(s)
	}
	for _, e := range lang.Elisions {
		if strings.EqualFold(s[:n], e) {
			return true
		}
	}
	return false
}

// isClipped reports whether an apostrophe at the end of s stands for what is not
// spoken.
func isClipped(s string) bool {
	for _, e := range lang.ClippedEndings {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

func inCore(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// coreLength returns the length of the word at the start of s, without the punctuation
// after it. Between letters and digits a word may have single marks ("U.S.",
// "3,000", "o'clock", "full-time", "a@b.c/d"), but no dash or ellipsis. A hyphen
// at its end belongs to it (a partial word), as does a full stop after letters
// with full stops ("a.m.") and an apostrophe after a clipped ending ("talkin'").
// address says that s has "://" in it.
func coreLength(s string, address bool) int {
	if address {
		// An address, without the punctuation after it.
		return len(strings.TrimRight(s, ".,;:!?)]}>\"'”’"))
	}
	end := 0 // end of the core so far
	stops := false
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == '&' {
			if n := reference(s[at:]); n > 0 {
				at += n
				end = at
				continue
			}
		}
		if inCore(r) || at == 0 {
			at += size
			end = at
			continue
		}
		rest := s[at+size:]
		next, _ := utf8.DecodeRuneInString(rest)
		if rest != "" && joins(r, next) {
			if r == '.' {
				stops = true
			}
			at += size
			continue
		}
		switch {
		case r == '-' && !strings.HasPrefix(rest, "-"), strings.ContainsRune("%°+", r):
			return at + size
		case r == '.' && stops && !strings.HasPrefix(rest, ".") && shortParts(s[:at]):
			return at + size
		case isApostrophe(r) && isClipped(s[:at]) && !unicode.IsPunct(next):
			return at + size
		}
		break
	}
	return end
}

// joins reports whether a punctuation mark is inside a word rather than between two.
func joins(mark, next rune) bool {
	if mark == ',' || mark == ':' {
		return unicode.IsDigit(next)
	}
	return inCore(next) && (isApostrophe(mark) || strings.ContainsRune(".-/_@&+*%$#=~", mark))
}

// shortParts reports whether s is letters with full stops between, as "u.s" is.
func shortParts(s string) bool {
	for _, p := range strings.Split(s, ".") {
		if r, size := utf8.DecodeRuneInString(p); size < len(p) || !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}
