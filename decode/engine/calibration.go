package engine

import (
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Calibration turns the evidence for the removal of a stretch of words into the
// probability that it is right: the logistic function of a sum of terms (see
// Evidence.Terms), each with its coefficient. The zero value knows nothing: it gives 1/2.
type Calibration [evidenceTerms]float64

// evidenceTerms is the number of terms.
const (
	evidenceTerms = 17
	marginTerm    = 2  // of the margin
	rootTerm      = 3  // of its square root
	networkTerm   = 16 // of the network
)

// earlierTerms are how many of the first terms settings of earlier versions have
// coefficients for. They mean the same with those of the others at 0.
var earlierTerms = []int{5, networkTerm}

// Evidence is what a Calibration reads of a removed stretch.
type Evidence struct {
	Label data.Label
	Words int     // of the stretch
	Odds  float64 // logarithm of the odds of the label under the edit model, of the word for which they are lowest
	// Network is the logarithm of the odds of the label under the network, of the word for
	// which they are lowest; 0: the network was not asked, or there is none.
	Network float64
	Margin  float64 // what the decoder's score, over the whole sentence, loses when the stretch is kept
	Talk    float64 // see data.Talk.Rate

	Copied bool // the same words follow at once
	Lost   int  // content words that do not come again in what follows
	Number bool // a number is among the words
	Twice  bool // it is a content word that follows once more
	Choice bool // it is a choice that is said once more with a "not": "do you or do you not", or half of "the more you know, the more ..."
	Denied bool // it says no, and what follows does not: "it's not, it's"
	// Apart says that it is a word whose copy may be another one: "the lights are on on the left", "luckily for you, you do", or one
	// name with it: "Duran Duran"; or that what follows makes a pair with it: "little by little".
	Apart bool
	Cut   bool // the last word looks like the beginning of one behind it
	Pause bool // a filler stands behind it, or in it
	Opens bool // a sentence begins with it
	// Of punctuation: whether a word is cut off, or a dash or ellipsis stands, behind the stretch,
	// or a comma; whether the same punctuation mark stands where what replaces it ends, as in a list;
	// and whether punctuation, or the ends of the sentence, stand on both sides.
	Break, Comma, Even, SetOff bool
	Capital                    bool // the next word has a capital
	// Quoted says that it is a quotation by itself ("the word "that" that he said"), or ends in one that its repair is not in.
	Quoted bool
	// Repaired says that the stretch is in a repair with an editing term, of which their model is sure.
	Repaired bool
	Alone    bool // it is an editing term that belongs to no repair
}

// Bounds of the evidence: beyond them it says no more.
const (
	maxOdds   = 12
	maxMargin = 8
	minTalk   = -6.0
	maxTalk   = -3.0
)

// Terms returns the evidence as the terms that the coefficients of a Calibration belong
// to: 1, the odds, the margin, its square root, the logarithm of the words, the talk, what is
// true of the stretch, and the odds under the network.
func (e Evidence) Terms() Calibration {
	margin := max(0, min(maxMargin, e.Margin))
	talk := 0.0 // nothing is known
	if e.Talk != 0 {
		talk = max(minTalk, min(maxTalk, e.Talk)) - maxTalk
	}
	return Calibration{
		1, max(-maxOdds, min(maxOdds, e.Odds)), marginTerm: margin, rootTerm: math.Sqrt(margin), 4: math.Log(float64(e.Words)), 5: talk,
		6: truth(e.Copied), 7: float64(min(e.Lost, 3)), 8: truth(e.Number), 9: truth(e.Pause), 10: truth(e.Opens),
		11: truth(e.Break), 12: truth(e.Comma), 13: truth(e.Even), 14: truth(e.SetOff), 15: truth(e.Capital),
		networkTerm: max(-maxOdds, min(maxOdds, e.Network)),
	}
}

// truth returns the term of what is true or not.
func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Probability returns the probability that a removal is right.
func (c Calibration) Probability(e Evidence) float64 {
	s := 0.0
	for i, t := range e.Terms() {
		s += c[i] * t
	}
	return 1 / (1 + math.Exp(-s))
}

// Stretch is a run of words with the same label, E or F.
type Stretch struct {
	From, To int // positions, half-open
	Label    data.Label
}

// Stretches returns the stretches that labels remove, in order.
func Stretches(labels []data.Label) []Stretch {
	var out []Stretch
	for i := 0; i < len(labels); {
		j := i + 1
		for j < len(labels) && labels[j] == labels[i] {
			j++
		}
		if labels[i] != data.O {
			out = append(out, Stretch{i, j, labels[i]})
		}
		i = j
	}
	return out
}

// kept returns labels that keep the words of the stretch.
func (x Stretch) kept(labels []data.Label) []data.Label {
	out := append([]data.Label(nil), labels...)
	for t := x.From; t < x.To; t++ {
		out[t] = data.O
	}
	return out
}

// logOdds returns the logarithm of the odds of a probability, which has bounds.
func logOdds(p float64) float64 {
	p = max(1e-9, min(1-1e-9, p))
	return math.Log(p / (1 - p))
}

// evidence returns what speaks for the removal of the stretch of labels, but for the
// margin. v is what the network says, nil if there is none.
func (x Stretch) evidence(in *data.Sentence, s *stages.Session, v *neural.Advice, labels []data.Label) Evidence {
	e := Evidence{Label: x.Label, Words: x.To - x.From, Odds: math.Inf(1), Opens: x.From == 0}
	if in.Talk.Words > 0 {
		e.Talk = in.Talk.Rate()
	}
	for t := x.From; t < x.To; t++ {
		e.Odds = min(e.Odds, logOdds(s.Whole().Posterior(t, x.Label)))
	}
	if v != nil {
		e.Network = v.Odds(x.From, x.To, x.Label)
	}
	x.surroundings(&e, s, labels)
	if len(in.Written) > 0 {
		x.written(&e, in, labels)
	}
	return e
}

// surroundings adds what the words around the stretch say.
func (x Stretch) surroundings(e *Evidence, s *stages.Session, labels []data.Label) {
	c := s.Columns()
	e.Cut = c.Cut[x.To-1]
	e.Pause = x.To < len(labels) && labels[x.To] == data.F && x.Label == data.E && !s.Number(x.To)
	// What follows, without removed words.
	const ahead = 4
	var follow [maxCompared + ahead]int
	n := 0
	for t := x.To; t < len(labels) && n < min(len(follow), e.Words+ahead); t++ {
		if labels[t] == data.O {
			follow[n] = t
			n++
		}
	}
	next := follow[:n]
	// What stands between numbers belongs to them: "five point one north eight point two west".
	e.Number = e.Number || x.From > 0 && labels[x.From-1] == data.O && n > 0 && s.Number(x.From-1) && s.Number(next[0])
	unit := x.unit(c.Word) // what is said over and over follows once more
	if unit == 1 && n > 0 && c.Word[x.From] == c.Word[next[0]] {
		e.Twice, e.Apart = s.Content(x.From), s.Apart(x.From)
	}
	from, to := x.From, x.To // with the "or", whatever it is taken for
	for from > 0 && labels[from-1] != data.O {
		from--
	}
	for to < len(labels) && labels[to] != data.O {
		to++
	}
	e.Choice, e.Denied = s.Choice(from, to, next) || s.Correlated(from, to, next), x.Label == data.E && s.Denied(x.From, x.To, next)
	e.Apart = e.Apart || x.Label == data.E && s.Paired(x.From, x.To, next)
	e.Copied = unit <= n
	for k := range e.Words {
		t := x.From + k
		e.Copied = e.Copied && c.Word[t] == c.Word[next[k%unit]]
		e.Number = e.Number || s.Number(t)
		if s.Content(t) && !slices.ContainsFunc(next, func(u int) bool { return c.Stem[t] == c.Stem[u] }) {
			e.Lost++
		}
	}
}

// unit returns how many words a stretch says over and over: 1 of "i i", 2 of "it was it was", all of others.
func (x Stretch) unit(words []uint32) int {
	all := words[x.From:x.To]
	for n := 1; n <= len(all)/2; n++ {
		if len(all)%n == 0 && slices.Equal(all[n:], all[:len(all)-n]) {
			return n
		}
	}
	return len(all)
}

// maxCompared is the number of words of a stretch that are looked for in what follows.
const maxCompared = 12

// written adds what punctuation and capitals say.
func (x Stretch) written(e *Evidence, in *data.Sentence, labels []data.Label) {
	w := in.Written
	behind := w[x.To-1].After
	e.Break = behind == data.CutMark || behind == data.DashMark || behind == data.EllipsisMark
	e.Comma = behind == data.CommaMark
	e.SetOff = (x.From == 0 || w[x.From-1].After != data.NoMark) && behind != data.NoMark
	next := x.To
	for next < len(labels) && labels[next] != data.O {
		next++
	}
	if next < len(labels) {
		e.Capital = w[next].Shape == data.CapitalShape
		if end := next + e.Words - 1; end < len(labels) {
			e.Even = behind != data.NoMark && w[end].After == behind
		}
	}
	e.Quoted = x.quoted(w, next)
	if e.Words == 1 && e.Copied && behind == data.NoMark {
		e.Apart = e.Apart || named(w, x.From)
	}
	// "Hear, hear, said the pilot": who stutters sets no comma behind the second one.
	if e.Words == 1 && e.Twice && x.From == 0 && next == x.To && next+1 < len(w) && w[next].After == data.CommaMark {
		e.Apart = true
	}
}

// quoted reports whether the stretch is a quotation by itself, or a reparandum with the end of one; next is the word behind what is removed.
// A filled pause in quotes is what somebody said ("Uh," he said) unless no mark is in them: "she says "um" a lot".
func (x Stretch) quoted(w []data.Written, next int) bool {
	closes := slices.IndexFunc(w[x.From:x.To], func(v data.Written) bool { return v.Closes })
	if closes < 0 {
		return false
	}
	opens := slices.IndexFunc(w[x.From:x.From+closes+1], func(v data.Written) bool { return v.Before == data.QuoteMark })
	alone := opens == 0 && x.From+closes == x.To-1 && (next >= len(w) || w[next].Before != data.QuoteMark)
	if x.Label == data.E {
		return alone || opens < 0
	}
	return alone && w[x.To-1].After == data.QuoteMark
}

// named reports whether a word and its copy behind it may be a name, by their capitals: neither opens a sentence, and no longer name
// follows, as that of "North North Carolina".
func named(w []data.Written, i int) bool {
	capital := func(k int) bool { return k < len(w) && w[k].Shape == data.CapitalShape }
	return i > 0 && !w[i-1].After.Final() && capital(i) && capital(i+1) && (w[i+1].After != data.NoMark || !capital(i+2))
}

// advice returns what the network says of the sentence that is decoded, nil for decoders
// that do without it.
func (e *Engine) advice(d *beam.Decoder, in *beam.Input) (*neural.Advice, error) {
	if e.Models().Network == nil || !d.Has(evaluators.NetworkName) {
		return nil, nil
	}
	return e.Models().Network.On(in, e.Stages())
}

// Removal is a stretch that a decoder removes, with the evidence for it.
type Removal struct {
	Stretch
	Evidence    Evidence
	Probability float64 // that it is right, as far as it was asked for
}

// Removals decodes a sentence of words, and returns the best hypothesis with what it
// removes. in is the input of the decoding; its session is that of the engine's stages.
// doubted says of which stretches the margin is wanted, which takes time; nil: of all. It is
// asked with the least margin that is known: of others this is the margin they get. The same
// goes for margins that are so large that the evidence does not tell them apart.
func (e *Engine) Removals(ctx context.Context, d *beam.Decoder, in *beam.Input, doubted func(Evidence) bool) (*beam.Hypothesis, []Removal, error) {
	session, err := e.Stages().SessionOf(in)
	if err != nil {
		return nil, nil, err
	}
	advice, err := e.advice(d, in)
	if err != nil {
		return nil, nil, err
	}
	var removed []Removal
	var scored []int
	margin := func(best *beam.Hypothesis, score float64) float64 {
		return (best.Score - score) * float64(len(best.Labels))
	}
	r, err := d.Run(ctx, in, beam.Request{
		Alternatives: func(best *beam.Hypothesis, emit func([]data.Label)) {
			for _, x := range Stretches(best.Labels) {
				removed = append(removed, Removal{Stretch: x, Evidence: x.evidence(in.Sentence, session, advice, best.Labels)})
				if doubted == nil || doubted(removed[len(removed)-1].Evidence) {
					scored = append(scored, len(removed)-1)
					emit(x.kept(best.Labels))
				}
			}
		},
		Enough: func(i int, best *beam.Hypothesis, bound float64) bool {
			v := removed[scored[i]].Evidence
			v.Margin = margin(best, bound)
			return v.Margin >= maxMargin || v.Margin > 0 && doubted != nil && !doubted(v)
		},
	})
	if err != nil {
		return nil, nil, err
	}
	for k, i := range scored {
		removed[i].Evidence.Margin = margin(r.Best(), r.Alternatives[k].Score)
	}
	return r.Best(), removed, nil
}
