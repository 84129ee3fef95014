package editor

import (
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// What makes words one stretch: each is at least as probable as leastWord, and none is by more than mostStep
// less or more probable than the one before.
const (
	leastWord = 0.1
	mostStep  = 0.4
)

// stretches returns the stretches of words that may go, with the mean of their probabilities.
func (m *Model) stretches(t *Text, p []float64, joined []bool) []Stretch {
	var out []Stretch
	n := len(p)
	from := -1 // of the stretch that is open
	last := 0.0
	end := func(to int) {
		if from >= 0 {
			out = m.cut(t, p, joined, from, to, out)
		}
		from = -1
	}
	for i := 0; i < n; {
		to := wordEnd(joined, i, n)
		q := mean(p[i:to])
		if from >= 0 && (q < leastWord || math.Abs(q-last) > mostStep || t.After[i-1].Final()) {
			end(i)
		}
		if q >= leastWord && from < 0 {
			from = i
		}
		last, i = q, to
	}
	end(n)
	return out
}

// wordEnd returns where the word ends that begins at a token.
func wordEnd(joined []bool, i, n int) int {
	to := i + 1
	for to < n && joined != nil && joined[to] {
		to++
	}
	return to
}

func mean(p []float64) float64 {
	sum := 0.0
	for _, q := range p {
		sum += q
	}
	return sum / float64(len(p))
}

// cut appends what of a stretch may go: all of it if it is begun and left, or made of phrases that editors take out; else those
// parts that are. Other words carry something: they stay, however probable.
func (m *Model) cut(t *Text, p []float64, joined []bool, from, to int, out []Stretch) []Stretch {
	add := func(from, to int, kind data.Disfluencies) {
		out = append(out, Stretch{From: from, To: to, Kind: kind, Probability: mean(p[from:to])})
	}
	if t.taken(from, to) && (joined == nil || !joined[to-1]) {
		from = to - 1
	}
	if !m.phrases.made(t.Words[from:to]) && t.left(from, to) {
		add(from, to, data.FalseStarts)
		return out
	}
	for i := from; i < to; {
		n := m.phrases.longest(t.Words[i:to])
		for n > 0 && (i+n < to && joined != nil && joined[i+n] || !m.phrases.made(t.Words[i:i+n])) {
			n-- // it ends within a word
		}
		if n == 0 {
			i = wordEnd(joined, i, to)
			continue
		}
		if stay := t.firstCarrying(i, i+n); stay < i+n {
			// What is before it may go; it stays, and what is behind it is looked at again.
			end := i + n
			for stay > i && (!m.phrases.made(t.Words[i:stay]) || joined != nil && joined[stay]) {
				stay--
			}
			if stay > i {
				end, n = stay, stay-i
			} else {
				i = wordEnd(joined, t.firstCarrying(i, end), to)
				continue
			}
		}
		if kind := t.kind(i, i+n); t.apart(i, i+n, kind) {
			add(i, i+n, kind)
		}
		i += n
	}
	return out
}

// firstCarrying returns the first of some words that says something where it stands, and to where there is none.
func (t *Text) firstCarrying(from, to int) int {
	for i := from; i < to; i++ {
		if t.carries(i) {
			return i
		}
	}
	return to
}

// kind says what a stretch of phrases is, by where it stands: the classes of the guides of clean verbatim.
func (t *Text) kind(from, to int) data.Disfluencies {
	opens := from == 0 || t.After[from-1].Final()
	closes := to == len(t.Words) || t.After[to-1].Final()
	switch {
	case from == 0 && to == len(t.Words):
		return data.Listening
	case opens:
		return data.Openers
	case closes:
		return data.TagQuestions
	}
	return data.Hedges
}

// apart reports whether a phrase stands apart as its kind does: a tag has a mark before it ("that is fine, okay?", not "it looks
// okay"), and a phrase with a verb one behind it, too, or nothing ("I know, right?", not "I know it").
func (t *Text) apart(from, to int, kind data.Disfluencies) bool {
	before := from == 0 || t.After[from-1] >= data.CommaMark
	if kind == data.TagQuestions && !before {
		return false
	}
	verb := slices.ContainsFunc(t.Tags[from:to], func(tag string) bool { return strings.HasPrefix(tag, "VB") || tag == "MD" })
	return !verb || before && (to == len(t.Words) || t.After[to-1] >= data.CommaMark)
}

// left reports whether what is said from one word to another is begun and left: the speaker breaks off at its end, or something
// is removed there, or one of its words is said again behind it.
func (t *Text) left(from, to int) bool {
	if to == len(t.Words) || t.After[to-1].Final() {
		return breaks(t.After[to-1])
	}
	if t.distributes(from, to) {
		return false
	}
	if breaks(t.After[to-1]) && !t.lent(to) {
		return !t.qualifies(from, to)
	}
	if t.governed(from) || t.loses(from, to, mostAgain) || t.only(from, to) || t.object(from, to) || t.serves(from, to) {
		return false
	}
	if t.Gap[to] != 0 {
		return true
	}
	return slices.ContainsFunc(t.Words[from:to], func(w string) bool {
		return slices.ContainsFunc(t.Words[to:min(to+2, len(t.Words))], func(next string) bool { return strings.EqualFold(w, next) })
	})
}

// lent reports whether the mark before a word is that of a repair between, which takes up what it left itself: "it's an
// assumption [it's -] it's clear".
func (t *Text) lent(to int) bool {
	return t.Lent != nil && t.Lent[to-1] && t.Gap[to]&data.Repairs != 0 && (t.tag(to-1, "MD") && t.tag(to, "VB") || !t.tag(to-1, "IN", "DT", "TO", "CC", "PRP$", "MD", "W"))
}

// distributes reports whether the same is said before the words, and behind them, as of each of several: "a third, a third, a third".
func (t *Text) distributes(from, to int) bool {
	n := to - from
	if from < n || to+n > len(t.Words) || !t.loses(from, to, 0) {
		return false
	}
	for i := from; i < to; i++ {
		if !strings.EqualFold(t.Words[i-n], t.Words[i]) || !strings.EqualFold(t.Words[i+n], t.Words[i]) {
			return false
		}
	}
	return true
}

// qualifies reports whether the words end as the beginning of one that is the object of a preposition, with an adjective that is
// not said again: "out of a strong a- operating cash flow".
func (t *Text) qualifies(from, to int) bool {
	return strings.HasSuffix(t.Words[to-1], "-") && t.governed(from) && t.loses(from, to-1, mostAgain)
}

// governed reports whether a word belongs to the preposition before it: "if you listen to it, it sounds".
func (t *Text) governed(from int) bool {
	return from > 0 && t.After[from-1] < data.CommaMark && t.tag(from-1, "IN", "TO")
}

// taken reports whether only the last of the words is taken up behind them, and a preposition before it goes on what is said before:
// "a share of a, a big market".
func (t *Text) taken(from, to int) bool {
	return to-from > 1 && to < len(t.Words) && from > 0 && t.After[from-1] < data.CommaMark && t.tag(from, "IN", "TO") &&
		strings.EqualFold(t.Words[to-1], t.Words[to])
}

// object reports whether the words are the pronoun that a verb has, and the same one is the subject of what follows: "when we finalize
// it, it follows".
func (t *Text) object(from, to int) bool {
	return to == from+1 && from > 0 && to < len(t.Words) && t.tag(from, "PRP") && t.tag(from-1, "VB") && strings.EqualFold(t.Words[from], t.Words[to]) &&
		t.After[from-1] < data.CommaMark && !inverted[t.lower(from-1)] && !being[t.lower(from-1)] && !saying[t.lower(from-1)] && !holding[t.lower(from-1)]
}

// serves reports whether the words end as an auxiliary before its verb, or are one verb before a repair that has its own dash: "is my
// last-- my last day".
func (t *Text) serves(from, to int) bool {
	return t.tag(to-1, "MD") && t.tag(to, "VB") || to == from+1 && t.tag(from, "VB") && t.lent(to)
}

// holding are verbs that have clauses behind them, which a pronoun opens.
var holding = setOf("think thinks thought believe believes believed know knows knew guess mean feel feels felt see saw hope hoped suppose expect assume assumed sure makes make let")

// only reports whether the words are one verb that is no other one's beginning: "can you just unpick, you know, when".
func (t *Text) only(from, to int) bool {
	return to == from+1 && t.tag(from, "VB") && !t.tag(from, "VBZ", "VBP", "VBD") && !light[t.lower(from)] && from > 0 && t.After[from-1] < data.CommaMark &&
		!t.tag(to, "VB")
}

// mostAgain is how many words behind a false start hold what is said again of it.
const mostAgain = 12

// loses reports whether something is named, said of it or compared that is not said again in so many words behind. Names that
// the tagger does not know may be adjectives to it.
func (t *Text) loses(from, to, within int) bool {
	for i := from; i < to; i++ {
		if !t.tag(i, "NN", "CD", "JJ", "RBR") || light[t.lower(i)] || answers[t.lower(i)] {
			continue
		}
		again := slices.ContainsFunc(t.Words[to:min(to+within, len(t.Words))], func(w string) bool { return strings.EqualFold(w, t.Words[i]) })
		if !again {
			return true
		}
	}
	return false
}
