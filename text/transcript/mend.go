package transcript

import (
	"sort"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
)

// mendTurn mends the punctuation and capitals around each run of removed words of a
// turn. Notes do not interrupt a run.
func (e *Edit) mendTurn(t *Turn) {
	prev := -1 // last kept word
	for i := t.Words.Start; i < t.Words.End; {
		if e.isNote(i) {
			i++
			continue
		}
		if !e.words[i].removed {
			prev = i
			i++
			continue
		}
		r := run{prev: prev, next: -1, first: i, last: i, lastFinal: -1, firstFinal: -1}
		for ; i < t.Words.End; i++ {
			if e.isNote(i) {
				continue
			}
			if !e.words[i].removed {
				r.next = i
				break
			}
			r.last = i
			if e.doc.Words[i].Final {
				if r.firstFinal < 0 {
					r.firstFinal = i
				}
				r.lastFinal = i
			}
		}
		e.mendRun(&r, t)
	}
}

// run is a stretch of removed words; all fields are indices of words, -1 for
// none.
type run struct {
	prev, next            int // the kept words around it
	first, last           int
	firstFinal, lastFinal int // words of the run after which a sentence ends
}

// mendRun looks at what is around a run, and has the marks and the case there decided.
func (e *Edit) mendRun(r *run, t *Turn) {
	d := e.doc
	s := seam{role: e.role(r), right: e.words[r.last].trail, ends: d.Words[r.last].Final, single: r.firstFinal == r.last, closes: r.next < 0}
	s.opens = r.prev < 0 || d.Words[r.prev].Final
	s.editors = e.editorial(r)
	s.taken = e.takenSigns(e.taken[:0], r)
	e.taken = s.taken
	if strings.ContainsRune(s.right, '”') {
		before := d.Source[d.Words[t.Words.Start].Bytes.Start:d.Words[r.first].Core.Start]
		s.low = strings.HasPrefix(before[max(0, strings.LastIndexAny(before, "„“")):], "„")
	}
	if r.firstFinal >= 0 {
		s.stop = e.words[r.firstFinal].trail
	}
	if r.prev >= 0 {
		s.left, s.fixed, s.whole = e.words[r.prev].trail, d.verbatim(r.prev), d.Words[r.prev].Whole
		s.dotted = strings.HasSuffix(d.folded(r.prev), ".")
		s.statement = strings.ContainsAny(s.stop, "?？") && (s.role == filler || e.Why(r.firstFinal)&data.TagQuestions != 0) && e.asks(r) && !e.isQuestion(r.prev)
	}
	if r.next >= 0 {
		s.lead, s.shut = e.words[r.next].lead, d.Words[r.next].Whole
		s.behindTag = r.next > 0 && e.isNote(r.next-1) && strings.HasPrefix(d.Text(d.Words[r.next-1].Bytes), "<")
		s.capital = e.lostCapital(r, t, s.opens)
		s.lower = d.startsLower(r.next)
		s.runsOn = !s.opens && r.firstFinal >= 0 && r.firstFinal == r.lastFinal && d.folded(r.next) == d.folded(r.first) && d.RunsOn(r.firstFinal)
	}
	if r.prev >= 0 && r.next >= 0 {
		s.unspaced = d.unspaced(r.prev, r.next)
		s.joined = d.Words[r.last].Joined
		s.comma = e.commaBetween(r, softPunct(s.left) == ',')
	}
	m := s.mend()
	if r.prev >= 0 {
		e.words[r.prev].trail = m.left
	}
	if r.next >= 0 {
		e.words[r.next].lead = m.lead
		e.words[r.next].upper = e.words[r.next].upper || m.upper
		if s.runsOn && s.isBreak() {
			e.lowerJoined(r.prev, r.next)
		}
	}
}

// role says what a run was to the words beside it.
func (e *Edit) role(r *run) role {
	switch {
	case r.prev >= 0 && e.Why(r.first)&e.Why(r.last)&data.Loops != 0 && e.doc.LineOf(r.prev) == e.doc.LineOf(r.last):
		return loopCopy
	case e.decided(e.doc.Words[r.first].Tokens.Start).Why&(data.Repairs|data.PartialWords|data.FalseStarts) != 0:
		return reparandum
	}
	return filler
}

// editorial reports whether a run is nothing but what editors take out besides disfluencies.
func (e *Edit) editorial(r *run) bool {
	for w := r.first; w <= r.last; w++ {
		if why := e.Why(w); !e.isNote(w) && (why&data.Editorial == 0 || why&^data.Editorial != 0) {
			return false
		}
	}
	return true
}

// asks reports whether what ends the sentence before a run is a question of its own, which is
// put to the listener: "you know?".
func (e *Edit) asks(r *run) bool {
	return e.Why(r.firstFinal)&(data.DiscourseMarkers|data.EditingTerms|data.TagQuestions) != 0
}

// isQuestion reports whether the sentence up to a word has the form of a question: a question word
// opens it, or an auxiliary stands before its subject.
func (e *Edit) isQuestion(last int) bool {
	d := e.doc
	first := last
	for first > 0 && !d.Words[first-1].Final && !d.turnStarts(first) {
		first--
	}
	opening, before := true, "" // nothing was but words that open clauses; the word before
	for w := first; w <= last; w++ {
		if e.isNote(w) || e.words[w].removed {
			continue
		}
		word := strings.ReplaceAll(d.folded(w), "’", "'")
		follows := ""
		if w < last {
			follows = d.folded(w + 1)
		}
		switch plain := strings.TrimSuffix(word, "n't"); {
		case opening && lang.QuestionWords[plain] && !lang.Subjects[follows],
			lang.Inverted[plain] && (opening || lang.Subjects[follows] && !lang.Subjects[before]):
			return true
		}
		opening, before = opening && (lang.Interjections[word] || lang.Connectives[word]), word
	}
	return false
}

// lostCapital reports whether what opened a sentence, or what somebody is quoted with, is removed with a
// run, and had a capital for that. opens says that the run opens one.
func (e *Edit) lostCapital(r *run, t *Turn, opens bool) bool {
	d := e.doc
	opener := r.first
	if r.lastFinal >= 0 {
		opener = r.lastFinal + 1
	}
	for e.isNote(opener) {
		opener++
	}
	if !opens && r.lastFinal < 0 && !strings.ContainsAny(e.words[opener].lead, quotes) || !e.hasCase(r.next) || e.censoredBetween(r.last, r.next) {
		return false
	}
	return d.startsUpper(opener) && (t.Punctuated || !isPronounI(d.folded(opener)))
}

// censoredBetween reports whether a note between two words stands for a word.
func (e *Edit) censoredBetween(from, to int) bool {
	for w := from + 1; w < to; w++ {
		if s := e.doc.Text(e.doc.Words[w].Bytes); e.isNote(w) && strings.ContainsAny(s, "*_") && strings.Trim(s, "*_[] ") == "" {
			return true
		}
	}
	return false
}

// takenSigns appends the quotes and brackets of the removed words of a run, in order.
func (e *Edit) takenSigns(out []sign, r *run) []sign {
	for i := r.first; i <= r.last; i++ {
		if !e.words[i].removed {
			continue
		}
		for _, c := range e.words[i].lead {
			if isQuote(c) || strings.ContainsRune("¿¡", c) && r.lastFinal < i {
				out = append(out, sign{rune: c, before: true})
			} else if n := len(out) - 1; n >= 0 && out[n].rune == '«' && unicode.IsSpace(c) {
				out = append(out, sign{rune: c, before: true}) // "« oui »"
			}
		}
		glued := e.doc.Words[i].Joined // what opens the next word may stand right behind this one
		before := rune(0)
		for _, c := range e.words[i].trail {
			if isQuote(c) {
				x := sign{rune: c, shuts: !glued && strings.ContainsRune("“‘«‹", c)}
				if c == '»' && unicode.IsSpace(before) {
					x.blank = before
				}
				out = append(out, x)
			}
			before = c
		}
	}
	return out
}

// turnStarts reports whether a turn starts with word w.
func (d *Document) turnStarts(w int) bool {
	i := sort.Search(len(d.Turns), func(i int) bool { return d.Turns[i].Words.Start >= w })
	return i < len(d.Turns) && d.Turns[i].Words.Start == w
}
