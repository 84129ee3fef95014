package transcript

import (
	"math"
	"slices"
	"strings"
)

// DefaultParagraph is how many words a paragraph has about, where nobody says it.
const DefaultParagraph = 100

// What tells where a paragraph ends, chosen on talks whose paragraphs are known (see
// docs/results.md), but for pauses, which these do not have. An end costs the square of what
// a paragraph is too long or too short, as a share of the length that it should have.
const (
	topicWindow   = 30  // content words on either side whose likeness is looked at
	topicWeight   = 4.0 // of their likeness, by which it differs from the mean
	openerWeight  = 0.6 // of a word that opens what is new, or points back
	pauseWeight   = 0.8 // of a pause, for each time that it is twice the median
	shortestShare = 4   // no paragraph is shorter than such a part of the length, if its turn is not
	longestShare  = 4   // and none longer than so many times the length, if its sentences are not
)

// passage is a sentence of a turn, or several that cannot be parted.
type passage struct {
	opens   int     // the first word
	words   int     // that are kept
	content int     // content words of the turn before it
	score   float64 // how much tells for a paragraph that starts with it
}

// setParagraphs finds the words with which paragraphs of some words each start, within
// turns that are long enough. Text that has paragraphs of its own keeps these.
func (e *Edit) setParagraphs(length int) {
	if e.doc.hasParagraphs() {
		return
	}
	for i := range e.doc.Turns {
		passages, content := e.passages(&e.doc.Turns[i])
		words := 0
		for p := range passages {
			words += passages[p].words
		}
		if len(passages) < 2 || 2*words <= 3*length {
			continue
		}
		e.scoreTopics(passages, content)
		e.scorePauses(passages)
		for p := range passages {
			switch first := e.doc.folded(passages[p].opens); {
			case lang.ParagraphOpeners[first]:
				passages[p].score += openerWeight
			case lang.PointingBack[first]:
				passages[p].score -= openerWeight
			}
		}
		for _, p := range paragraphs(passages, length) {
			e.words[passages[p].opens].opens = true
		}
	}
}

// hasParagraphs reports whether somebody goes on behind a blank line: the text has
// paragraphs.
func (d *Document) hasParagraphs() bool {
	if d.Pieces != nil {
		return false // the lines are those of Build
	}
	spoke, blank := false, false
	for i := range d.Lines {
		l := &d.Lines[i]
		labelled := strings.TrimSpace(d.Source[l.Bytes.Start:l.Text]) != ""
		switch {
		case l.Words.Len() == 0:
			blank = !labelled
			spoke = spoke && !labelled // what comes is the first that a speaker says
			continue
		case spoke && blank && !labelled:
			return true
		}
		spoke, blank = true, false
	}
	return false
}

// passages returns the sentences of a turn as far as their words are kept, and the stems of
// its content words.
func (e *Edit) passages(t *Turn) (out []passage, content []string) {
	d := e.doc
	ended := true            // a sentence, so that the next word opens one
	var of [len(scripts)]int // words that were counted, of several that count as one the first for all
	for w := t.Words.Start; w < t.Words.End; w++ {
		switch {
		case e.isNote(w):
			if !e.words[w].removed {
				ended = false // what is between two sentences stays with both
			}
			continue
		case e.words[w].removed:
			ended = ended || len(out) > 0 && e.endsAt(w)
			continue
		case len(out) == 0 || ended && !e.words[w].joined:
			out = append(out, passage{opens: w, content: len(content)})
		}
		script := d.Words[w].Script
		if of[script]%scripts[script].perWord == 0 {
			out[len(out)-1].words++
		}
		of[script]++
		if s := stem(d.folded(w)); s != "" {
			content = append(content, s)
		}
		ended = e.endsAt(w) && d.Words[w].Parted
	}
	return out, content
}

// endsAt reports whether a sentence ends with a word, by the punctuation after it or, in text
// without, by what is decided.
func (e *Edit) endsAt(w int) bool {
	word := &e.doc.Words[w]
	trail := e.words[w].trail
	if word.Final || !e.words[w].removed && isFinal(trail) && !abbreviated(trail) && !lang.Titles[e.doc.folded(w)] {
		return true
	}
	return e.decisions != nil && word.Tokens.Len() > 0 && e.decided(word.Tokens.End-1).End
}

// stem returns what words of the same stem in lower case begin with; "" for words that tell
// nothing of a topic.
func stem(word string) string {
	const shortest = 3
	word = strings.ReplaceAll(word, "’", "'")
	if len(word) < shortest || lang.Frequent[word] {
		return ""
	}
	for _, end := range lang.Endings {
		if rest, ok := strings.CutSuffix(word, end); ok && len(rest) >= shortest {
			word = rest
			break
		}
	}
	if rest, ok := strings.CutSuffix(word, lang.MuteEnding); ok && len(rest) >= shortest {
		word = rest
	}
	return word
}

// scoreTopics scores passages by how like the content words before them are to those in
// them and behind: the more alike, the less a paragraph starts there.
func (e *Edit) scoreTopics(passages []passage, content []string) {
	ids := make(map[string]int)
	words := make([]int, len(content))
	for i, s := range content {
		if _, ok := ids[s]; !ok {
			ids[s] = len(ids)
		}
		words[i] = ids[s]
	}
	before, after := make([]int, len(ids)), make([]int, len(ids))
	alike := make([]float64, len(passages))
	mean := 0.0
	for p := 1; p < len(passages); p++ {
		at := passages[p].content
		a, b := words[max(0, at-topicWindow):at], words[at:min(len(words), at+topicWindow)]
		for _, w := range a {
			before[w]++
		}
		for _, w := range b {
			after[w]++
		}
		dot, left, right := 0, 0, 0
		for _, w := range a {
			dot, left = dot+after[w], left+before[w] // the sum of squares, word by word
		}
		for _, w := range b {
			right += after[w]
		}
		for _, w := range a {
			before[w] = 0
		}
		for _, w := range b {
			after[w] = 0
		}
		if dot > 0 {
			alike[p] = float64(dot) / math.Sqrt(float64(left)*float64(right))
		}
		mean += alike[p] / float64(len(passages)-1)
	}
	for p := 1; p < len(passages); p++ {
		passages[p].score -= topicWeight * (alike[p] - mean)
	}
}

// scorePauses scores passages by the pauses before them, where they are known, beside
// those before the others.
func (e *Edit) scorePauses(passages []passage) {
	const (
		least        = 0.2 // seconds, added to all: shorter ones are alike
		lower, upper = -1, 2
	)
	pauses := make(map[int]float64)
	var all []float64
	for p := 1; p < len(passages); p++ {
		w := passages[p].opens
		before := w - 1
		for before > passages[p-1].opens && (e.words[before].removed || e.isNote(before)) {
			before--
		}
		if from, to := e.doc.Words[before].Time, e.doc.Words[w].Time; from.Known && to.Known {
			pauses[p] = math.Max(0, to.Start-from.End) + least
			all = append(all, pauses[p])
		}
	}
	if len(all) == 0 {
		return
	}
	slices.Sort(all)
	median := all[len(all)/2]
	for p, pause := range pauses {
		passages[p].score += pauseWeight * min(max(math.Log2(pause/median), lower), upper)
	}
}

// paragraphs returns the passages, but for the first, with which paragraphs start: those
// for which most tells, at the least cost of paragraphs that are too long or too short.
func paragraphs(passages []passage, length int) []int {
	n := len(passages)
	best, from := make([]float64, n+1), make([]int, n+1)
	for to := 1; to <= n; to++ {
		best[to] = math.Inf(1)
		words := 0
		for p := to - 1; p >= 0; p-- {
			if words += passages[p].words; words > longestShare*length && !math.IsInf(best[to], 1) {
				break
			}
			if words*shortestShare < length && (p > 0 || to < n) {
				continue
			}
			off := float64(words-length) / float64(length)
			cost := best[p] + off*off
			if p > 0 {
				cost -= passages[p].score
			}
			if cost < best[to] {
				best[to], from[to] = cost, p
			}
		}
	}
	var out []int
	for p := from[n]; p > 0; p = from[p] {
		out = append(out, p)
	}
	slices.Reverse(out)
	return out
}
