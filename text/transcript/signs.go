package transcript

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// pair is a quote or bracket that opens before a word and closes after another.
type pair struct {
	from, to int // words; from is -1 of one that opened before the text: see Printer
	sign     rune
}

// closers are the quotes and brackets that close what others open. Quotes look the same on both sides.
var closers = map[rune]rune{'{': '}', '«': '»', '【': '】', '〔': '〕', '"': '"', '\'': '\'', '(': ')', '“': '”', '‘': '’', '《': '》', '〈': '〉', '（': '）', '「': '」', '『': '』'}

// ownPairs are quotes and brackets of a text that has some.
const ownPairs = "\"“”«»()[]{}「」『』《》〈〉（）【】〔〕"

// around are the quotes and brackets around a kept word of a turn.
type around struct {
	opens, inner, outer string // before the word, and before and behind the punctuation mark after it
}

// pairSigns returns the quotes and brackets around the kept words of a turn, of which the
// first is the first element; nil for none. Each has its other half in the turn: what closes
// takes the nearest of its kind that is open, and what opened in between and did not close,
// what is never closed and what nothing opened is left out, as are quotes right inside others of
// their kind. What was to stand around words that are removed stands around those beside them. A turn
// that has quotes or brackets of its own gets no others, and words whose punctuation people have set
// close none. before holds those that are open before the turn.
func (e *Edit) pairSigns(t *Turn, before string) []around {
	if before == "" && (!e.hasSigns(t) || e.hasPairs(t)) {
		return nil
	}
	p := pairing{e: e, turn: t, out: make([]around, t.Words.Len()), last: -1}
	for _, c := range before {
		p.open = append(p.open, pair{from: -1, sign: c})
	}
	e.pairs = e.pairs[:0]
	for w := t.Words.Start; w < t.Words.End; w++ {
		if !e.isNote(w) && !e.decided(e.doc.Words[w].Tokens.Start).Left {
			p.word(w)
		}
	}
	return p.out
}

// pairing finds the other halves of quotes and brackets.
type pairing struct {
	e       *Edit
	turn    *Turn
	out     []around
	open    []pair
	last    int    // the last kept word; -1: there is none yet
	waiting string // what opens before the next one
}

// word takes the next word, with what is put around it.
func (p *pairing) word(w int) {
	s := p.e.signs(w)
	opens, within := p.waiting+s.Opens, s.Within
	if p.e.words[w].removed {
		p.waiting, within = opens, 0
	} else {
		p.last, p.waiting = w, ""
		for _, c := range opens {
			p.open = append(p.open, pair{from: w, sign: c})
		}
	}
	if p.last < 0 || !p.e.doc.Words[p.last].Parted {
		return
	}
	if own := p.e.byHand(p.last); own != nil && own.Mark != nil {
		return
	}
	for i, c := range []rune(s.Closes) {
		p.close(c, i < within)
	}
}

// close closes what is open behind the last kept word; within says that the sign is before the
// mark there.
func (p *pairing) close(c rune, within bool) {
	n := len(p.open) - 1
	for n >= 0 && closers[p.open[n].sign] != c {
		n--
	}
	if n < 0 {
		return
	}
	own := p.open[n]
	p.open, own.to = p.open[:n], p.last
	a := &p.out[p.last-p.turn.Words.Start]
	if own.from >= 0 {
		// Of two that open before a word the one that closes first stands next to it.
		b := &p.out[own.from-p.turn.Words.Start]
		if own.sign == c && (strings.HasPrefix(b.opens, string(c)) || strings.HasSuffix(a.inner+a.outer, string(c))) {
			return
		}
		b.opens = string(own.sign) + b.opens
	}
	p.e.pairs = append(p.e.pairs, own)
	if within {
		a.inner += string(c)
	} else {
		a.outer += string(c)
	}
}

// signs returns what is put around a word.
func (e *Edit) signs(w int) data.Signs {
	var s *data.Signs
	word := &e.doc.Words[w]
	for k := word.Tokens.Start; k < word.Tokens.End; k++ {
		s = data.JoinSigns(s, e.decided(k).Signs)
	}
	if s == nil {
		return data.Signs{}
	}
	return *s
}

// hasSigns reports whether anything is put around the words of a turn.
func (e *Edit) hasSigns(t *Turn) bool {
	for i := t.Words.Start; i < t.Words.End; i++ {
		for k := e.doc.Words[i].Tokens.Start; k < e.doc.Words[i].Tokens.End; k++ {
			if e.decided(k).Signs != nil {
				return true
			}
		}
	}
	return false
}

// hasPairs reports whether the words of a turn have quotes or brackets around them.
func (e *Edit) hasPairs(t *Turn) bool {
	for w := t.Words.Start; w < t.Words.End; w++ {
		if word := &e.doc.Words[w]; !e.isNote(w) && (strings.ContainsAny(e.doc.Source[word.Bytes.Start:word.Core.Start], ownPairs) || strings.ContainsAny(e.doc.Source[word.Core.End:word.Bytes.End], ownPairs)) {
			return true
		}
	}
	return false
}

// addSigns puts quotes and brackets around a word that has its punctuation.
func (e *Edit) addSigns(w int, a around) {
	we := &e.words[w]
	we.lead += a.opens
	if strings.HasPrefix(we.trail, " ") { // a dash
		we.trail = a.inner + a.outer + we.trail
		return
	}
	we.trail = a.inner + we.trail + a.outer
}

// openBefore returns the signs of pairs that open before a word and close at it or behind, in
// the order in which they opened.
func (e *Edit) openBefore(w int) string {
	var over []pair
	for _, p := range e.pairs {
		if p.from < w && p.to >= w {
			over = append(over, p)
		}
	}
	// Pairs are in the order in which they close.
	slices.Reverse(over)
	var out []rune
	for _, p := range over {
		out = append(out, p.sign)
	}
	return string(out)
}
