package translation

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
)

// ChartOptions are limits of a Chart. Zero values stand for the defaults.
type ChartOptions struct {
	Cube      int // items taken from a cube; default 100, negative: all
	Span      int // words of a rule with a gap at most; default 10, at most MostSpan
	Targets   int // targets of a source that are tried; default 20, negative: all
	Terminals int // words in a source with a gap at most; default 4, at most MostSymbols-1
}

const (
	defaultCube      = 100
	defaultSpan      = 10
	defaultTerminals = 4
)

func (o *ChartOptions) defaults() {
	o.Cube, o.Targets = cmp.Or(o.Cube, defaultCube), cmp.Or(o.Targets, defaultTargets)
	if o.Span <= 0 {
		o.Span = defaultSpan
	}
	if o.Terminals <= 0 {
		o.Terminals = defaultTerminals
	}
	o.Span, o.Terminals = min(o.Span, MostSpan), min(o.Terminals, MostSymbols-1)
}

// Chart is the hierarchical decoder: it parses a sentence with the sources of rules, spans
// from left to right by their ends, and joins what rules cover by the glue rules S -> X and
// S -> S X, with the language model by cube pruning (Chiang 2007). As spans are bounded,
// time is linear in the length of a sentence. A Chart belongs to one goroutine.
//
// An item of a span, a node of the forest, is what matters to the words around it: the
// tokens that it begins with, which the language model has seen without what stands before
// them, and the state after its last one. Words being given, tokens differ by their marks.
type Chart struct {
	search
	o      ChartOptions
	known  int // tokens that are context of the language model: its order less 1
	widest int // words of a span

	// Of a sentence.
	keys    []Key               // of the words from each position to the last end
	fronts  []Key               // of words and a gap behind them: Terminals a position
	opening []extent            // applications of sources that are such: as fronts
	closing [MostSymbols]extent // of a gap and words up to the end, by how many
	apps    []application
	cells   []extent // nodes of spans: widest a position
	joined  []extent // nodes of S, by end
	leads   []lead
	leadOf  stateTable // by position and codes
	tails   []tail
	tailOf  stateTable // by hash
	text    []uint32   // tokens of tails
	ends    []int32

	// Of a span.
	cube cube
	seen stateTable // nodes

	memo [1 << memoBits]recalled // of the language model, for leads and tails
	base uint32                  // of the numbers by which they are remembered
}

// extent are the applications, or the nodes, [from, to).
type extent struct{ from, to int32 }

// application is a rule at a place of the sentence, and what does not depend on what fills
// its gap.
type application struct {
	score         float64  // of its features, and of the language model before the gap, without context
	rank          float64  // the same with the tokens behind the gap
	state         lm.State // before the gap
	rule          int32
	tail          int32 // tokens behind the gap; none: there are none
	pre, post     piece // before and behind the gap
	words, behind uint8 // before and behind the gap
	gap           bool
	open          Marks // beside a gap at the border, so that the place is not known
}

// piece is what of the tokens of a part of a target is needed to put it together with others.
type piece struct {
	codes             uint32 // of the first tokens, as many as are context
	n                 uint8  // tokens; no more than there can be codes
	leading, trailing uint8  // marks before the first word and behind the last; all, without words
	words             bool
}

// lead are the tokens that an item begins with, and how the language model sees them
// without context. If there are fewer than are context, they are all tokens of the item.
type lead struct {
	n      uint8
	marks  uint8 // before the first word
	codes  uint32
	tokens [lm.MaxOrder - 1]uint32
	states [lm.MaxOrder - 1]lm.State // after each
	logp   [lm.MaxOrder - 1]float64
}

// tail are tokens behind a gap.
type tail struct{ from, to int32 }

// recalled is what the language model says of a lead or tail in a state.
type recalled struct {
	state lm.State
	id    uint32 // 0: nothing
	after lm.State
	logp  float64 // of a lead: by how much it is better than without context
}

const memoBits = 12

// NewChart returns a decoder.
func NewChart(m *Model, o ChartOptions) *Chart {
	o.defaults()
	return &Chart{search: search{reading: newReading(m)}, o: o, known: m.LM.Order() - 1, widest: max(o.Span, MostSymbols)}
}

// Labels below 0, of what joins spans.
const (
	firstLabel = -2 // S -> X
	glueLabel  = -3 // S -> S X
)

// Decode implements Decoder.
func (d *Chart) Decode(words []string, n int) []Translation {
	d.begin(words, n)
	d.clear(len(words))
	start := d.node(node{state: d.model.LM.BeginState()}, 0, noNode, noNode, noNode)
	d.joined[0] = extent{start, start + 1}
	for to := 1; to <= len(words); to++ {
		for k := 1; k <= min(d.o.Terminals, to-1); k++ {
			key := NoKey.Gap()
			for _, h := range d.hashes[to-k : to] {
				key = key.Word(h)
			}
			d.closing[k] = d.apply(key, to, 0, to, k, true)
		}
		for from := to - 1; from >= max(0, to-d.widest); from-- {
			d.span(from, to)
		}
		d.join(to)
	}
	last := d.joined[len(words)]
	d.ends = d.ends[:0]
	for i := last.from; i < last.to; i++ {
		d.ends = append(d.ends, i)
	}
	return d.translations(d.end(d.ends), n, true, d.derive)
}

func (d *Chart) clear(n int) {
	if next := d.base + 2*uint32(len(d.leads)+len(d.tails)) + 2; next < d.base || d.base == 0 {
		clear(d.memo[:])
		d.base = 1
	} else {
		d.base = next
	}
	d.apps, d.leads, d.tails, d.text = d.apps[:0], d.leads[:0], d.tails[:0], d.text[:0]
	d.leadOf.reset()
	d.tailOf.reset()
	d.keys = sized(d.keys, n)
	for i := range d.keys {
		d.keys[i] = NoKey
	}
	d.fronts, d.opening = sized(d.fronts, n*d.o.Terminals), sized(d.opening, n*d.o.Terminals)
	d.cells, d.joined = sized(d.cells, n*d.widest), sized(d.joined, n+1)
}

// sized returns a slice of n elements, of s if it is long enough.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

func (d *Chart) cell(from, to int) *extent { return &d.cells[from*d.widest+to-from-1] }

// span finds the items of the words [from, to).
func (d *Chart) span(from, to int) {
	d.cube.reset()
	n := to - from
	if n <= MostSymbols {
		d.keys[from] = d.keys[from].Word(d.hashes[to-1])
		lexical := d.apply(d.keys[from], from, n, to, 0, false)
		if n == 1 && lexical.from == lexical.to {
			lexical = d.unknown(from)
		}
		d.add(from, to, lexical, extent{noNode, 0})
	}
	if n <= d.o.Terminals && to < len(d.words) {
		at := from*d.o.Terminals + n - 1
		d.fronts[at] = d.keys[from].Gap()
		d.opening[at] = d.apply(d.fronts[at], from, n, to, 0, true)
	}
	if n <= d.o.Span {
		for a := 0; a <= min(d.o.Terminals, n-1); a++ {
			for b := 0; b <= min(d.o.Terminals, n-1)-a; b++ {
				if a+b == 0 {
					continue
				}
				inner := *d.cell(from+a, to-b)
				if inner.from == inner.to {
					continue
				}
				var rules extent
				switch {
				case a == 0:
					rules = d.closing[b]
				case b == 0:
					rules = d.opening[from*d.o.Terminals+a-1]
				default:
					key := d.fronts[from*d.o.Terminals+a-1]
					for _, h := range d.hashes[to-b : to] {
						key = key.Word(h)
					}
					rules = d.apply(key, from, a, to, b, true)
				}
				d.add(from, to, rules, inner)
			}
		}
	}
	*d.cell(from, to) = d.pop(from)
}

// join finds the items of S of the words up to an end.
func (d *Chart) join(to int) {
	d.cube.reset()
	for from := max(0, to-d.widest); from < to; from++ {
		d.addPairs(glued, d.joined[from], *d.cell(from, to))
	}
	d.joined[to] = d.pop(glued)
}

// apply finds the rules of a source, words before its gap from one position on and words
// behind it up to another, and returns their applications.
func (d *Chart) apply(key Key, from, words, to, behind int, gap bool) extent {
	first := int32(len(d.apps))
	symbols, gapAt := words+behind, Span{}
	if gap {
		gapAt = Span{words, words + 1}
		symbols++
	}
	for _, rule := range d.rulesOf(key, d.o.Targets, symbols == 1) {
		placed, ok := d.usable(int(rule), symbols)
		if !ok {
			continue
		}
		p := application{rule: rule, tail: noNode, words: uint8(words), behind: uint8(behind), gap: gap, score: d.static(int(rule), symbols, gapAt)}
		k := 0
		for k < len(placed) && placed[k].At() <= words {
			k++
		}
		switch pre, post := placed[:k], placed[k:]; {
		case gap && words == 0:
			if k > 0 {
				p.open = pre[0].Marks()
			}
			p.score += d.lexical(post, to-behind-1)
		case gap && behind == 0:
			if len(post) > 0 {
				p.open = post[0].Marks()
			}
			p.score += d.lexical(pre, from)
		default:
			p.score += d.lexical(pre, from) + d.lexical(post, to-behind-words-1)
		}
		d.spell(placed, 0, from, from+words)
		y := labelYield{d.before(&p), yield{0, 1}}
		if gap {
			d.spell(placed, words+1, to-behind, to)
			y.post = d.behind(&p)
		}
		d.found(p, y)
	}
	return extent{first, int32(len(d.apps))}
}

// found adds an application and its tokens.
func (d *Chart) found(p application, y labelYield) {
	d.apps = append(d.apps, p)
	if d.keep {
		d.yields = append(d.yields, y)
	}
}

// unknown makes the application of a word that no rule knows.
func (d *Chart) unknown(from int) extent {
	p := application{rule: unknownRule, tail: noNode, words: 1, score: d.static(unknownRule, 1, Span{})}
	d.spell(nil, 0, from, from+1)
	y := labelYield{d.before(&p), yield{0, 1}}
	d.found(p, y)
	return extent{int32(len(d.apps) - 1), int32(len(d.apps))}
}

// before takes the tokens before the gap, as they were spelled, into an application.
func (d *Chart) before(p *application) yield {
	p.pre = d.piece()
	for _, w := range d.tokens {
		var logp float64
		logp, p.state = d.recent.Score(p.state, w)
		p.score += d.weight * logp
	}
	p.rank = p.score
	return yieldOf(d.codes)
}

// behind takes those behind the gap.
func (d *Chart) behind(p *application) yield {
	if p.post = d.piece(); len(d.tokens) > 0 {
		p.tail = d.tail()
		logp, _ := d.after(0, p.tail)
		p.rank += d.weight * logp
	}
	return yieldOf(d.codes)
}

// piece returns the part of a target that was spelled.
func (d *Chart) piece() piece {
	p := piece{n: uint8(min(len(d.codes), d.known)), leading: uint8(leadingMarks(d.codes)), trailing: uint8(trailingMarks(d.codes))}
	p.words = int(p.leading) < len(d.codes)
	for i, c := range d.codes[:p.n] {
		p.codes |= uint32(c) << (markBits * i)
	}
	return p
}

// tail returns the number of the tokens that were spelled.
func (d *Chart) tail() int32 {
	h := yieldOf(nil)
	for _, w := range d.tokens {
		h.hash = (h.hash ^ uint64(w)) * yieldBase
		h.hash ^= h.hash >> 29
	}
	at := d.tailOf.find(lm.State(h.hash>>32), uint32(h.hash))
	if *at >= 0 && slices.Equal(d.text[d.tails[*at].from:d.tails[*at].to], d.tokens) {
		return *at
	}
	d.text = append(d.text, d.tokens...)
	d.tails = append(d.tails, tail{int32(len(d.text) - len(d.tokens)), int32(len(d.text))})
	*at = int32(len(d.tails) - 1)
	return *at
}

// lead returns the number of the tokens that an item begins with.
func (d *Chart) lead(from int, codes uint32, n, marks uint8) int32 {
	at := d.leadOf.find(lm.State(from), codes<<6|uint32(n)<<3|uint32(marks))
	if *at < 0 {
		*at = int32(len(d.leads))
		l := lead{n: n, marks: marks, codes: codes}
		var s lm.State
		word := from
		for i := range l.tokens[:n] {
			c := codes >> (markBits * i) & wordCode
			if c == wordCode {
				l.tokens[i] = d.ids[word]
				word++
			} else {
				l.tokens[i] = d.marks[c]
			}
			l.logp[i], s = d.recent.Score(s, l.tokens[i])
			l.states[i] = s
		}
		d.leads = append(d.leads, l)
	}
	return *at
}

// attach returns by how much a lead is more probable in a state than without context, and
// the state after it. Leads that are all context end in that without it.
func (d *Chart) attach(s lm.State, number int32) (float64, lm.State) {
	id := d.base + 2*uint32(number)
	m := d.recall(s, id)
	if m.state != s || m.id != id {
		l := &d.leads[number]
		sum, after := 0.0, s
		for i, w := range l.tokens[:l.n] {
			var logp float64
			logp, after = d.recent.Score(after, w)
			sum += logp - l.logp[i]
			if after == l.states[i] { // nothing is different from here on
				after = l.states[l.n-1]
				break
			}
		}
		*m = recalled{s, id, after, sum}
	}
	return m.logp, m.after
}

// after returns the logarithm of the probability of a tail in a state, and the state after
// it.
func (d *Chart) after(s lm.State, number int32) (float64, lm.State) {
	id := d.base + 2*uint32(number) + 1
	m := d.recall(s, id)
	if m.state != s || m.id != id {
		t := d.tails[number]
		sum, after := 0.0, s
		for _, w := range d.text[t.from:t.to] {
			var logp float64
			logp, after = d.recent.Score(after, w)
			sum += logp
		}
		*m = recalled{s, id, after, sum}
	}
	return m.logp, m.after
}

func (d *Chart) recall(s lm.State, id uint32) *recalled {
	h := (uint64(s)<<32 | uint64(id)) * 0x9e3779b97f4a7c15
	return &d.memo[h>>(64-memoBits)]
}

// derive writes a derivation into a translation.
func (d *Chart) derive(goal, rank int32, t *Translation) {
	at := 0 // words so far
	put := func(gap int, m Marks) { t.Gaps[gap] = t.Gaps[gap].Then(m) }
	d.walk(goal, rank, func(e *edge, after bool) {
		if e.label < 0 {
			if e.label == glueLabel && after {
				s := d.steps[len(d.steps)-1]
				d.steps = append(d.steps, glueStep(s.From, s.To))
			}
			return
		}
		p := &d.apps[e.label]
		if !after {
			if p.rule != unknownRule {
				for _, m := range d.model.Rules.Placed(int(p.rule)) {
					if m.At() <= int(p.words) {
						put(at+m.At(), m.Marks())
					}
				}
			}
			at += int(p.words)
			return
		}
		at += int(p.behind)
		if !p.gap {
			d.steps = append(d.steps, d.step(p.rule, Span{at - int(p.words), at}, Span{}))
			return
		}
		gap := d.steps[len(d.steps)-1].Span
		s := d.step(p.rule, Span{gap.From - int(p.words), at}, gap)
		for _, m := range s.Placed {
			if m.Gap >= gap.To {
				put(m.Gap, m.Marks)
			}
		}
		d.steps = append(d.steps, s)
	})
}
