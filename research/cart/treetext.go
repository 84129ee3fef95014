package cart

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/models/classify"
)

// String returns the tree as WriteTo writes it.
func (t *Tree) String() string {
	var b strings.Builder
	t.Write(&b, 0) // a builder takes all
	return b.String()
}

// WriteTo implements io.WriterTo: it writes the tree readably, in the manner of Figure 2 of
// Kolar et al. (2004): a line for each side of a split, and at leaves the posteriors of the
// classes and the most probable class.
//
//	pause.after < 0.255 or undefined: 0.71 0.01 0.28 <none>
//	pause.after >= 0.255:
//	| pause.type in LB,HES: 0.04 0.18 0.78 <com>
//	| pause.type = SIL: 0.02 0.69 0.29 <sen>
func (t *Tree) WriteTo(to io.Writer) (int64, error) { return t.Write(to, 0) }

// Write writes the top levels of the tree, or all with 0, as WriteTo does. A side that goes
// on further down ends in the posteriors there and "...".
func (t *Tree) Write(to io.Writer, levels int) (int64, error) {
	c := &counting{w: to}
	p := &treePrinter{tree: t, w: bufio.NewWriter(c), levels: levels}
	if t.nodes[0].column == leaf {
		fmt.Fprintln(p.w, strings.TrimPrefix(p.outcome(0), " "))
	} else {
		p.sides(0, 0)
	}
	err := p.w.Flush()
	return c.n, err
}

type counting struct {
	w io.Writer
	n int64
}

func (c *counting) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

type treePrinter struct {
	tree   *Tree
	w      *bufio.Writer
	levels int
	post   []float64
}

// sides writes both sides of a split.
func (p *treePrinter) sides(i int32, depth int) {
	n := &p.tree.nodes[i]
	left, right := n.questions(&p.tree.columns[n.column])
	p.side(left, i+1, depth)
	p.side(right, n.right, depth)
}

func (p *treePrinter) side(question string, child int32, depth int) {
	fmt.Fprintf(p.w, "%s%s:", strings.Repeat("| ", depth), question)
	switch {
	case p.tree.nodes[child].column == leaf:
		fmt.Fprintln(p.w, p.outcome(child))
	case depth+1 == p.levels:
		fmt.Fprintln(p.w, p.outcome(child), "...")
	default:
		fmt.Fprintln(p.w)
		p.sides(child, depth+1)
	}
}

// outcome writes the posteriors of a node, and its class.
func (p *treePrinter) outcome(i int32) string {
	p.post = slices.Grow(p.post[:0], len(p.tree.classes))[:len(p.tree.classes)]
	clear(p.post)
	p.tree.addCounts(i, 1, p.post)
	var b strings.Builder
	for _, v := range p.post {
		fmt.Fprintf(&b, " %.2f", v)
	}
	fmt.Fprintf(&b, " <%s>", p.tree.classes[classify.Best(p.post)])
	return b.String()
}

// questions returns what holds on the left side of a split, and on the right one.
func (n *node) questions(c *classify.Column) (left, right string) {
	if c.Values != nil {
		return c.Name + among(c, n.left&n.seen), c.Name + among(c, n.seen&^n.left)
	}
	if math.IsInf(float64(n.threshold), 1) {
		return c.Name + " is defined", c.Name + " is undefined"
	}
	left, right = fmt.Sprintf("%s < %.6g", c.Name, n.threshold), fmt.Sprintf("%s >= %.6g", c.Name, n.threshold)
	switch n.undefined {
	case leftward:
		left += " or undefined"
	case rightward:
		right += " or undefined"
	}
	return left, right
}

// among writes a set of categories.
func among(c *classify.Column, set uint64) string {
	var names []string
	for v := range len(c.Values) + 1 {
		switch {
		case set>>v&1 == 0:
		case v == len(c.Values):
			names = append(names, "undefined")
		default:
			names = append(names, c.Values[v])
		}
	}
	if len(names) == 1 {
		return " = " + names[0]
	}
	return " in " + strings.Join(names, ",")
}
