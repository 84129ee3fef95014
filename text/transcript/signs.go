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

// closers are the signs that close what others open. Quotes look the same on both sides.
// Square brackets are none: they are notes.
var closers = map[rune]rune{'"': '"', '\'': '\'', '(': ')', '“': '”', '‘': '’', '《': '》', '〈': '〉', '（': '）', '「': '」', '『': '』'}

// ownPairs are quotes and brackets of a text that has some.
const ownPairs = "\"“”«»()[]{}「」『』《》〈〉（）【】〔〕"

// around are the quotes and brackets around a kept word of a turn.
type around struct {
	opens, inner, outer string // before the word, and before and behind the mark after it
}

// pairSigns returns the quotes and brackets around the kept words of a turn, of which the
// first is the first element; nil for none. Each has its other half in the turn: what closes
// takes the nearest of its kind that is open, and what opened in between and did not close,
// what is never closed and what nothing opened is left out, as are quotes right inside others of
// their kind. What was to stand around words that go stands around those beside them. A turn
// that has quotes or brackets of its own gets no others, and words whose marks people have set
// close none. before holds those that are open before the turn.
func (e *Edit) pairSigns(t *Turn, before string) []around {
	has := before != ""
	for i := t.Words.Start; i < t.Words.End && !has; i++ {
		for k := e.doc.Words[i].Tokens.Start; k < e.doc.Words[i].Tokens.End; k++ {
			has = has || e.decided(k).Signs != nil
		}
	}
	if !has || before == "" && e.hasPairs(t) {
		return nil
	}
	out := make([]around, t.Words.Len())
	var open []pair
	for _, c := range before {
		open = append(open, pair{from: -1, sign: c})
	}
	e.pairs = e.pairs[:0]
	last, waiting := -1, "" // the last kept word, and what opens before the next one
	for w := t.Words.Start; w < t.Words.End; w++ {
		word := &e.doc.Words[w]
		if e.isNote(w) || e.decided(word.Tokens.Start).Left {
			continue
		}
		var s *data.Signs
		for k := word.Tokens.Start; k < word.Tokens.End; k++ {
			s = data.JoinSigns(s, e.decided(k).Signs)
		}
		if s == nil {
			s = &data.Signs{}
		}
		opens, closes, within := waiting+s.Opens, s.Closes, s.Within
		if e.words[w].removed {
			waiting, within = opens, 0
		} else {
			last, waiting = w, ""
			for _, c := range opens {
				open = append(open, pair{from: w, sign: c})
			}
		}
		if last < 0 || !e.doc.Words[last].Parted {
			continue
		}
		if own := e.byHand(last); own != nil && own.Mark != nil {
			continue
		}
		a := &out[last-t.Words.Start]
		for i, c := range []rune(closes) {
			n := len(open) - 1
			for n >= 0 && closers[open[n].sign] != c {
				n--
			}
			if n < 0 {
				continue
			}
			p := open[n]
			open, p.to = open[:n], last
			if p.from >= 0 {
				// Of two that open before a word the one that closes first stands next to it.
				b := &out[p.from-t.Words.Start]
				if p.sign == c && (strings.HasPrefix(b.opens, string(c)) || strings.HasSuffix(a.inner+a.outer, string(c))) {
					continue
				}
				b.opens = string(p.sign) + b.opens
			}
			e.pairs = append(e.pairs, p)
			if i < within {
				a.inner += string(c)
			} else {
				a.outer += string(c)
			}
		}
	}
	return out
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

// addSigns puts quotes and brackets around a word that has its marks.
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
