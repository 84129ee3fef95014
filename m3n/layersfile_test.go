package m3n

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// labelsOf returns n labels for a layer line.
func labelsOf(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, " L%d", i)
	}
	return out.String()
}

// TestLayerErrors has every mistake in the lines about layers.
func TestLayerErrors(t *testing.T) {
	const ab = "layer a X Y\nlayer b P Q R\n"
	for _, c := range []struct{ in, want string }{
		// Layers.
		{"layer", "t:1: a layer has a name and at least two labels, as in `layer df E F O`"},
		{"layer a", "t:1: a layer has a name and at least two labels, as in `layer df E F O`"},
		{"layer a X", "t:1: a layer has a name and at least two labels, as in `layer df E F O`"},
		{"layer 1 X Y", `t:1: "1" is no name of a layer: use letters, then digits and _, too`},
		{"layer a*b X Y", `t:1: "a*b" is no name of a layer: use letters, then digits and _, too`},
		{ab + "layer a X Y", "t:3: layer a is declared twice"},
		{"layer a X X", "t:1: layer a has the label X twice"},
		{"layer a X Y,Z", `t:1: "Y,Z" is no label: it may have no comma, =, * or +, and not be ->`},
		{"layer a X a=Y", `t:1: "a=Y" is no label: it may have no comma, =, * or +, and not be ->`},
		{"layer a X Y+Z", `t:1: "Y+Z" is no label: it may have no comma, =, * or +, and not be ->`},
		{"layer a X ->", `t:1: "->" is no label: it may have no comma, =, * or +, and not be ->`},
		{ab + "layer c U V\nlayer d U V", "t:4: layer d is one too many: at most 3 layers"},
		{"layer a" + labelsOf(256), "t:1: layer a has 256 labels: at most 255"},
		{"order=1 w[0]\nlayer a X Y", "t:2: layers are declared before the lines that name them, and before all templates"},
		{ab + "bias a\nlayer c U V", "t:4: layers are declared before the lines that name them, and before all templates"},
		{ab + "transitions 2\nlayer c U V", "t:4: layers are declared before the lines that name them, and before all templates"},
		{ab + "order=1 w[0]\nlayer c U V", "t:4: layers are declared before the lines that name them, and before all templates"},
		{"transitions 2\nlayer a X Y", "t:2: layers are declared before transitions"},
		// Lines that need layers.
		{"start a=X", "t:1: start: declare layers first, as in `layer name A B`"},
		{"forbid a=X", "t:1: forbid: declare layers first, as in `layer name A B`"},
		{"# none\nbias a", "t:2: bias: declare layers first, as in `layer name A B`"},
		{"bias", "t:1: bias: declare layers first, as in `layer name A B`"},
		{"order=1 layers=a w[0]", "t:1: column 16: no layers are declared: begin with a line such as `layer name A B`"},
		{"transitions a 2", `t:1: transitions needs an integer from 0 to 3, not "a 2"`},
		// Start.
		{ab + "start", "t:3: expected labels of a layer, as in a=X"},
		{ab + "start a=X", "t:3: start names one label of every layer: there are 0 of layer b"},
		{ab + "start a=X b=P,Q", "t:3: start names one label of every layer: there are 2 of layer b"},
		{ab + "start a=X b=P\nstart a=X b=P", "t:4: start is there twice: one tuple stands before every sequence"},
		{ab + "start a=X b=Z", `t:3: layer b has no label "Z": there are P, Q, R`},
		{ab + "start a=X c=Z", `t:3: no layer "c": there are a, b`},
		{ab + "start a=X b=P\nforbid a=X b=P\norder=1 w[0]", "t:3: the grammar forbids the tuple of start: name another"},
		// Grammars.
		{ab + "forbid", "t:3: expected labels of a layer, as in a=X"},
		{ab + "forbid a", `t:3: "a": expected labels of a layer, as in a=X`},
		{ab + "forbid a=", `t:3: layer a has no label "": there are X, Y`},
		{ab + "forbid a=x", `t:3: layer a has no label "x": there are X, Y`},
		{ab + "forbid a=X a=Y", "t:3: layer a is named twice"},
		{ab + "forbid c=X", `t:3: no layer "c": there are a, b`},
		{ab + "forbid -> a=X", "t:3: expected labels of a layer, as in a=X"},
		{ab + "forbid a=X ->", "t:3: expected labels of a layer, as in a=X"},
		{ab + "forbid a=X -> END", `t:3: "END": expected labels of a layer, as in a=X`},
		{ab + "forbid a=X -> end a=Y", `t:3: "end": expected labels of a layer, as in a=X`},
		{ab + "forbid a=X -> b=P -> b=Q", `t:3: "->": expected labels of a layer, as in a=X`},
		{ab + "forbid a=X\nforbid a=Y\norder=1 w[0]", "t:4: the grammar leaves 0 of 6 tuples of labels: at least 2 must not be forbidden"},
		{ab + "forbid a=X\nforbid b=P,Q", "t:4: the grammar leaves 1 of 6 tuples of labels: at least 2 must not be forbidden"},
		{ab + "start a=Y b=P\nforbid a=X,Y -> a=X", "t:4: the grammar allows no sequence with X+P: forbid it, too"},
		{ab + "forbid a=Y -> a=X,Y\nforbid a=Y -> end", "t:4: the grammar allows no sequence with Y+P: forbid it, too"},
		{ab + "forbid a=X,Y -> end", "t:3: the grammar allows no sequence with X+P: forbid it, too"},
		{"layer a X Y\nstart a=X\nforbid a=X -> a=X\nforbid a=Y -> end", "t:4: the grammar allows no sequence of 1 positions: forbid less, so that sequences of all lengths can end"},
		// Y Z X and X: nothing of two positions.
		{"layer a S X Y Z\nstart a=S\nforbid a=S -> a=S,Z\nforbid a=X -> a=S,X,Y,Z\nforbid a=Y -> a=S,X,Y\nforbid a=Z -> a=S,Y,Z\nforbid a=S,Y,Z -> end",
			"t:7: the grammar allows no sequence of 2 positions: forbid less, so that sequences of all lengths can end"},
		// Too many.
		{"layer a" + labelsOf(16) + "\nlayer b" + labelsOf(16), "t:2: 256 tuples of labels are too many: at most 255; forbid some, or declare fewer labels"},
		{"layer a" + labelsOf(200) + "\nlayer b" + labelsOf(200) + "\nlayer c" + labelsOf(200), "t:3: the layers have more than 16384 tuples of labels: they need fewer labels"},
		{"layer a" + labelsOf(41) + "\norder=1 w[0]\norder=3 w[0]", "t:3: 41 tuples of labels are too many for clique order 3: forbid some, or lower the order"},
		{"layer a" + labelsOf(41) + "\ntransitions 3", "t:2: 41 tuples of labels are too many for clique order 3: forbid some, or lower the order"},
		{"layer a" + labelsOf(20) + "\nlayer b" + labelsOf(20) + "\nforbid a=L0" + labelsAfter(20) + " b=L0" + labelsAfter(20) + "\ntransitions 2\nbias a*b\norder=2 layers=a*b w[0]",
			"t:6: a*b has 400 labels, too many for clique order 2: use fewer layers together, or lower the order"},
		{manyKinds, "t:12: at most 8 different pairs of order= and layers= in a file: feed here what another line feeds"},
		// What lines are about.
		{ab + "bias", "t:3: bias needs layers, as in `bias a*b`"},
		{ab + "bias c", `t:3: no layer "c": there are a, b`},
		{ab + "bias a b", `t:3: "a b" are no layers: write them as in a*b`},
		{ab + "bias a*a", "t:3: layer a is named twice"},
		{ab + "bias a*b,b*a", "t:3: a*b is there twice"},
		{ab + "bias a,", "t:3: expected the name of a layer, as in a*b"},
		{ab + "bias 2", "t:3: expected the name of a layer, as in a*b"},
		{ab + "transitions", "t:3: transitions needs layers, or none, and an integer from 0 to 3, as in `transitions a 2`"},
		{ab + "transitions 4", "t:3: transitions needs layers, or none, and an integer from 0 to 3, as in `transitions a 2`"},
		{ab + "transitions -1", "t:3: transitions needs layers, or none, and an integer from 0 to 3, as in `transitions a 2`"},
		{ab + "transitions a", "t:3: transitions needs layers, or none, and an integer from 0 to 3, as in `transitions a 2`"},
		{ab + "transitions 2 a", "t:3: transitions needs layers, or none, and an integer from 0 to 3, as in `transitions a 2`"},
		{ab + "transitions c 2", `t:3: no layer "c": there are a, b`},
		{ab + "transitions a b 2", `t:3: "a b" are no layers: write them as in a*b`},
		{ab + "order=1 layers=c w[0]", `t:3: column 17: no layer "c": there are a, b`},
		{ab + "order=1 layers= w[0]", `t:3: column 18: no layer "w": there are a, b`},
		{ab + "order=1 layers=*a w[0]", "t:3: column 16: expected the name of a layer, as in a*b"},
		{ab + "order=1 layers=a,a w[0]", "t:3: column 20: a is there twice"},
		{ab + "order=1 layers=a*b", "t:3: column 19: a template needs at least one atom such as w[0]"},
	} {
		_, err := ParseTemplates(strings.NewReader(c.in), "t")
		if err == nil || err.Error() != c.want {
			t.Errorf("%.80q:\n%v, want\n%s", c.in, err, c.want)
		}
	}
}

// labelsAfter is the rest of a list of labels L0 to L(n-1) but for the last.
func labelsAfter(n int) string {
	var out strings.Builder
	for i := 1; i < n-1; i++ {
		fmt.Fprintf(&out, ",L%d", i)
	}
	return out.String()
}

// manyKinds has nine kinds of features, the last of them in line 12.
const manyKinds = `layer a X Y
layer b P Q
layer c U V
order=1 layers=a w[0]
order=1 layers=b w[0]
order=1 layers=a,b w[0]
order=1 layers=a*b w[0]
order=2 layers=a w[0]
order=2 layers=b w[0]
order=2 layers=c w[0]
order=3 layers=a w[0]
order=3 layers=b w[0]
`

// Lines may be in any order that names nothing before it is declared, and with any blanks.
func TestLayerLines(t *testing.T) {
	a := layeredTemplates(t, "threshold 2\nlayer a X Y # two\nthreshold 3\nlayer b P Q\nforbid a=X b=P\nstart a=Y b=Q\nbias a*b\ntransitions a*b 2\norder=1 layers=a,b*a w[0]\n")
	b := layeredTemplates(t, "\tlayer\ta  X\tY\nlayer b P Q\nthreshold 3\nbias b * a\nstart b=Q a=Y\nforbid\tb=P\ta=X\ntransitions\ta *b\t2\norder=1 layers=a , a*b w[0]\n")
	sameTemplates(t, a, b)
	if got, want := a.Space().Names(), []string{"X+Q", "Y+P", "Y+Q"}; !slices.Equal(got, want) || a.Space().start != 2 {
		t.Errorf("tuples %v, want %v, start %d", got, want, a.Space().start)
	}
}

// sameTemplates fails unless two files mean the same.
func sameTemplates(t *testing.T, a, b *Templates) {
	t.Helper()
	bare := func(t *Templates) *Templates {
		out := *t
		out.source, out.Lines, out.fixed = "", slices.Clone(t.Lines), slices.Clone(t.fixed)
		for i := range out.Lines {
			out.Lines[i].Line, out.Lines[i].Text = 0, ""
		}
		for i := range out.fixed {
			out.fixed[i].line = 0
		}
		// Their weights stand together by order.
		slices.SortStableFunc(out.fixed, func(a, b fixedWeights) int { return a.order - b.order })
		return &out
	}
	if x, y := bare(a), bare(b); !reflect.DeepEqual(x, y) {
		t.Fatalf("not the same:\n%s\n%+v\n%+v\n%s\n%+v\n%+v", a, x.Lines, x.fixed, b, y.Lines, y.fixed)
	}
}

// checkSpelling parses what templates and lowered ones spell.
func checkSpelling(t *testing.T, templates *Templates) {
	t.Helper()
	for lower := range 3 {
		low := templates.Lowered(lower)
		again, err := ParseTemplates(strings.NewReader(low.String()), "again")
		if err != nil {
			t.Fatalf("lowered by %d: %v\n%s", lower, err, low)
		}
		sameTemplates(t, low, again)
		for _, l := range low.Lines {
			if lower > 0 && l.Order > 3-lower {
				t.Fatalf("lowered by %d: %+v", lower, l)
			}
		}
	}
}

// Files of layers, lowered or not, parse to what they are.
func TestLayersSpelling(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) { checkSpelling(t, layeredTemplates(t, text)) })
	}
	rng := rand.New(rand.NewPCG(31, 32))
	valid := 0
	for range 2000 {
		text := randomLayers(rng)
		templates, err := ParseTemplates(strings.NewReader(text), "t")
		if err != nil {
			continue // a grammar that allows too little
		}
		valid++
		checkSpelling(t, templates)
	}
	if valid < 500 {
		t.Errorf("only %d of 2000 random files are valid", valid)
	}
}

// randomLayers is a template file with random layers and lines, mostly valid.
func randomLayers(rng *rand.Rand) string {
	var out strings.Builder
	names := []string{"a", "b", "c"}[:1+rng.IntN(3)]
	labels := make([]int, len(names))
	fmt.Fprintf(&out, "threshold %d\n", 1+rng.IntN(3))
	for l, name := range names {
		labels[l] = 2 + rng.IntN(2)
		fmt.Fprintf(&out, "layer %s%s # a layer\n", name, labelsOf(labels[l]))
	}
	condition := func() string {
		l := rng.IntN(len(names))
		s := fmt.Sprintf("%s=L%d", names[l], rng.IntN(labels[l]))
		if m := rng.IntN(len(names)); m != l {
			s += fmt.Sprintf(" %s=L%d", names[m], rng.IntN(labels[m]))
		}
		return s
	}
	sets := func() string {
		var all []string
		for mask := 1; mask < 1<<len(names); mask++ {
			var set []string
			for l, name := range names {
				if mask>>l&1 != 0 {
					set = append(set, name)
				}
			}
			all = append(all, strings.Join(set, "*"))
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return strings.Join(all[:1+rng.IntN(len(all))], ",")
	}
	if rng.IntN(2) == 0 {
		out.WriteString("start")
		for l, name := range names {
			fmt.Fprintf(&out, " %s=L%d", name, rng.IntN(labels[l]))
		}
		out.WriteByte('\n')
	}
	for range rng.IntN(6) {
		switch rng.IntN(6) {
		case 0:
			fmt.Fprintf(&out, "forbid %s\n", condition())
		case 1:
			fmt.Fprintf(&out, "forbid %s -> %s\n", condition(), condition())
		case 2:
			fmt.Fprintf(&out, "forbid %s -> end\n", condition())
		case 3:
			fmt.Fprintf(&out, "bias %s\n", sets())
		case 4:
			fmt.Fprintf(&out, "transitions %d\n", rng.IntN(4))
		case 5:
			fmt.Fprintf(&out, "transitions %s %d\n", sets(), rng.IntN(4))
		}
	}
	for range rng.IntN(4) {
		fmt.Fprintf(&out, "order=%d", 1+rng.IntN(3))
		if rng.IntN(2) == 0 {
			fmt.Fprintf(&out, " layers=%s", sets())
		}
		if rng.IntN(2) == 0 {
			out.WriteString(" min=2")
		}
		fmt.Fprintf(&out, " w[%d]\n", rng.IntN(3)-1)
	}
	return out.String()
}

// FuzzParseTemplates parses anything, and what parses it compiles and trains with.
func FuzzParseTemplates(f *testing.F) {
	for _, text := range layered {
		f.Add(text)
	}
	f.Add(everyAtom)
	f.Add(oracleTemplates)
	f.Add(loopyTemplates)
	rng := rand.New(rand.NewPCG(33, 34))
	for range 20 {
		f.Add(randomLayers(rng))
	}
	f.Fuzz(func(t *testing.T, text string) { tryTemplates(t, text) })
}

// tryTemplates uses what parses.
func tryTemplates(t *testing.T, text string) {
	templates, err := ParseTemplates(strings.NewReader(text), "t")
	if err != nil {
		return
	}
	again, err := ParseTemplates(strings.NewReader(templates.String()), "t")
	if err != nil {
		t.Fatalf("%v\n%s", err, templates)
	}
	sameTemplates(t, templates, again)
	for lower := range 3 {
		templates.Lowered(lower)
	}
	corpus := &Corpus{
		Schema: &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}, Labels: []string{"A", "B"}, Start: -1, N: 3,
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(i + 1)
			for p := range i + 1 {
				seq.Column(0)[p], seq.Real(0)[p] = Int(p%2), float64(p)
			}
			ex.Gold = make([]uint8, i+1)
		},
	}
	if x, err := templates.Compile(corpus.Schema, [][]float64{{0, 1}}); err != nil || len(x.ops) > 2000 {
		return
	}
	s := templates.Space()
	if s != nil {
		if s.Size() > 12 {
			return // slow
		}
		corpus.Labels = nil
		one := corpus.Example
		corpus.Example = func(i int, seq *Sequence, ex *Example) {
			one(i, seq, ex)
			ex.Gold = someTuples(s, i+1)
		}
	}
	d, err := NewDataset(corpus, templates, 1)
	if err != nil || d.Parameters() > 1<<20 {
		return
	}
	w, err := LBFGS{L2: 1, Steps: 2}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	small := make([]float32, len(w))
	for i, v := range w {
		small[i] = float32(v)
	}
	m, err := NewModel(d, small, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	seq := NewSequence(m.Schema)
	seq.Reset(4)
	y := make([]uint8, 4)
	m.Decode(seq, nil, m.NewScratch(), y)
	if s != nil {
		if err := s.Check(y); err != nil {
			t.Fatal(err)
		}
	}
}

// someTuples returns the first sequence of n tuples that the grammar allows.
func someTuples(s *Space, n int) []uint8 {
	var y []uint8
	var walk func() bool
	walk = func() bool {
		if len(y) == n {
			return s.arcs.mayEnd(int(y[n-1]))
		}
		for u := range s.Size() {
			before := s.start
			if len(y) > 0 {
				before = int(y[len(y)-1])
			}
			if before >= 0 && !s.arcs.follows(before, u) {
				continue
			}
			y = append(y, uint8(u))
			if walk() {
				return true
			}
			y = y[:len(y)-1]
		}
		return false
	}
	walk()
	return y
}
