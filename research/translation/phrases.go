package translation

import (
	"cmp"
	"slices"
)

// PhraseOptions are limits of a Phrases. Zero values stand for the defaults.
type PhraseOptions struct {
	Beam    int // hypotheses kept at a position; default 100, negative: all
	Length  int // words of a phrase at most; default and at most MostSymbols
	Targets int // targets of a source that are tried; default 20, negative: all
}

const (
	defaultBeam    = 100
	defaultTargets = 20
)

func (o *PhraseOptions) defaults() {
	o.Beam, o.Targets = cmp.Or(o.Beam, defaultBeam), cmp.Or(o.Targets, defaultTargets)
	if o.Length <= 0 || o.Length > MostSymbols {
		o.Length = MostSymbols
	}
}

// Phrases is the phrase-based decoder (Koehn et al. 2003), monotone: phrases follow each
// other from left to right. Hypotheses at a position have the same words behind them, and
// those after which the language model is in the same state are one.
//
// The targets of the phrases that begin at a position are a tree of tokens, which
// hypotheses walk together: where two come to the same state at the same place of the
// tree, one goes on. So without a beam the search is exact and still polynomial. A Phrases
// belongs to one goroutine.
type Phrases struct {
	search
	o PhraseOptions

	tree  []branch
	ends  [MostSymbols + 1]ending // by position modulo their number
	seen  stateTable
	roots []int32
}

// branch is a node of the tree of targets: the tokens up to here.
type branch struct {
	token          uint32 // of the language model
	code           uint8
	words          uint8 // among the tokens
	parent         int32 // none: the root
	child, sibling int32
	rule           int32 // that has these tokens as its target; noRule
	position       int32 // of the first word
	score          float64
	from, to       int32 // nodes of the forest
}

const noRule = -2

// ending are the nodes at a position where a phrase has ended.
type ending struct {
	nodes []int32
	seen  stateTable
}

// NewPhrases returns a decoder.
func NewPhrases(m *Model, o PhraseOptions) *Phrases {
	o.defaults()
	return &Phrases{search: search{reading: newReading(m)}, o: o}
}

// Decode implements Decoder.
func (d *Phrases) Decode(words []string, n int) []Translation {
	d.begin(words, n)
	d.tree = d.tree[:0]
	for i := range d.ends {
		d.ends[i].reset()
	}
	first := d.node(node{state: d.model.LM.BeginState()}, 0, noNode, noNode, noNode)
	d.ends[0].nodes = append(d.ends[0].nodes, first)
	for i := range words {
		e := &d.ends[i%len(d.ends)]
		d.rank(e.nodes)
		d.roots = append(d.roots[:0], e.nodes...)
		if d.o.Beam >= 0 {
			d.roots = d.roots[:min(len(d.roots), d.o.Beam)]
		}
		e.reset()
		d.extend(int(d.grow(i)))
	}
	goal := d.end(d.ends[len(words)%len(d.ends)].nodes)
	return d.translations(goal, n, false, d.derive)
}

func (e *ending) reset() {
	e.nodes = e.nodes[:0]
	e.seen.reset()
}

// rank puts the best hypotheses first.
func (d *Phrases) rank(nodes []int32) {
	slices.SortFunc(nodes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(d.nodes[b].score, d.nodes[a].score), cmp.Compare(a, b))
	})
}

// grow makes the tree of the targets of phrases from a position on, and returns its root.
func (d *Phrases) grow(from int) int32 {
	root := int32(len(d.tree))
	d.tree = append(d.tree, branch{parent: noNode, child: noNode, sibling: noNode, rule: noRule, position: int32(from)})
	key := NoKey
	for to := from + 1; to <= min(from+d.o.Length, len(d.words)); to++ {
		key = key.Word(d.hashes[to-1])
		for _, rule := range d.rulesOf(key, d.o.Targets, to == from+1) {
			placed, ok := d.usable(int(rule), to-from)
			if !ok {
				continue
			}
			d.spell(placed, 0, from, to)
			d.add(root, rule, d.static(int(rule), to-from, Span{})+d.lexical(placed, from))
		}
		if to == from+1 && d.tree[root].child < 0 {
			d.spell(nil, 0, from, to)
			d.add(root, unknownRule, d.static(unknownRule, 1, Span{}))
		}
	}
	return root
}

// add puts the target that was spelled into the tree.
func (d *Phrases) add(at, rule int32, score float64) {
	for k, code := range d.codes {
		c := d.tree[at].child
		for c >= 0 && d.tree[c].code != code {
			c = d.tree[c].sibling
		}
		if c < 0 {
			c = int32(len(d.tree))
			up := &d.tree[at]
			t := branch{token: d.tokens[k], code: code, words: up.words, parent: at, child: noNode, sibling: up.child, rule: noRule, position: up.position}
			if code == wordCode {
				t.words++
			}
			up.child = c
			d.tree = append(d.tree, t)
		}
		at = c
	}
	// Were a source there twice, by its hash, the first would be the more frequent one.
	if t := &d.tree[at]; t.rule == noRule {
		t.rule, t.score = rule, score
	}
}

// extend lets hypotheses walk the tree from a root on.
func (d *Phrases) extend(root int) {
	if d.keep {
		for t := len(d.yields); t < len(d.tree); t++ {
			y := labelYield{yield{0, 1}, yield{0, 1}}
			if d.tree[t].parent >= 0 {
				y.post = yieldOf([]uint8{d.tree[t].code})
			}
			d.yields = append(d.yields, y)
		}
	}
	for t := root + 1; t < len(d.tree); t++ {
		at := &d.tree[t]
		at.from = int32(len(d.nodes))
		d.seen.reset()
		if at.parent == int32(root) {
			for _, from := range d.roots {
				d.advance(int32(t), from)
			}
		} else {
			for from := d.tree[at.parent].from; from < d.tree[at.parent].to; from++ {
				d.advance(int32(t), from)
			}
		}
		at.to = int32(len(d.nodes))
		if at.rule == noRule {
			continue
		}
		e := &d.ends[(int(at.position)+int(at.words))%len(d.ends)]
		for from := at.from; from < at.to; from++ {
			n := node{state: d.nodes[from].state, run: d.nodes[from].run}
			score := d.nodes[from].score + at.score
			slot := e.seen.find(n.state, uint32(n.run))
			if *slot < 0 {
				*slot = d.node(n, score, endLabel-int32(t), from, noNode)
				e.nodes = append(e.nodes, *slot)
			} else {
				d.edge(&d.nodes[*slot], score, endLabel-int32(t), from, noNode)
			}
		}
	}
}

// Labels below 0: the end of a phrase, from endLabel down, and the beginning and end of the
// sentence.
const endLabel = -2

// advance takes a hypothesis one token on in the tree.
func (d *Phrases) advance(t, from int32) {
	at, h := &d.tree[t], &d.nodes[from]
	n := node{}
	if at.code != wordCode {
		if n.run = h.run + 1; n.run > MostMarks {
			return
		}
	}
	var logp float64
	logp, n.state = d.recent.Score(h.state, at.token)
	score := h.score + d.weight*logp
	slot := d.seen.find(n.state, uint32(n.run))
	if *slot < 0 {
		*slot = d.node(n, score, t, from, noNode)
	} else {
		d.edge(&d.nodes[*slot], score, t, from, noNode)
	}
}

// derive writes a derivation into a translation.
func (d *Phrases) derive(goal, rank int32, t *Translation) {
	d.walk(goal, rank, func(e *edge, after bool) {
		if !after || e.label > endLabel {
			return
		}
		p := &d.tree[endLabel-e.label]
		s := d.step(p.rule, Span{int(p.position), int(p.position) + int(p.words)}, Span{})
		for _, put := range s.Placed {
			t.Gaps[put.Gap] = t.Gaps[put.Gap].Then(put.Marks)
		}
		d.steps = append(d.steps, s)
	})
}
