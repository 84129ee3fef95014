// Package live measures how live text is cleaned: what it loses, how long words wait, and how often what was shown of
// them changes. It replays conversations word by word.
//
// The incremental measures are those of Zwarts, Johnson and Dale (2010, Detecting Speech Repairs Incrementally Using a
// Noisy Channel Approach), Baumann, Buss and Schlangen (2011, Evaluation and Optimisation of Incremental Processors) and
// Hough and Schlangen (2015, Recurrent Neural Networks for Incremental Disfluency Detection).
package live

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// Delays are after how many words Measure.Delayed scores.
var Delays = [...]int{0, 1, 2, 3, 5, 10, 20}

// Setting is how live text is read.
type Setting struct {
	Name    string
	Latency tidytalk.Latency
	Whole   bool // all words are read together: nothing is live
	Steps   bool // what is provisional is asked for after every word
}

// Measure is what is measured of a setting. The zero value is ready to Add to.
type Measure struct {
	Disfluency  metric.Disfluency
	Punctuation metric.Punctuation
	Same        int // words removed or kept, and with the mark, as by those that were compared
	Compared    int

	Words   int
	Waits   []int     // words that came after each word until it was settled
	Seconds []float64 // from the end of a word to that of the word that settled it, where both have times

	// Of what was shown after every word.
	Labels    int // labels that were added or revoked; a label that changes is one of each
	Revisions int // times that a word came or went, or its mark or case changed, after it was first shown
	Stay      int // words that were first shown as they are settled
	// Delayed holds the scores of edit words as they were shown so many words later, by Delays (Zwarts et al. 2010).
	Delayed [len(Delays)]metric.Counts
	Marked  [len(Delays)]metric.Counts // of marks
	// Found are the reparanda that were detected at all, and FromOnset and FromRepair the words that had come from their
	// first word, and from the first word of the repair, until any word of them was first taken for one.
	Repairs, Found        int
	FromOnset, FromRepair []int
}

// Overhead returns the edit overhead: the share of labels added and revoked that was not necessary.
func (m *Measure) Overhead() float64 {
	if m.Labels == 0 {
		return 0
	}
	return float64(m.Labels-m.Words) / float64(m.Labels)
}

// Quantile returns a quantile of numbers, 0 of none.
func Quantile[T int | float64](of []T, q float64) T {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// Mean returns the mean of numbers, 0 of none.
func Mean(of []int) float64 {
	sum := 0
	for _, n := range of {
		sum += n
	}
	return float64(sum) / max(1, float64(len(of)))
}

// Plus adds what was measured of other conversations.
func (m *Measure) Plus(o *Measure) {
	m.Same, m.Compared, m.Words = m.Same+o.Same, m.Compared+o.Compared, m.Words+o.Words
	m.Waits, m.Seconds = append(m.Waits, o.Waits...), append(m.Seconds, o.Seconds...)
	m.Labels, m.Revisions, m.Stay = m.Labels+o.Labels, m.Revisions+o.Revisions, m.Stay+o.Stay
	m.Repairs, m.Found = m.Repairs+o.Repairs, m.Found+o.Found
	m.FromOnset, m.FromRepair = append(m.FromOnset, o.FromOnset...), append(m.FromRepair, o.FromRepair...)
	m.Disfluency.Edit, m.Disfluency.Filler = m.Disfluency.Edit.Plus(o.Disfluency.Edit), m.Disfluency.Filler.Plus(o.Disfluency.Filler)
	m.Punctuation.Ends = m.Punctuation.Ends.Plus(o.Punctuation.Ends)
	for k := range m.Punctuation.Puncts {
		m.Punctuation.Puncts[k] = m.Punctuation.Puncts[k].Plus(o.Punctuation.Puncts[k])
	}
	for k := range Delays {
		m.Delayed[k], m.Marked[k] = m.Delayed[k].Plus(o.Delayed[k]), m.Marked[k].Plus(o.Marked[k])
	}
}

// Replay reads the words of a side of a conversation as they were said, with their times or without, and adds what it
// measures. It returns the decisions. Where others are given, it counts the words that are decided about as there.
func (m *Measure) Replay(ctx context.Context, c *tidytalk.Cleaner, side *data.Side, times bool, s Setting, others []data.Decision) ([]data.Decision, error) {
	tokens, gold := punct.Words(side)
	words := make([]tidytalk.Word, len(tokens))
	for i := range tokens {
		words[i] = tidytalk.Word{Text: tokens[i].Text}
		if times {
			words[i].Timed, words[i].Start, words[i].End = tokens[i].Timed, tokens[i].Start, tokens[i].End
		}
	}
	r := &replay{m: m, tokens: tokens, gold: gold}
	if err := r.run(ctx, c, words, s); err != nil {
		return nil, err
	}
	m.Words += len(tokens)
	sentence := data.Sentence{Tokens: tokens}
	m.Disfluency.Add(&sentence, r.final)
	for t := range r.final {
		d := &r.final[t]
		m.Punctuation.Add(gold.Fluent[t], gold.Puncts[t], decisions.PunctOf(d))
		m.Punctuation.Ends.Add(gold.Ends[t], d.End)
		if others != nil {
			m.Compared++
			if seenOf(d) == seenOf(&others[t]) {
				m.Same++
			}
		}
	}
	return r.final, nil
}

// replay is a side that is read.
type replay struct {
	m      *Measure
	tokens []data.Token
	gold   *punct.Gold
	final  []data.Decision
	first  []seen // how each word was shown at first
	shown  []seen // and last
	found  []bool // of the tokens: they were shown as edit words
}

// seen is what a reader sees of a word.
type seen struct {
	label   data.Label
	removed bool
	punct   data.Punct
	cased   string
}

func seenOf(d *data.Decision) seen {
	s := seen{label: d.Label, removed: d.Why&data.DefaultRemoved != 0}
	if !s.removed {
		s.punct, s.cased = d.Punct, d.Cased
	}
	return s
}

func (r *replay) run(ctx context.Context, c *tidytalk.Cleaner, words []tidytalk.Word, s Setting) error {
	if s.Whole {
		out, err := c.Tokens(ctx, [][]tidytalk.Word{words})
		if err != nil {
			return err
		}
		r.final = out[0].Decisions
		return nil
	}
	live, err := c.LiveWords(s.Latency)
	if err != nil {
		return err
	}
	r.found = make([]bool, len(words))
	for i := range words {
		settled, err := live.Push(ctx, words[i])
		if err != nil {
			return err
		}
		r.settle(i, settled)
		if !s.Steps {
			continue
		}
		open, err := live.Provisional(ctx)
		if err != nil {
			return err
		}
		r.show(i, open)
	}
	settled, err := live.Close(ctx)
	if err != nil {
		return err
	}
	r.settle(len(words)-1, settled)
	if s.Steps {
		r.show(len(words)-1, nil)
		r.finish()
	}
	return nil
}

// settle takes down words that were settled when a word had come.
func (r *replay) settle(came int, settled []tidytalk.DecidedWord) {
	for i := range settled {
		t := len(r.final)
		r.final = append(r.final, settled[i].Decision)
		r.m.Waits = append(r.m.Waits, came-t)
		if a, b := &r.tokens[t], &r.tokens[came]; a.Timed && b.Timed {
			r.m.Seconds = append(r.m.Seconds, b.End-a.End)
		}
	}
}

// show takes down what is shown when a word has come: what is settled, and what is open.
func (r *replay) show(came int, open []tidytalk.DecidedWord) {
	from := max(0, len(r.final)-1-2*len(Delays)-Delays[len(Delays)-1])
	for t := from; t < len(r.final)+len(open) && t <= came; t++ {
		d := (*data.Decision)(nil)
		if t < len(r.final) {
			d = &r.final[t]
		} else {
			d = &open[t-len(r.final)].Decision
		}
		r.word(came, t, d)
	}
}

// word takes down how a word is shown.
func (r *replay) word(came, t int, d *data.Decision) {
	now := seenOf(d)
	switch {
	case t >= len(r.shown):
		r.first, r.shown = append(r.first, now), append(r.shown, now)
		r.m.Labels++
	case now != r.shown[t]:
		if now.label != r.shown[t].label {
			r.m.Labels += 2
		}
		if now.label = r.shown[t].label; now != r.shown[t] {
			r.m.Revisions++
		}
		r.shown[t] = seenOf(d)
	}
	for k, delay := range Delays {
		if came-t == delay {
			r.delayed(k, t, d)
		}
	}
	if d.Label == data.E && r.tokens[t].Label() == data.E {
		r.detect(came, t)
	}
}

func (r *replay) delayed(k, t int, d *data.Decision) {
	r.m.Delayed[k].Add(r.tokens[t].Label() == data.E, d.Label == data.E)
	if r.gold.Fluent[t] {
		var marks metric.Marks
		marks.Add(r.gold.Puncts[t], decisions.PunctOf(d))
		r.m.Marked[k] = r.m.Marked[k].Plus(marks.All())
	}
}

// detect takes down that a word of a reparandum was taken for one, unless one was before.
func (r *replay) detect(came, t int) {
	from, to := t, t+1
	for from > 0 && r.tokens[from-1].Label() == data.E {
		from--
	}
	for to < len(r.tokens) && r.tokens[to].Label() == data.E {
		to++
	}
	if slices.Contains(r.found[from:to], true) {
		return
	}
	r.found[t] = true
	repair := to
	for repair < len(r.tokens) && r.tokens[repair].Label() == data.F {
		repair++
	}
	r.m.Found++
	r.m.FromOnset, r.m.FromRepair = append(r.m.FromOnset, came-from), append(r.m.FromRepair, came-repair)
}

// finish counts what is known when all has come.
func (r *replay) finish() {
	for t := range r.final {
		if r.first[t].removed == r.shown[t].removed {
			r.m.Stay++
		}
		if r.tokens[t].Label() == data.E && (t == 0 || r.tokens[t-1].Label() != data.E) {
			r.m.Repairs++
		}
		for k, delay := range Delays { // which the words at the end do not have
			if t+delay >= len(r.final) {
				r.delayed(k, t, &r.final[t])
			}
		}
	}
}
