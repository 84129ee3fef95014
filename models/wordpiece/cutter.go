package wordpiece

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Cutter cuts words into pieces, and remembers those of words that it has seen. It belongs to one goroutine.
type Cutter struct {
	v *Vocabulary

	known  map[string]span
	pieces []int32 // of all known words
	starts []int32

	text []byte  // of a word, as pieces are written
	at   []int32 // of each byte of text, which byte of the word it comes from
	cuts []int   // where parts of text end

	apart []byte // of a character, the letter and its accents
}

// span is where the pieces of a known word are.
type span struct{ from, to int32 }

// Bounds of what a cutter remembers: it forgets all when there is more.
const (
	mostKnown      = 1 << 15
	mostRemembered = 64 // bytes of a word
)

// mostRunes is of how many characters a part of a word has at most that has pieces.
const mostRunes = 100

// NewCutter returns a cutter.
func (v *Vocabulary) NewCutter() *Cutter {
	return &Cutter{v: v, known: make(map[string]span)}
}

// Pieces appends the numbers of the pieces of a word to pieces, and to starts which byte of the word each begins at. A word
// may be any text. One of blanks and characters that no one sees has no pieces; what is not in the vocabulary is unknown.
func (c *Cutter) Pieces(pieces []int32, starts []int, word string) ([]int32, []int) {
	s, ok := c.known[word]
	if !ok {
		if len(c.known) >= mostKnown {
			clear(c.known)
		}
		if len(c.known) == 0 {
			c.pieces, c.starts = c.pieces[:0], c.starts[:0]
		}
		s.from = int32(len(c.pieces))
		c.cut(word)
		s.to = int32(len(c.pieces))
		if len(word) <= mostRemembered {
			c.known[word] = s
		} else {
			defer func() { c.pieces, c.starts = c.pieces[:s.from], c.starts[:s.from] }()
		}
	}
	pieces = append(pieces, c.pieces[s.from:s.to]...)
	for _, at := range c.starts[s.from:s.to] {
		starts = append(starts, int(at))
	}
	return pieces, starts
}

// cut appends the pieces of a word to those of known words.
func (c *Cutter) cut(word string) {
	c.text, c.at, c.cuts = c.text[:0], c.at[:0], c.cuts[:0]
	for at, r := range word {
		c.add(r, int32(at))
	}
	c.end()
	from := 0
	for _, to := range c.cuts {
		c.part(from, to)
		from = to
	}
}

// end ends a part of the text, if one has begun.
func (c *Cutter) end() {
	if n := len(c.text); n > 0 && (len(c.cuts) == 0 || c.cuts[len(c.cuts)-1] < n) {
		c.cuts = append(c.cuts, n)
	}
}

// add adds a character of a word to its text, as pieces are written.
func (c *Cutter) add(r rune, at int32) {
	switch {
	case blank(r):
		c.end()
		return
	case r == 0 || r == utf8.RuneError || unseen(r):
		return
	case r < utf8.RuneSelf:
		c.letter(unicode.ToLower(r), at)
		return
	case chinese(r):
		c.end()
		c.letter(r, at)
		c.end()
		return
	}
	var buffer [utf8.UTFMax]byte
	c.apart = norm.NFD.Append(c.apart[:0], buffer[:utf8.EncodeRune(buffer[:], r)]...)
	apart := c.apart
	for len(apart) > 0 {
		r, n := utf8.DecodeRune(apart)
		apart = apart[n:]
		if !unicode.Is(unicode.Mn, r) {
			c.letter(unicode.ToLower(r), at)
		}
	}
}

// letter adds a character that text has. Punctuation stands alone.
func (c *Cutter) letter(r rune, at int32) {
	alone := punctuation(r)
	if alone {
		c.end()
	}
	before := len(c.text)
	c.text = utf8.AppendRune(c.text, r)
	for range len(c.text) - before {
		c.at = append(c.at, at)
	}
	if alone {
		c.end()
	}
}

// part appends the pieces of a part of the text: the longest ones that there are, or that it is unknown.
func (c *Cutter) part(from, to int) {
	before := len(c.pieces)
	for at, table := from, c.v.first; at < to; table = c.v.later {
		end := min(to, at+c.v.longest)
		number, ok := int32(0), false
		for ; end > at; end-- {
			if number, ok = table[string(c.text[at:end])]; ok {
				break
			}
		}
		if !ok || at == from && utf8.RuneCount(c.text[from:to]) > mostRunes {
			c.pieces, c.starts = append(c.pieces[:before], c.v.unknown), append(c.starts[:before], c.at[from])
			return
		}
		c.pieces, c.starts = append(c.pieces, number), append(c.starts, c.at[at])
		at = end
	}
}

// blank reports whether words end at a character. Of controls only tabulators and ends of lines are blanks.
func blank(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || unicode.IsSpace(r) && !unicode.Is(unicode.Cc, r)
}

// unseen reports whether a character is left out: controls, formats, and those for private use.
func unseen(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) }

// chinese reports whether a character is one of those of Chinese, each of which stands alone: as the tokenizers of Hugging Face
// have it, which begin extension E at U+2B920.
func chinese(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x2A6DF || r >= 0x2A700 && r <= 0x2B73F ||
		r >= 0x2B740 && r <= 0x2B81F || r >= 0x2B920 && r <= 0x2CEAF || r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F
}

// punctuation reports whether a character stands alone: also those of ASCII that Unicode takes for symbols.
func punctuation(r rune) bool {
	return r > ' ' && r < utf8.RuneSelf-1 && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') || unicode.Is(unicode.P, r)
}
