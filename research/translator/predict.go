package translator

import (
	"cmp"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/translation"
)

// source is a stream of words as translation reads it.
type source struct {
	words []string
	// The tokens of each word, first and last. Tokens of no word go.
	first, last []int
}

// lang has the word lists that the package reads.
var lang = language.English()

// addToken adds the token of a number: the parts of contractions are joined to what they
// are a part of.
func (s *source) addToken(t int, text string) {
	text = foldWord(text)
	if n := len(s.words) - 1; n >= 0 && s.last[n] == t-1 {
		if before := s.words[n]; lang.IsClitic(text) || lang.Contracted[before+" "+text] || before == "can" && text == "not" {
			s.words[n], s.last[n] = before+text, t
			return
		}
	}
	s.words, s.first, s.last = append(s.words, text), append(s.first, t), append(s.last, t)
}

// foldWord returns a word as translation reads it: without case and the point of an
// abbreviation, which bare text does not have.
func foldWord(w string) string {
	w = strings.ReplaceAll(strings.ToLower(w), "’", "'")
	return cmp.Or(strings.TrimRight(w, "."), w)
}

// source returns the words of an input.
func (t *Translator) source(in *punct.Input) *source {
	s := &source{}
	for i := range in.Reading.Len() {
		if !t.header.Kept || in.DF == nil || in.DF[i] == data.O {
			s.addToken(i, in.Reading.Text(i))
		}
	}
	return s
}

// window is a stretch of words with its translations.
type window struct {
	from, to int // of the words, those whose marks are taken
	skip     int // words before from that it was decoded with
	best     []translation.Translation
}

// gap returns the marks that a translation has after a word of the stream, -1 being before
// the first one.
func (w *window) gap(of, word int) translation.Marks {
	return w.best[of].Gaps[word-w.from+w.skip+1]
}

// windows decodes words in windows, n translations of each.
func (t *Translator) windows(words []string, n int) []window {
	d := t.workers.Get().(translation.Decoder)
	defer t.workers.Put(d)
	var out []window
	for from, skip := 0, 0; from < len(words); {
		end := min(len(words), from-skip+translatedWords)
		w := window{from: from, to: end, skip: skip, best: d.Decode(words[from-skip:end], n)}
		if end < len(words) {
			w.to, skip = w.cut(end)
		}
		out = append(out, w)
		from = w.to
	}
	return out
}

// Traces tells which rules put marks into a text, whose own marks and case are not looked at: a
// trace for each window of words that is translated, the first words of which may have been the
// last of the one before.
func (t *Translator) Traces(text string) ([]*translation.Trace, error) {
	words := translation.NewReader("").Read(text).Words
	for i, w := range words {
		words[i] = foldWord(w)
	}
	var out []*translation.Trace
	for _, w := range t.windows(words, 1) {
		best := &w.best[0]
		from := w.from - w.skip
		trace, err := best.Trace(words[from:from+len(best.Gaps)-1], t.model)
		if err != nil {
			return nil, err
		}
		out = append(out, trace)
	}
	return out, nil
}

// cut returns where the marks of a window that decodes up to end are taken to: the last
// end of a sentence at which nothing is open, if there is one behind its first third, and how
// many words before it the next window begins.
func (w *window) cut(end int) (to, before int) {
	open, at := 0, 0
	for i := w.from - 1; i < end-translatedAgain; i++ {
		after, opens := parted(w.gap(0, i))
		closing, stop := 0, data.NoPunct
		for ; after != 0; after = after.From(1) {
			if m := after.At(0); closes(m) {
				closing++
			} else {
				stop = max(stop, punctOf(m))
			}
		}
		if open = max(0, open-closing); open == 0 && stop >= data.Period && i+1-w.from >= translatedWords/3 {
			at = i + 1
		}
		open += opens.Len()
	}
	if at > 0 {
		return at, 0
	}
	return end - translatedAgain, translatedBefore
}

// parted returns those of the marks in a gap that belong to the word before it, and those
// that open before the word behind.
func parted(m translation.Marks) (after, opens translation.Marks) {
	for ; m != 0; m = m.From(1) {
		switch mark := m.At(0); {
		case mark == translation.OpenSquare || mark == translation.CloseSquare:
			// Transcripts have notes in them.
		case mark.Opens():
			opens = opens.With(mark)
		case opens == 0:
			after = after.With(mark)
		}
	}
	return after, opens
}

// closes reports whether a mark closes a quote or bracket.
func closes(m translation.Mark) bool {
	return m != translation.NoMark && !m.Opens() && (m-1).Closing() == m
}

// punctOf returns what counts as which mark.
func punctOf(m translation.Mark) data.Punct {
	switch m {
	case translation.Period, translation.Exclamation, translation.Ellipsis:
		return data.Period
	case translation.Question:
		return data.QMark
	case translation.Comma, translation.Semicolon, translation.Colon, translation.Dash:
		return data.Comma
	}
	return data.NoPunct
}

// stopOf returns the mark of those in a gap that separates most.
func stopOf(m translation.Marks) data.Punct {
	stop := data.NoPunct
	for after, _ := parted(m); after != 0; after = after.From(1) {
		stop = max(stop, punctOf(after.At(0)))
	}
	return stop
}

// signsOf returns the quotes and brackets that close after a word, of marks that belong to
// it; nil: none do.
func signsOf(after translation.Marks) *data.Signs {
	s := &data.Signs{}
	within := -1
	bracket := 0
	for ; after != 0; after = after.From(1) {
		switch m := after.At(0); {
		case closes(m):
			s.Closes += m.String()
			if m == translation.CloseBracket {
				bracket = len(s.Closes)
			}
		case punctOf(m) != data.NoPunct && within < 0:
			within = len(s.Closes)
		}
	}
	// A mark that others may set stands behind brackets, and before quotes.
	if s.Within = within; within < 0 {
		s.Within = bracket
	}
	if s.Closes == "" {
		return nil
	}
	return s
}

// looks are the marks that marks of data.Punct may look like.
var looks = [translation.NumMarks]bool{translation.Exclamation: true, translation.Semicolon: true, translation.Colon: true, translation.Dash: true}

// lookOf returns what the marks after a word look like, where it is not what they always do:
// for each, what most of the translations that have it there have, by their shares. Others
// may set a mark that the best one lacks.
func (w *window) lookOf(word int, shares []float64) *data.Signs {
	var sums [translation.NumMarks]float64
	other := false // some look like what looks names
	for k := range w.best {
		after, _ := parted(w.gap(k, word))
		stop := stopOf(after)
		for ; after != 0; after = after.From(1) {
			if m := after.At(0); stop != data.NoPunct && punctOf(m) == stop {
				sums[m] += shares[k]
				other = other || looks[m]
				break
			}
		}
	}
	if !other {
		return nil
	}
	var best [data.NumPuncts]translation.Mark
	for m := translation.Period; m < translation.NumMarks; m++ {
		if p := punctOf(m); sums[m] > sums[best[p]] {
			best[p] = m
		}
	}
	s := &data.Signs{}
	for p, m := range best {
		if looks[m] {
			s.Looks[p] = m.String()
		}
	}
	if *s == (data.Signs{}) {
		return nil
	}
	return s
}

// Predict implements punct.Predictor. Marks are those of the best translation.
func (t *Translator) Predict(in *punct.Input, out *punct.Prediction) {
	n := in.Reading.Len()
	out.Reset(n)
	for i := range n {
		out.Posteriors[i][data.NoPunct], out.Last[i] = 1, data.Period
		out.Signs = append(out.Signs, nil)
	}
	s := t.source(in)
	var weights []float64
	for _, w := range t.windows(s.words, listedBest) {
		weights = t.header.shares(weights[:0], w.best)
		if _, opens := parted(w.gap(0, w.from-1)); opens != 0 {
			t.open(out, s.first[w.from], opens)
		}
		for i := w.from; i < w.to; i++ {
			last := s.last[i]
			after, opens := parted(w.gap(0, i))
			out.Puncts[last] = stopOf(after)
			out.Signs[last] = data.JoinSigns(out.Signs[last], data.JoinSigns(signsOf(after), w.lookOf(i, weights)))
			if opens != 0 && i+1 < w.to {
				t.open(out, s.first[i+1], opens)
			}
			p := &out.Posteriors[last]
			*p = [data.NumPuncts]float64{}
			for k := range w.best {
				p[stopOf(w.gap(k, i))] += weights[k]
			}
			t.header.smooth(p)
			out.SetEnd(last, p[data.Period]+p[data.QMark])
		}
	}
}

// open puts what opens before a token.
func (t *Translator) open(out *punct.Prediction, token int, opens translation.Marks) {
	s := &data.Signs{}
	for ; opens != 0; opens = opens.From(1) {
		s.Opens += opens.At(0).String()
	}
	out.Signs[token] = data.JoinSigns(s, out.Signs[token])
}

// shares appends the share of each of the translations of a window in the probability of all.
func (h *header) shares(out []float64, best []translation.Translation) []float64 {
	sum := 0.0
	for i := range best {
		w := math.Exp(h.Scale * (best[i].Score - best[0].Score))
		out, sum = append(out, w), sum+w
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// smooth takes some of the probability of marks from those of the list.
func (h *header) smooth(p *[data.NumPuncts]float64) {
	for m := range p {
		p[m] = (1-h.Floor)*p[m] + h.Floor*h.Shares[m]
	}
}
