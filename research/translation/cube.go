package translation

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
)

// cube is the candidates for the items of a span: pairs of an application, or an item of S,
// and the item that goes with it, both from the best down. The best candidate is taken, and the next
// ones of its row and, from the first of a row, of its column take its place.
type cube struct {
	choices    []choice
	candidates []candidate
	heap       heap[int32] // of candidates, by their place
}

// candidate is an item that might be made.
type candidate struct {
	score             float64
	left, leftEnd     int32 // choices, or nodes of S
	right, rightEnd   int32 // nodes; none: the source has no gap
	rightFirst        int32
	codes             uint32 // of the tokens that it begins with
	state             lm.State
	known, marks, run uint8 // of those tokens; marks before the first word, and behind the last
}

// glued stands for the position of spans of S, which begin with the sentence.
const glued = -1

func (c *cube) reset() { c.choices, c.candidates, c.heap = c.choices[:0], c.candidates[:0], c.heap[:0] }

// choice is an application in a cube.
type choice struct {
	app         int32
	extra, rank float64 // what its open place adds to its score
}

// add adds applications, best first, with what fills their gaps.
func (d *Chart) add(from, to int, apps, fillings extent) {
	c := &d.cube
	first := len(c.choices)
	for a := apps.from; a < apps.to; a++ {
		p := &d.apps[a]
		ch := choice{app: a, rank: p.rank}
		if p.open != 0 {
			gap := to
			if p.words == 0 {
				gap = from
			}
			ch.extra = d.lexicalOf(gap, p.open)
			ch.rank += ch.extra
		}
		c.choices = append(c.choices, ch)
		i := len(c.choices) - 1
		for ; i > first && c.choices[i-1].rank < ch.rank; i-- {
			c.choices[i] = c.choices[i-1]
		}
		c.choices[i] = ch
	}
	d.addPairs(from, extent{int32(first), int32(len(c.choices))}, fillings)
}

// addPairs adds the pairs of choices, or items of S, with nodes.
func (d *Chart) addPairs(from int, lefts, rights extent) {
	if lefts.from < lefts.to && rights.from < rights.to {
		d.cube.candidates = append(d.cube.candidates, candidate{})
		d.offer(from, candidate{left: lefts.from, leftEnd: lefts.to, right: rights.from, rightFirst: rights.from, rightEnd: rights.to}, int32(len(d.cube.candidates)-1))
	}
}

// offer puts a candidate into the heap, in a place that is free; of one with too many marks
// at one place, what comes next.
func (d *Chart) offer(from int, c candidate, place int32) {
	ok := false
	if from == glued {
		ok = d.glue(&c)
	} else {
		ok = d.combine(&c)
	}
	if !ok {
		d.successors(from, &c, place)
		return
	}
	d.cube.candidates[place] = c
	d.cube.heap.push(c.score, place)
}

// successors puts what comes next after a candidate into the heap, and into its place.
func (d *Chart) successors(from int, c *candidate, place int32) {
	next := *c
	if next.left++; c.right == c.rightFirst && next.left < c.leftEnd {
		d.cube.candidates = append(d.cube.candidates, candidate{})
		d.offer(from, next, int32(len(d.cube.candidates)-1))
	}
	next = *c
	if next.right++; next.right < c.rightEnd {
		d.offer(from, next, place)
	}
}

// pop makes the items of a span from its cube, best first.
func (d *Chart) pop(from int) extent {
	first := len(d.nodes)
	d.seen.reset()
	for left := d.o.Cube; left != 0 && len(d.cube.heap) > 0; left-- {
		place := d.cube.heap.pop()
		c := d.cube.candidates[place]
		n := node{state: c.state, lead: noNode, run: c.run}
		a, b, label := c.left, c.right, int32(glueLabel)
		if from != glued {
			n.lead = d.lead(from, c.codes, c.known, c.marks)
			a, b, label = c.right, noNode, d.cube.choices[c.left].app
		} else if a == 0 {
			label = firstLabel
		}
		at := d.seen.find(n.state, uint32(n.lead)<<3|uint32(n.run))
		if *at < 0 {
			*at = d.node(n, c.score, label, a, b)
		} else {
			d.edge(&d.nodes[*at], c.score, label, a, b)
		}
		if left != 1 {
			d.successors(from, &c, place)
		}
	}
	slices.SortStableFunc(d.nodes[first:], func(a, b node) int { return cmp.Compare(b.score, a.score) })
	return extent{int32(first), int32(len(d.nodes))}
}

// glue scores an item of S.
func (d *Chart) glue(c *candidate) bool {
	s, x := &d.nodes[c.left], &d.nodes[c.right]
	if s.run+d.leads[x.lead].marks > MostMarks {
		return false
	}
	logp, after := d.attach(s.state, x.lead)
	c.score = s.score + x.score + d.weight*logp
	if c.left > 0 {
		c.score += d.model.Weights[FeatureGlue]
	}
	c.state, c.run = x.state, x.run
	if int(d.leads[x.lead].n) < d.known {
		c.state = after
	}
	return true
}

// combine scores an item of X.
func (d *Chart) combine(c *candidate) bool {
	ch := &d.cube.choices[c.left]
	p := &d.apps[ch.app]
	c.score, c.state, c.run = p.score+ch.extra, p.state, p.pre.trailing
	c.codes, c.known, c.marks = p.pre.codes, p.pre.n, p.pre.leading
	if c.right < 0 {
		return true
	}
	x := &d.nodes[c.right]
	l := &d.leads[x.lead]
	if p.pre.trailing+l.marks > MostMarks {
		return false
	}
	if !p.pre.words {
		c.marks += l.marks
	}
	c.score, c.state = c.score+x.score, x.state
	if p.state != 0 {
		logp, after := d.attach(p.state, x.lead)
		c.score += d.weight * logp
		if int(l.n) < d.known {
			c.state = after
		}
	}
	c.codes, c.known = d.then(c.codes, c.known, l.codes, l.n)
	c.run = x.run
	if p.tail != noNode {
		if x.run+p.post.leading > MostMarks {
			return false
		}
		var logp float64
		logp, c.state = d.after(c.state, p.tail)
		c.score += d.weight * logp
		if c.run = p.post.trailing; !p.post.words {
			c.run += x.run
		}
		if int(l.n) < d.known {
			c.codes, c.known = d.then(c.codes, c.known, p.post.codes, p.post.n)
		}
	}
	return true
}

// then puts the codes of tokens behind others, as far as they are context.
func (d *Chart) then(codes uint32, n uint8, behind uint32, m uint8) (uint32, uint8) {
	codes |= behind << (markBits * n)
	n = min(n+m, uint8(d.known))
	return codes & (1<<(markBits*n) - 1), n
}
