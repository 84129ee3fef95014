package cart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/models/classify"
)

var nan = float32(math.NaN())

// drawnData returns rows of three overlapping classes, with a column of noise, one of
// categories and undefined values.
func drawnData(n int, seed uint64) *classify.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := &classify.Data{
		Columns: []classify.Column{{Name: "a"}, {Name: "noise"}, {Name: "kind", Values: []string{"x", "y", "z", "w"}}, {Name: "b"}},
		Classes: []string{"none", "sen", "com"},
	}
	for range n {
		k := uint8(rng.IntN(3))
		x := []float32{float32(rng.NormFloat64() + 2*float64(k)), float32(rng.NormFloat64()), float32((int(k) + rng.IntN(2)) % 4), float32(rng.NormFloat64() - float64(k%2)*3)}
		for c := range x {
			if rng.IntN(10) == 0 {
				x[c] = nan
			}
		}
		d.X, d.Y = append(d.X, x), append(d.Y, k)
	}
	return d
}

// xor returns points whose class is whether one of two numbers is positive, not both.
func xor(n int, seed uint64) *classify.Data {
	rng := rand.New(rand.NewPCG(seed, 8))
	d := &classify.Data{Columns: []classify.Column{{Name: "a"}, {Name: "b"}}, Classes: []string{"no", "yes"}}
	for range n {
		a, b := float32(rng.NormFloat64()), float32(rng.NormFloat64())
		k := uint8(0)
		if (a > 0) != (b > 0) {
			k = 1
		}
		d.X, d.Y = append(d.X, []float32{a, b}), append(d.Y, k)
	}
	return d
}

func accuracy(c classify.Classifier, d *classify.Data) float64 {
	right := 0
	var post []float64
	for i, x := range d.X {
		post = c.Posteriors(x, post)
		if classify.Best(post) == int(d.Y[i]) {
			right++
		}
	}
	return float64(right) / float64(len(d.X))
}

func TestTreeDrawn(t *testing.T) {
	for _, downsample := range []bool{false, true} {
		tree, err := Train(t.Context(), drawnData(3000, 1), Options{Seed: 1, Downsample: downsample})
		if err != nil {
			t.Fatal(err)
		}
		// What can be had of these, with their undefined values, is about 0.9.
		if a := accuracy(tree, drawnData(3000, 2)); a < 0.85 {
			t.Errorf("accuracy %v", a)
		}
		imp := tree.Importance()
		if imp[1] > 0.02 || imp[0] < 0.1 || imp[2] < 0.2 || imp[3] < 0.2 || math.Abs(imp[0]+imp[1]+imp[2]+imp[3]-1) > 1e-9 {
			t.Errorf("importance %v", imp)
		}
	}
}

func TestTreeXOR(t *testing.T) {
	tree, err := Train(t.Context(), xor(2000, 1), Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a := accuracy(tree, xor(1000, 2)); a < 0.97 {
		t.Errorf("accuracy %v\n%s", a, tree)
	}
}

// giniBelow returns the impurity of both sides of a split, times rows, and the size of the
// smaller side.
func giniBelow(d *classify.Data, left func(x []float32) bool) (impurity float64, smaller int) {
	var sides [2][]float64
	sizes := [2]int{}
	for s := range sides {
		sides[s] = make([]float64, len(d.Classes))
	}
	for i, x := range d.X {
		s := 1
		if left(x) {
			s = 0
		}
		sides[s][d.Y[i]]++
		sizes[s]++
	}
	for s, counts := range sides {
		sum := 0.0
		for _, c := range counts {
			sum += c * c
		}
		if sizes[s] > 0 {
			impurity += float64(sizes[s]) - sum/float64(sizes[s])
		}
	}
	return impurity, min(sizes[0], sizes[1])
}

// bestSplit tries every way to part the rows that a tree may.
func bestSplit(d *classify.Data, minLeaf int) float64 {
	best := math.Inf(1)
	try := func(left func(x []float32) bool) {
		if v, smaller := giniBelow(d, left); smaller >= minLeaf {
			best = min(best, v)
		}
	}
	for c, column := range d.Columns {
		if n := len(column.Values); n > 0 {
			for set := range 1 << (n + 1) {
				try(func(x []float32) bool { return set>>column.Index(x[c])&1 == 1 })
			}
			continue
		}
		for _, row := range append(slices.Clone(d.X), slices.Repeat([]float32{infinity}, len(d.Columns))) {
			if row[c] != row[c] {
				continue
			}
			for _, undefined := range []bool{false, true} {
				try(func(x []float32) bool { return x[c] < row[c] || undefined && x[c] != x[c] })
			}
		}
	}
	return best
}

// TestSplits compares the split of every node with the best of all.
func TestSplits(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		n, classes, levels := c.Int("rows", 4, 60), c.Int("classes", 2, 4), c.Int("levels", 1, 6)
		rng := rand.New(rand.NewPCG(c.Uint64("seed"), 1))
		d := &classify.Data{Columns: []classify.Column{{Name: "a"}, {Name: "b"}, {Name: "c", Values: []string{"x", "y", "z"}}}}
		if classes == 2 { // many categories, which are cut in their order
			d.Columns = append(d.Columns, classify.Column{Name: "d", Values: strings.Split("abcdefghijk", "")})
		}
		for k := range classes {
			d.Classes = append(d.Classes, fmt.Sprint(k))
		}
		for range n {
			x := make([]float32, len(d.Columns))
			for j := range x {
				x[j] = float32(rng.IntN(levels) % max(1, len(d.Columns[j].Values)+100*(1-min(1, len(d.Columns[j].Values)))))
				if rng.IntN(6) == 0 {
					x[j] = nan
				}
			}
			d.X, d.Y = append(d.X, x), append(d.Y, uint8(rng.IntN(classes)))
		}
		minLeaf := c.Int("least", 1, 4)
		tree, err := Train(t.Context(), d, Options{MinLeaf: minLeaf, Folds: 1, Seed: 1})
		if err != nil {
			c.Fatal(err)
		}
		checkSplits(c, tree, 0, d, minLeaf)
	})
}

func checkSplits(c *drawn.Case, tree *Tree, i int32, d *classify.Data, minLeaf int) {
	counts := make([]uint32, len(d.Classes))
	for _, y := range d.Y {
		counts[y]++
	}
	if !slices.Equal(counts, tree.at(i)) {
		c.Fatalf("node %d has counts %v, want %v", i, tree.at(i), counts)
	}
	best := bestSplit(d, minLeaf)
	n := &tree.nodes[i]
	if n.column == leaf {
		// MinLeaf says, too, how few rows a node may have that is split.
		if best < tree.impurity(i)-1e-9 && len(d.X) >= 2*minLeaf {
			c.Fatalf("node %d is a leaf of impurity %v, could be split to %v", i, tree.impurity(i), best)
		}
		return
	}
	if got := tree.impurity(i+1) + tree.impurity(n.right); math.Abs(got-best) > 1e-9 {
		c.Fatalf("node %d: a split to impurity %v, best is %v\n%s", i, got, best, tree)
	}
	for side, child := range []int32{i + 1, n.right} {
		part := &classify.Data{Columns: d.Columns, Classes: d.Classes}
		for r, x := range d.X {
			if (n.where(&d.Columns[n.column], x[n.column]) == leftward) == (side == 0) {
				part.X, part.Y = append(part.X, x), append(part.Y, d.Y[r])
			}
		}
		checkSplits(c, tree, child, part, minLeaf)
	}
}

// TestPruning compares with all subtrees that have the root: at each complexity the pruned
// one has the least cost, and of those the fewest leaves.
func TestPruning(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		d := drawnData(c.Int("rows", 20, 80), c.Uint64("seed"))
		tree, err := Train(t.Context(), d, Options{MinLeaf: 3, MaxDepth: 4, Folds: 1})
		if err != nil {
			c.Fatal(err)
		}
		// Of the subtrees of a node: their cost and leaves.
		type subtree struct {
			cost   float64
			leaves int
		}
		var all func(i int32) []subtree
		all = func(i int32) []subtree {
			out := []subtree{{tree.impurity(i) / float64(len(d.X)), 1}}
			if tree.nodes[i].column != leaf {
				for _, l := range all(i + 1) {
					for _, r := range all(tree.nodes[i].right) {
						out = append(out, subtree{l.cost + r.cost, l.leaves + r.leaves})
					}
				}
			}
			return out
		}
		subtrees := all(0)
		for _, step := range alphas(tree.collapses()) {
			for _, alpha := range []float64{step * 1.000001, step * 1.2, step + 1e-4} {
				pruned := tree.pruned(alpha)
				cost := 0.0
				for i := range pruned.nodes {
					if pruned.nodes[i].column == leaf {
						cost += pruned.impurity(int32(i)) / float64(len(d.X))
					}
				}
				least, leaves := math.Inf(1), 0
				for _, s := range subtrees {
					switch v := s.cost + alpha*float64(s.leaves); {
					case v < least-1e-12:
						least, leaves = v, s.leaves
					case v < least+1e-12:
						leaves = min(leaves, s.leaves)
					}
				}
				if got := cost + alpha*float64(pruned.Leaves()); math.Abs(got-least) > 1e-9 || pruned.Leaves() != leaves {
					c.Fatalf("alpha %v: cost %v with %d leaves, want %v with %d", alpha, got, pruned.Leaves(), least, leaves)
				}
				// A vector ends in the leaf of the pruned tree, too, when that is read off the whole.
				for _, x := range d.X[:5] {
					want, got := pruned.Posteriors(x, nil), make([]float64, 3)
					tree.add(0, 1, x, got, tree.collapses(), alpha)
					if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
						c.Fatalf("posteriors %v, want %v", got, want)
					}
				}
			}
		}
	})
}

// TestNoise grows trees on classes that say nothing of the values: nothing is left of them.
func TestNoise(t *testing.T) {
	for seed := range uint64(5) {
		d := drawnData(600, seed)
		rng := rand.New(rand.NewPCG(seed, 3))
		for i := range d.Y {
			d.Y[i] = uint8(rng.IntN(3))
		}
		tree, err := Train(t.Context(), d, Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if tree.Leaves() > 3 {
			t.Errorf("seed %d: %d leaves\n%s", seed, tree.Leaves(), tree)
		}
	}
}

// TestUndefined sends values both ways that training never saw at a split.
func TestUndefined(t *testing.T) {
	d := &classify.Data{Columns: []classify.Column{{Name: "n"}, {Name: "c", Values: []string{"x", "y", "z"}}}, Classes: []string{"a", "b", "c"}}
	for i := range 60 {
		x, k := []float32{0, 0}, uint8(0)
		if i >= 30 {
			x, k = []float32{1, float32(i % 2)}, uint8(1+i%2)
		}
		d.X, d.Y = append(d.X, x), append(d.Y, k)
	}
	tree, err := Train(t.Context(), d, Options{Folds: 1, MinLeaf: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ x, want []float32 }{
		{[]float32{0, 0}, []float32{31. / 33, 1. / 33, 1. / 33}},
		{[]float32{1, 0}, []float32{1. / 18, 16. / 18, 1. / 18}},
		// half of the rows is on the left, and half of the others below it
		{[]float32{nan, 1}, []float32{15.5/33 + 0.5/18, 0.5/33 + 0.5/18, 0.5/33 + 8./18}},
		{[]float32{1, 2}, []float32{1. / 18, 8.5 / 18, 8.5 / 18}},
		{[]float32{1, nan}, []float32{1. / 18, 8.5 / 18, 8.5 / 18}},
		{[]float32{1, 99}, []float32{1. / 18, 8.5 / 18, 8.5 / 18}},
	} {
		got := tree.Posteriors(c.x, nil)
		for k, v := range got {
			if math.Abs(v-float64(c.want[k])) > 1e-6 {
				t.Errorf("%v: %v, want %v\n%s", c.x, got, c.want, tree)
				break
			}
		}
	}
}

func TestTreeText(t *testing.T) {
	tree := &Tree{
		columns: []classify.Column{{Name: "pause.after"}, {Name: "turn.end", Values: []string{"false", "true"}}, {Name: "pause.type", Values: []string{"SIL", "HES", "LB"}}, {Name: "f0.last"}},
		classes: []string{"none", "sen", "com"},
		nodes: []node{
			{column: 0, threshold: 0.255, undefined: leftward, right: 6},
			{column: 1, left: 1, seen: 3, right: 5},
			{column: 3, threshold: infinity, undefined: rightward, right: 4}, {column: leaf}, {column: leaf},
			{column: leaf},
			{column: 2, left: 6, seen: 15, right: 8}, {column: leaf}, {column: leaf},
		},
	}
	tree.counts = make([]uint32, 27)
	for i := len(tree.nodes) - 1; i >= 0; i-- {
		n := &tree.nodes[i]
		copy(tree.at(int32(i)), []uint32{uint32(10 * i), uint32(97 - 7*i), uint32(i * i)})
		if n.column != leaf {
			for k := range 3 {
				tree.at(int32(i))[k] = tree.at(int32(i) + 1)[k] + tree.at(n.right)[k]
			}
		}
	}
	const want = `pause.after < 0.255 or undefined:
| turn.end = false:
| | f0.last is defined: 0.26 0.65 0.08 <sen>
| | f0.last is undefined: 0.32 0.55 0.13 <sen>
| turn.end = true: 0.36 0.45 0.19 <sen>
pause.after >= 0.255:
| pause.type in HES,LB: 0.42 0.29 0.29 <none>
| pause.type in SIL,undefined: 0.43 0.22 0.35 <none>
`
	if got := tree.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	var b strings.Builder
	if n, err := tree.Write(&b, 2); err != nil || n != int64(b.Len()) || !strings.Contains(b.String(), "| turn.end = false: 0.29 0.60 0.11 <sen> ...\n") || strings.Contains(b.String(), "f0.last") {
		t.Errorf("%d bytes, %v:\n%s", n, err, b.String())
	}
	if tree.Depth() != 3 || tree.Leaves() != 5 {
		t.Errorf("depth %d, %d leaves", tree.Depth(), tree.Leaves())
	}
	stump := &Tree{columns: tree.columns, classes: tree.classes, nodes: []node{{column: leaf}}, counts: []uint32{97, 0, 0}}
	if got := stump.String(); got != "0.98 0.01 0.01 <none>\n" {
		t.Errorf("a tree without splits: %q", got)
	}
}
