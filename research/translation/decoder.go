package translation

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
)

// Decoder finds translations of words: a Phrases or a Chart. It belongs to one goroutine.
type Decoder interface {
	// Decode returns up to n translations with different marks, best first, but one at least.
	Decode(words []string, n int) []Translation
	// Advise says what another model makes of the words of the next Decode: for each of their
	// gaps, one more than words, and each of NumMarks marks the logarithm of the odds that it
	// stands there. The slice is used until then; of another length, it makes Decode panic.
	Advise(odds []float32)
}

// unknownRule is a word that no rule knows, or glue, where the number of a rule stands.
const unknownRule = -1

// reading is the sentence that a decoder works on, and what it reads rules and the language
// model with.
type reading struct {
	model  *Model
	recent lm.Recent
	marks  [NumMarks]uint32 // as words of the language model
	weight float64          // of the language model
	words  []string
	hashes []uint64
	ids    []uint32 // words of the language model

	anyWord [2]int  // rules of UnknownKey
	rules   []int32 // what rulesOf found

	codes  []uint8  // of a rule's target
	tokens []uint32 // the same as words of the language model

	puts  []Put  // that steps have; never reused
	steps []Step // of a derivation in the making

	advice   []float32 // of Advise
	besides  []beside  // by besideOf
	besideOf stateTable
}

// beside are the lexical weights of marks in a gap, and what another model says of them.
type beside struct{ before, after, advice float64 }

// Tokens of a target have codes: that of a mark is the mark.
const wordCode = 1<<markBits - 1

func newReading(m *Model) reading {
	r := reading{model: m}
	r.anyWord[0], r.anyWord[1] = m.Rules.Find(UnknownKey)
	r.recent.Use(m.LM)
	for mark := Period; mark < NumMarks; mark++ {
		r.marks[mark] = m.LM.Vocabulary().ID(mark.Token())
	}
	return r
}

func (r *reading) read(words []string) {
	r.weight = r.model.Weights[FeatureLM]
	r.words, r.hashes, r.ids = words, r.hashes[:0], r.ids[:0]
	if r.advice != nil && len(r.advice) != (len(words)+1)*int(NumMarks) {
		panic("translation: advice about other words")
	}
	r.besides = r.besides[:0]
	r.besideOf.reset()
	for _, w := range words {
		r.hashes, r.ids = append(r.hashes, WordHash(w)), append(r.ids, tokenID(r.model.LM, w))
	}
}

// tokenID returns a word as that of a language model. What stands for the borders of
// sentences there is no word of a text.
func tokenID(m *lm.Model, word string) uint32 {
	if id := m.Vocabulary().ID(word); id > lm.End {
		return id
	}
	return lm.Unknown
}

// spell sets codes and tokens to the part of a rule's target that has the words [from, to):
// the marks of places first, first+1 and so on stand before, between and behind them.
// Without words, it is the marks of one place.
func (r *reading) spell(placed []Placed, first, from, to int) {
	r.codes, r.tokens = r.codes[:0], r.tokens[:0]
	for k := 0; k <= to-from; k++ {
		if k > 0 {
			r.codes, r.tokens = append(r.codes, wordCode), append(r.tokens, r.ids[from+k-1])
		}
		for len(placed) > 0 && placed[0].At() < first+k {
			placed = placed[1:]
		}
		if len(placed) > 0 && placed[0].At() == first+k {
			for m := placed[0].Marks(); m != 0; m = m.From(1) {
				r.codes, r.tokens = append(r.codes, uint8(m.At(0))), append(r.tokens, r.marks[m.At(0)])
			}
		}
	}
}

// Advise implements Decoder.
func (r *reading) Advise(odds []float32) { r.advice = odds }

// beside returns the lexical weights of marks in a gap, and the advice about them.
func (r *reading) beside(gap int, m Marks) beside {
	x := r.model.Lexicon
	if x == nil && r.advice == nil {
		return beside{}
	}
	at := r.besideOf.find(lm.State(gap), uint32(m))
	if *at < 0 {
		*at = int32(len(r.besides))
		var b beside
		if x != nil {
			before, after := Edge, Edge
			if gap > 0 {
				before = r.hashes[gap-1]
			}
			if gap < len(r.hashes) {
				after = r.hashes[gap]
			}
			b.before, b.after = x.Before(before, m), x.After(after, m)
		}
		if r.advice != nil {
			for ; m != 0; m = m.From(1) {
				b.advice += float64(r.advice[gap*int(NumMarks)+int(m.At(0))])
			}
		}
		r.besides = append(r.besides, b)
	}
	return r.besides[*at]
}

// lexical returns what marks of a rule are worth by their lexical weights, where place 0 of
// its source is a gap of the sentence.
func (r *reading) lexical(placed []Placed, gap int) float64 {
	s := 0.0
	for _, p := range placed {
		s += r.lexicalOf(gap+p.At(), p.Marks())
	}
	return s
}

func (r *reading) lexicalOf(gap int, m Marks) float64 {
	b := r.beside(gap, m)
	w := &r.model.Weights
	return b.before*w[FeatureBefore] + b.after*w[FeatureAfter] + b.advice*w[FeatureAdvice]
}

// static returns what a rule is worth wherever it is applied.
func (r *reading) static(rule, symbols int, gap Span) float64 {
	if rule == unknownRule {
		return r.model.Weights[FeatureUnknown]
	}
	var f Features
	r.ruleFeatures(rule, symbols, gap, &f)
	return f.Dot(&r.model.Weights)
}

// ruleFeatures adds the features of a rule of a number of symbols, given which of them is
// the gap.
func (r *reading) ruleFeatures(rule, symbols int, gap Span, out *Features) {
	r.model.Rules.Features(rule, out)
	if rule >= r.anyWord[0] && rule < r.anyWord[1] {
		out[FeatureUnknown]++
	}
	if gap.From < gap.To {
		out[FeatureHierarchical]++
		if gap.From == 0 || gap.To == symbols {
			out[FeatureBorder]++
		}
	}
}

// rulesOf returns the rules of a source, the first so many targets of it, all if that is below 0,
// and if it is a word those for any word that put other marks. The slice is used again.
func (r *reading) rulesOf(key Key, targets int, word bool) []int32 {
	t := r.model.Rules
	from, to := t.Find(key)
	if targets >= 0 {
		to = min(to, from+targets)
	}
	r.rules = r.rules[:0]
	for i := from; i < to; i++ {
		r.rules = append(r.rules, int32(i))
	}
	if !word {
		return r.rules
	}
next:
	for i := r.anyWord[0]; i < r.anyWord[1]; i++ {
		placed := t.Placed(i)
		if len(placed) == 0 && from < to {
			continue
		}
		for k := from; k < to; k++ {
			if slices.Equal(t.Placed(k), placed) {
				continue next
			}
		}
		r.rules = append(r.rules, int32(i))
	}
	return r.rules
}

// usable returns the marks that a rule puts, and whether its places are those of a source of
// a number of symbols: another source may have the same hash.
func (r *reading) usable(rule, symbols int) ([]Placed, bool) {
	p := r.model.Rules.Placed(rule)
	return p, len(p) == 0 || p[len(p)-1].At() <= symbols
}

// leadingMarks returns how many marks a target begins with, and trailingMarks how many it
// ends with.
func leadingMarks(codes []uint8) int {
	n := 0
	for n < len(codes) && codes[n] != wordCode {
		n++
	}
	return n
}

func trailingMarks(codes []uint8) int {
	n := 0
	for n < len(codes) && codes[len(codes)-1-n] != wordCode {
		n++
	}
	return n
}

// step returns the step of a rule, gap being empty if it has none.
func (r *reading) step(rule int32, span, gap Span) Step {
	s := Step{Span: span, Gap: gap, Rule: rule}
	if rule == unknownRule {
		return s
	}
	// Places behind the gap, which is one symbol.
	behind, skip := span.To-span.From, 0
	if gap.From < gap.To {
		behind, skip = gap.From-span.From, gap.To-gap.From-1
	}
	from := len(r.puts)
	for _, p := range r.model.Rules.Placed(int(rule)) {
		at := span.From + p.At()
		if p.At() > behind {
			at += skip
		}
		r.puts = append(r.puts, Put{at, p.Marks()})
	}
	if to := len(r.puts); from < to {
		s.Placed = r.puts[from:to:to]
	}
	return s
}

// finish computes features and score of a translation from its marks and derivation.
func (r *reading) finish(t *Translation) {
	for i := range t.Derivation {
		s := &t.Derivation[i]
		t.Features.Add(r.stepFeatures(s), 1)
	}
	p, state := 0.0, r.model.LM.BeginState()
	score := func(id uint32) {
		var logp float64
		logp, state = r.recent.Score(state, id)
		p += logp
	}
	for i, marks := range t.Gaps {
		if i > 0 {
			score(r.ids[i-1])
		}
		for ; marks != 0; marks = marks.From(1) {
			score(r.marks[marks.At(0)])
		}
	}
	score(lm.End)
	t.Features[FeatureLM] = p
	t.Score = t.Features.Dot(&r.model.Weights)
}

// stepFeatures returns the features of a step.
func (r *reading) stepFeatures(s *Step) *Features {
	var f Features
	switch {
	case s.Glue:
		f[FeatureGlue] = 1
	case s.Rule == unknownRule:
		f[FeatureUnknown] = 1
	default:
		r.ruleFeatures(int(s.Rule), s.To-s.From, Span{s.Gap.From - s.From, s.Gap.To - s.From}, &f)
		for _, p := range s.Placed {
			b := r.beside(p.Gap, p.Marks)
			f[FeatureBefore] += b.before
			f[FeatureAfter] += b.after
			f[FeatureAdvice] += b.advice
		}
	}
	return &f
}

// search is what decoders share: a sentence and the forest of its derivations.
type search struct {
	reading
	forest
}

// begin starts with a sentence; n is how many translations are asked for.
func (s *search) begin(words []string, n int) {
	s.read(words)
	s.reset(n > 1)
}

// end returns the node of the whole sentence, noNode if there is none, given those of all its
// words.
func (s *search) end(nodes []int32) int32 {
	goal := int32(noNode)
	for _, n := range nodes {
		logp, _ := s.recent.Score(s.nodes[n].state, lm.End)
		score := s.nodes[n].score + s.weight*logp
		if goal < 0 {
			goal = s.node(node{}, score, noNode, n, noNode)
		} else {
			s.edge(&s.nodes[goal], score, noNode, n, noNode)
		}
	}
	return goal
}

// translations returns up to n of the derivations of a node, of which derive writes marks and
// steps. Without a node, as no rule may put more than MostMarks together, all words pass.
func (s *search) translations(goal int32, n int, glue bool, derive func(goal, rank int32, t *Translation)) []Translation {
	k := 1
	if s.keep && goal >= 0 {
		k = s.best(goal, n)
	}
	out := make([]Translation, k)
	width := len(s.words) + 1
	gaps := make([]Marks, k*width)
	for i := range out {
		t := &out[i]
		t.Gaps = gaps[i*width : (i+1)*width : (i+1)*width]
		s.puts, s.steps = nil, s.steps[:0]
		if goal >= 0 {
			derive(goal, int32(i), t)
		} else {
			s.pass(glue)
		}
		t.Derivation = append([]Step(nil), s.steps...)
		s.finish(t)
	}
	s.advice = nil
	// They are in order already, but for the last digits of sums.
	slices.SortStableFunc(out, func(a, b Translation) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// pass writes a derivation in which no rule is used.
func (s *search) pass(glue bool) {
	for i := range s.words {
		s.steps = append(s.steps, s.step(unknownRule, Span{i, i + 1}, Span{}))
		if glue && i > 0 {
			s.steps = append(s.steps, glueStep(i, i+1))
		}
	}
}

// glueStep joins what stands before a span with it.
func glueStep(from, to int) Step {
	return Step{Span: Span{0, to}, Gap: Span{from, to}, Glue: true, Rule: unknownRule}
}

// stateTable finds nodes by the state of the language model after them and a number.
type stateTable struct {
	slots []stateSlot // a power of two, at most half full
	round uint32
	used  int
}

type stateSlot struct {
	state lm.State
	extra uint32
	round uint32 // in which it was filled; before: free
	node  int32
}

func (t *stateTable) reset() {
	t.used = 0
	if t.round++; t.round == 0 {
		clear(t.slots)
		t.round = 1
	}
}

// find returns where the node stands; none, to be set, if there is none yet. The place is
// valid until the next call.
func (t *stateTable) find(state lm.State, extra uint32) *int32 {
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	for i := t.home(state, extra); ; i++ {
		s := &t.slots[i&mask]
		if s.round != t.round {
			*s = stateSlot{state, extra, t.round, noNode}
			t.used++
			return &s.node
		}
		if s.state == state && s.extra == extra {
			return &s.node
		}
	}
}

func (t *stateTable) home(state lm.State, extra uint32) uint32 {
	h := (uint64(state)<<32 | uint64(extra)) * 0x9e3779b97f4a7c15
	return uint32(h >> 40)
}

func (t *stateTable) grow() {
	old := t.slots
	t.slots = make([]stateSlot, max(64, 2*len(old)))
	if t.round == 0 {
		t.round = 1
	}
	mask := uint32(len(t.slots) - 1)
	for _, s := range old {
		if s.round != t.round {
			continue
		}
		i := t.home(s.state, s.extra)
		for t.slots[i&mask].round == t.round {
			i++
		}
		t.slots[i&mask] = s
	}
}
