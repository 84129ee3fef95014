package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// Change is a stretch of a document's source and what comes in its place. An empty
// stretch is a place where something is put in.
type Change struct {
	Span
	Text  string
	Kind  ChangeKind
	Words Span              // of a deletion, a number or a word that is retyped, in Document.Words
	Why   data.Disfluencies // of a deletion or a number: those of its words that are removed
	// Rule is that of the style for which a word is spelled out or a note removed; "": none is.
	Rule string
	// Punct is how many bytes at the end of Text, of a number, are punctuation after the number.
	Punct int
}

// ChangeKind says what a change is about.
type ChangeKind uint8

// The kinds of changes.
const (
	Delete    ChangeKind = iota // words are removed, with a blank beside them
	Punctuate                   // punctuation is added, removed or changed
	Recase                      // letters change their case
	// Renumber is a number that is written in digits, with the punctuation after it where it is
	// said in several words. Text is empty where its last words are in another line.
	Renumber
	Apostrophise // a word gets its apostrophe back, and maybe its case
	Break        // a paragraph starts: line ends, in place of the blank before it
	Retype       // a person has typed something else in place of a word
	Spell        // a word is spelled out as a style says: other letters, maybe several words
)

// String returns "delete", "punctuate", "case", "number", "apostrophe", "break", "retype" or "spell".
func (k ChangeKind) String() string {
	return [...]string{"delete", "punctuate", "case", "number", "apostrophe", "break", "retype", "spell"}[k]
}

// Changes returns what the edit does to the source, in order. They do not overlap, and
// do not touch more than has to be. Lines that are removed (see LineRemoved) lose all up to their end,
// which is kept. Carried out on the source, they make the text of Text, but for the line
// ends of lines that are removed.
func (e *Edit) Changes() []Change {
	p := &changePrinter{}
	e.print(p)
	w := 0
	for i := range p.out {
		c := &p.out[i]
		for w < len(e.doc.Words) && e.doc.Words[w].Bytes.End < c.Start {
			w++
		}
		switch {
		case c.Kind == Renumber:
			if e.spanWords(c, w); c.Words.Len() > 0 && e.words[c.Words.Start].retyped {
				c.Kind = Retype
			}
			if c.Words.Len() == 1 {
				if c.Rule = e.Spelled(c.Words.Start); c.Rule != "" && !e.words[c.Words.Start].number {
					c.Kind = Spell
				}
			}
		case c.Text != "" && strings.Trim(c.Text, "\r\n") == "":
			c.Kind = Break
		case c.Kind != Delete:
			e.setKind(c, w)
		default:
			e.spanWords(c, w)
			c.Rule = e.noteRule(c.Words)
			if w = c.Words.End; c.Why == 0 && e.allMerged(c.Words) {
				c.Kind = Renumber
			}
		}
	}
	return p.out
}

// setKind says what a change in or beside a word is about. The first that it may be in is w: that
// before may end where the change starts.
func (e *Edit) setKind(c *Change, w int) {
	d := e.doc
	for k := w; k < len(d.Words) && d.Words[k].Bytes.Start <= c.Start; k++ {
		switch core := d.Words[k].Core; {
		case c.Start < core.Start || c.End > core.End:
		case c.Start < core.End && strings.Count(c.Text, "'") > strings.Count(d.Text(c.Span), "'"):
			c.Kind = Apostrophise
		case c.End > c.Start:
			c.Kind = Recase
		}
	}
}

// spanWords fills in the words of a change, the first of which is w or after it.
func (e *Edit) spanWords(c *Change, w int) {
	d := e.doc
	for w < len(d.Words) && d.Words[w].Bytes.End <= c.Start {
		w++
	}
	c.Words = Span{w, w}
	for ; w < len(d.Words) && (d.Words[w].Bytes.End <= c.End || d.Words[w].Core.End <= c.End && d.Words[w].Core.Len() > 0); w++ {
		c.Words.End = w + 1
		c.Why |= e.Why(w)
	}
}

// noteRule returns the rule of the style for the first note among words that are removed.
func (e *Edit) noteRule(words Span) string {
	for w := words.Start; w < words.End; w++ {
		if note := e.words[w].note; note != "" {
			return "notes out " + note
		}
	}
	return ""
}

// allMerged reports whether some words, of which there are, are written in the form of a
// number before them.
func (e *Edit) allMerged(words Span) bool {
	for w := words.Start; w < words.End; w++ {
		if !e.words[w].merged {
			return false
		}
	}
	return words.Len() > 0
}

// Why returns the disfluencies for which a word is removed; none where it is kept.
func (e *Edit) Why(word int) data.Disfluencies {
	if !e.words[word].removed || e.isNote(word) {
		return 0
	}
	return e.why(e.doc.Words[word].Tokens.Start)
}

// LineRemoved reports whether a line is removed as a whole: it had words, and all are removed.
func (e *Edit) LineRemoved(line int) bool { return e.removesLine(line) }

// changePrinter is a printer that takes down what is not as it was.
type changePrinter struct {
	out []Change
	at  int
}

func (p *changePrinter) keep(s string) { p.at += len(s) }

func (p *changePrinter) replace(old, new string) {
	from := p.at
	p.at += len(old)
	if old == new {
		return
	}
	n := commonPrefix(old, new)
	old, new, from = old[n:], new[n:], from+n
	n = commonSuffix(old, new)
	p.out = append(p.out, Change{Span: Span{from, from + len(old) - n}, Text: new[:len(new)-n], Kind: Punctuate})
}

func (p *changePrinter) number(old, form, trail string) {
	from := p.at
	p.at += len(old)
	p.out = append(p.out, Change{Span: Span{from, p.at}, Text: form + trail, Kind: Renumber, Punct: len(trail)})
}

func (p *changePrinter) drop(before, words, after string) {
	from := p.at
	p.at += len(before) + len(words) + len(after)
	p.out = append(p.out, Change{Span: Span{from, p.at}})
}

func (p *changePrinter) dropLine(s string) {
	if text := strings.TrimRight(s, "\r\n"); text != "" {
		p.out = append(p.out, Change{Span: Span{p.at, p.at + len(text)}})
	}
	p.at += len(s)
}

// commonPrefix returns the length of what two strings begin with, in whole characters.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n--
	}
	return n
}

// commonSuffix returns the length of what two strings end with, in whole characters.
func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for n > 0 && !utf8.RuneStart(a[len(a)-n]) {
		n--
	}
	return n
}
