package m3n

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// trained is what training to the optimum comes to.
type trained struct {
	d         *Dataset
	objective float64
	w         []float64
}

func trainedWith(t *testing.T, corpus *Corpus, templates *Templates) trained {
	t.Helper()
	d, err := NewDataset(corpus, templates, 1)
	if err != nil {
		t.Fatal(err)
	}
	out := trained{d: d}
	if out.w, err = (LBFGS{L2: 0.1, Tolerance: 1e-6}).Train(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	f := newLikelihood(packAll(d), 0.1, 1)
	out.objective = f.eval(out.w, make([]float64, len(out.w)))
	return out
}

// sameTraining fails unless two trainings come to the same: the objectives but for what each
// position adds, the probabilities of gold labels, and the best labels, by what of says.
func sameTraining(t *testing.T, got, want trained, perPosition float64, of func(tuple uint8) uint8) {
	t.Helper()
	shift := perPosition * float64(want.d.Positions())
	if math.Abs(got.objective-want.objective-shift) > 1e-6*(1+math.Abs(want.objective)) {
		t.Errorf("objective %v, want %v", got.objective, want.objective+shift)
	}
	a, b := got.d.NewLattice(), want.d.NewLattice()
	for i := range want.d.Sequences() {
		Score(got.d, got.w, i, a)
		Score(want.d, want.w, i, b)
		y, z := make([]uint8, a.T), make([]uint8, b.T)
		a.Viterbi(y)
		b.Viterbi(z)
		// Optima are the same but for what training leaves.
		for p := range y {
			y[p] = of(y[p])
		}
		if best := b.NBest(2); !slices.Equal(y, z) && best[0].Score-best[1].Score > 1e-4 {
			t.Errorf("sequence %d: best labels %v, want %v", i, y, z)
		}
		Score(got.d, got.w, i, a)
		Score(want.d, want.w, i, b)
		p, q := a.Score(got.d.Gold(i))-a.LogPartition(), b.Score(want.d.Gold(i))-b.LogPartition()
		if math.Abs(p-q+perPosition*float64(a.T)) > 1e-4 {
			t.Errorf("sequence %d: log-probability %v, want %v", i, p, q)
		}
	}
}

func itself(tuple uint8) uint8 { return tuple }

// plainCorpus is a corpus of tuples as one of labels.
func plainCorpus(c *Corpus, s *Space) *Corpus {
	out := *c
	out.Labels, out.Start = s.Names(), s.start
	return &out
}

// TestLayersAsChains compares files with the chains that they are.
func TestLayersAsChains(t *testing.T) {
	for name, c := range map[string]struct{ layers, plain string }{
		"one layer": {
			"layer a X Y Z\ntransitions 2\norder=1 i=-1..0 w[i]\norder=2 w[0]",
			"transitions 2\norder=1 i=-1..0 w[i]\norder=2 w[0]"},
		"one layer without transitions": {
			"layer a X Y Z\norder=1 i=-1..0 w[i]",
			"order=1 i=-1..0 w[i]"},
		"one layer, start, order 3": {
			"layer a X Y Z\nstart a=Y\ntransitions 3\norder=1 w[0]\norder=3 w[0]",
			"transitions 3\norder=1 w[0]\norder=3 w[0]"},
		"one layer, order 3": {
			"layer a X Y\ntransitions 3\norder=1 w[0]\norder=2 w[-1]\norder=3 w[0]",
			"transitions 3\norder=1 w[0]\norder=2 w[-1]\norder=3 w[0]"},
		"cross product": {
			"layer a X Y\nlayer b P Q\ntransitions a*b 2\norder=1 layers=a*b i=-1..0 w[i]\norder=2 layers=b*a w[0]",
			"transitions 2\norder=1 i=-1..0 w[i]\norder=2 w[0]"},
		"cross product, start": {
			"layer a X Y\nlayer b P Q R\nstart b=Q a=Y\ntransitions a*b 2\norder=1 layers=a*b w[0]",
			"transitions 2\norder=1 w[0]"},
		"cross product, order 3": {
			"layer a X Y\nlayer b P Q\ntransitions a*b 3\norder=1 layers=a*b w[0]\norder=3 layers=a*b w[0]",
			"transitions 3\norder=1 w[0]\norder=3 w[0]"},
		"cross product, start, order 3": {
			"layer a X Y\nlayer b P Q\nstart a=X b=P\ntransitions b*a 3\norder=1 layers=a*b w[0]",
			"transitions 3\norder=1 w[0]"},
		"cross product of three, some forbidden": {
			"layer a X Y\nlayer b P Q\nlayer c U V\nforbid a=X b=P\nforbid b=Q c=U\ntransitions a*b*c 2\norder=1 layers=a*b*c w[0]",
			"transitions 2\norder=1 w[0]"},
	} {
		t.Run(name, func(t *testing.T) {
			templates, plain := layeredTemplates(t, c.layers), layeredTemplates(t, c.plain)
			corpus := tuplesCorpus(rand.New(rand.NewPCG(41, 42)), templates.Space(), 25, 1, 6, 3)
			got := trainedWith(t, corpus, templates)
			sameTraining(t, got, trainedWith(t, plainCorpus(corpus, templates.Space()), plain), 0, itself)
		})
	}
}

// A grammar changes nothing where it only forbids what cannot be in any case.
func TestIdleGrammar(t *testing.T) {
	const rest = "transitions %d\nbias a*b\norder=1 w[0]\norder=2 layers=a,a*b w[0]\n"
	for _, c := range []struct{ layers, grammar string }{
		{"layer a X Y\nlayer b P Q\n", "forbid a=Z\n"},
		{"layer a X Y\nlayer b P Q\n", "forbid a=Z\nforbid a=Z -> b=Q\nforbid a=Z b=P -> end\n"},
		{"layer a X Y\nlayer b P Q\nstart a=X b=Q\n", "forbid a=Z\nforbid a=X -> a=Z\n"},
	} {
		for order := 2; order <= 3; order++ {
			end := fmt.Sprintf(rest, order)
			if order == 3 {
				end += "order=3 layers=b w[0]\n"
			}
			free := layeredTemplates(t, c.layers+end)
			bound := layeredTemplates(t, strings.Replace(c.layers, "X Y", "X Y Z", 1)+c.grammar+end)
			if got, want := bound.Space().Names(), free.Space().Names(); !slices.Equal(got, want) {
				t.Fatalf("tuples %v, want %v", got, want)
			}
			corpus := tuplesCorpus(rand.New(rand.NewPCG(43, 44)), free.Space(), drawn.Few(25, 5), 1, 6, 3)
			sameTraining(t, trainedWith(t, corpus, bound), trainedWith(t, corpus, free), 0, itself)
		}
	}
}

// The labels of a layer that no line says anything of are all as likely.
func TestLayerWithoutTemplates(t *testing.T) {
	const rest = "bias a*b\ntransitions a 2\ntransitions b 3\norder=1 layers=a,b w[0]\norder=2 layers=a*b w[0]\n"
	for _, start := range []string{"", "start a=Y b=P"} {
		two := layeredTemplates(t, "layer a X Y\nlayer b P Q\n"+start+"\n"+rest)
		last := start
		if start != "" {
			last += " c=V"
		}
		three := layeredTemplates(t, "layer a X Y\nlayer b P Q\nlayer c U V W\n"+last+"\n"+rest)
		s, small := three.Space(), two.Space()
		of := func(tuple uint8) uint8 {
			u, _ := small.Tuple(s.Label(0, tuple), s.Label(1, tuple))
			return u
		}
		corpus := tuplesCorpus(rand.New(rand.NewPCG(45, 46)), s, drawn.Few(25, 5), 1, 6, 3)
		fewer := *corpus
		fewer.Example = func(i int, seq *Sequence, ex *Example) {
			corpus.Example(i, seq, ex)
			var gold []uint8
			for _, u := range ex.Gold {
				gold = append(gold, of(u))
			}
			ex.Gold = gold
		}
		got := trainedWith(t, corpus, three)
		sameTraining(t, got, trainedWith(t, &fewer, two), math.Log(3), of)
		lat := got.d.NewLattice()
		Score(got.d, got.w, 0, lat)
		node, _ := lat.NodePosteriors(nil)
		for _, p := range s.Marginal(2, node, nil) {
			if math.Abs(p-1.0/3) > 1e-9 {
				t.Errorf("a label of the layer has the probability %v", p)
			}
		}
	}
}

// Training gives the same weights with any number of goroutines.
func TestLayersAreDeterministic(t *testing.T) {
	for name, text := range layered {
		templates := layeredTemplates(t, text)
		corpus := tuplesCorpus(rand.New(rand.NewPCG(47, 48)), templates.Space(), 30, 1, 5, 3)
		var first string
		for workers := 1; workers <= drawn.Few(3, 2); workers++ {
			d, err := NewDataset(corpus, templates, workers)
			if err != nil {
				t.Fatal(err)
			}
			crf, err := LBFGS{L2: 0.5, Steps: 20, Workers: workers}.Train(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			all := fmt.Sprint(crf)
			for _, o := range []Objective{LogLoss{}, Hinge{}} {
				w, err := Subgradient{Objective: o, Passes: 2, Runs: 2, Dropout: 0.2, L2: 1e-3, Workers: workers, Seed: 4}.Train(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				all += fmt.Sprint(w)
			}
			if first == "" {
				first = all
			} else if all != first {
				t.Errorf("%s: the result depends on the number of workers (%d)", name, workers)
			}
		}
	}
}

// layerLosses is a loss of each layer, none of the last of three.
func layerLosses(rng *rand.Rand, s *Space) [][]float64 {
	losses := make([][]float64, len(s.Layers()))
	for l, layer := range s.Layers() {
		if l == 2 {
			continue
		}
		losses[l] = HammingLoss(len(layer.Labels))
		for i, v := range losses[l] {
			losses[l][i] = v * (0.5 + rng.Float64())
		}
	}
	return losses
}

// weighed is a corpus with weights of nodes.
func weighed(c *Corpus) *Corpus {
	out := *c
	out.Example = func(i int, seq *Sequence, ex *Example) {
		c.Example(i, seq, ex)
		ex.Weight = nil
		rng := rand.New(rand.NewPCG(49, uint64(i)))
		for range ex.Gold {
			ex.Weight = append(ex.Weight, float32(rng.IntN(5))/2)
		}
	}
	return &out
}

// The losses of layers, times the weights of nodes, are what loss-augmented inference adds: the
// hinge is that of all sequences, softmax-margin likewise, and gradients are theirs.
func TestLayersLossAugmented(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) {
			templates := layeredTemplates(t, text)
			s := templates.Space()
			rng := rand.New(rand.NewPCG(51, 52))
			most := 4
			if s.Size() > 6 {
				most = 3 // there are enough
			}
			d, err := NewDataset(weighed(tuplesCorpus(rng, s, drawn.Few(10, 2), 1, most, 3)), templates, 1)
			if err != nil {
				t.Fatal(err)
			}
			losses := layerLosses(rng, s)
			w := randomWeights(d.Parameters())
			lat := d.NewLattice()
			var g Gradient
			eval := func(o Objective, i int) float64 {
				Score(d, w, i, lat)
				return o.Eval(lat, d.Gold(i), d.nodeWeights(i), &g)
			}
			hinge, soft := Hinge{Loss: s.Loss(losses...)}, LogLoss{Loss: s.Loss(losses...)}
			grads := [2][]float64{make([]float64, len(w)), make([]float64, len(w))}
			for i := range d.Sequences() {
				gold := d.Gold(i)
				best, z := negInf, negInf
				every(len(gold), d.L, func(y []uint8) {
					if s.Check(y) != nil {
						return
					}
					score := naiveScore(d, w, i, y)
					for p := range y {
						for l, loss := range losses {
							if loss != nil {
								score += float64(d.nodeWeights(i)[p]) * loss[int(s.Label(l, gold[p]))*len(s.Layers()[l].Labels)+int(s.Label(l, y[p]))]
							}
						}
					}
					best, z = max(best, score), logSumExp([]float64{z, score})
				})
				own := naiveScore(d, w, i, gold)
				for k, o := range []Objective{hinge, soft} {
					want := []float64{best, z}[k] - own
					if got := eval(o, i); math.Abs(got-want) > 1e-9 {
						t.Fatalf("sequence %d: %T %v, want %v", i, o, got, want)
					}
					d.backprop(i, &g, dropout{}, func(weight int, v float32) { grads[k][weight] += float64(v) })
				}
			}
			const h = 1e-5
			for i := 0; i < len(w); i += 1 + len(w)/100 {
				old := w[i]
				for k, o := range []Objective{hinge, soft} {
					var sums [2]float64
					for side := range sums {
						w[i] = old + h*float64(1-2*side)
						for j := range d.Sequences() {
							sums[side] += eval(o, j)
						}
					}
					w[i] = old
					// Softmax-margin leaves out what is negligible.
					if want := (sums[0] - sums[1]) / (2 * h); math.Abs(grads[k][i]-want) > 1e-2 {
						t.Fatalf("%T, weight %d: %v, want %v", o, i, grads[k][i], want)
					}
				}
			}
		})
	}
}

// TestSpace checks numbers, names and what is allowed against the rules of a grammar.
func TestSpace(t *testing.T) {
	s := layeredTemplates(t, layered["grammar"]).Space()
	want := []string{
		"NONE+DEBEG", "NONE+DEIN", "NONE+QNBEG", "NONE+QNIN",
		"PERIOD+DEBEG", "PERIOD+DEIN", "QMARK+QNBEG", "QMARK+QNIN",
	}
	if got := s.Names(); !slices.Equal(got, want) || s.Size() != len(want) {
		t.Fatalf("%d tuples %v, want %v", s.Size(), got, want)
	}
	if l := s.Layers(); len(l) != 2 || l[0].Name != "word" || !slices.Equal(l[1].Labels, []string{"DEBEG", "DEIN", "QNBEG", "QNIN"}) {
		t.Errorf("layers %v", l)
	}
	for _, c := range []struct{ tuples, want string }{
		{"", ""},
		{"PERIOD+DEBEG", ""},
		{"NONE+QNBEG QMARK+QNIN PERIOD+DEBEG", ""},
		{"PERIOD+DEIN", "position 0: a sequence cannot begin with PERIOD+DEIN"},
		{"NONE+DEBEG", "position 0: a sequence cannot end with NONE+DEBEG"},
		{"NONE+DEBEG NONE+DEIN", "position 1: a sequence cannot end with NONE+DEIN"},
		{"NONE+DEBEG PERIOD+DEBEG", "position 1: PERIOD+DEBEG cannot follow NONE+DEBEG"},
		{"NONE+DEBEG NONE+DEIN QMARK+QNIN", "position 2: QMARK+QNIN cannot follow NONE+DEIN"},
		{"PERIOD+DEBEG ?", "position 1: tuple 8 of 8"},
	} {
		var y []uint8
		for _, name := range strings.Fields(c.tuples) {
			i := slices.Index(want, name)
			if i < 0 {
				i = len(want)
			}
			y = append(y, uint8(i))
		}
		got := ""
		if err := s.Check(y); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.tuples, got, c.want)
		}
	}
	for _, labels := range [][]uint8{{1, 2}, {3, 0}, {0, 4}, {255, 255}} {
		if u, ok := s.Tuple(labels...); ok {
			t.Errorf("labels %v are tuple %d", labels, u)
		}
	}
	for name, f := range map[string]func(){
		"one label of two": func() { s.Tuple(1) },
		"one loss of two":  func() { s.Loss(nil) },
		"another loss":     func() { s.Loss(nil, HammingLoss(3)) },
	} {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.HasPrefix(fmt.Sprint(p), "m3n: ") {
					t.Errorf("%s: %v", name, p)
				}
			}()
			f()
		}()
	}
}

// Tuples, their labels, losses and marginals fit one another, and what Check says is what the
// rules say, in random spaces.
func TestSpaceProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 54))
	spaces := 0
	for range 600 {
		text := randomLayers(rng)
		templates, err := ParseTemplates(strings.NewReader(text), "t")
		if err != nil {
			continue
		}
		spaces++
		s := templates.Space()
		checkTuples(t, s, text)
		checkRules(t, rng, s, text)
		checkSums(t, rng, s)
	}
	if spaces < 200 {
		t.Errorf("only %d spaces", spaces)
	}
}

// forbids reports whether one of the lines of a grammar forbids a tuple (after ""), what
// follows it, or that it is the last (after "end").
func forbids(s *Space, text string, before, after []string) bool {
	meets := func(conditions string, tuple []string) bool {
		for _, c := range strings.Fields(conditions) {
			name, label, _ := strings.Cut(c, "=")
			l := slices.IndexFunc(s.Layers(), func(l Layer) bool { return l.Name == name })
			if tuple[l] != label {
				return false
			}
		}
		return true
	}
	for line := range strings.Lines(text) {
		rule, ok := strings.CutPrefix(line, "forbid ")
		if !ok {
			continue
		}
		first, second, arrow := strings.Cut(rule, "->")
		second = strings.TrimSpace(second)
		switch {
		case !meets(first, before):
		case !arrow && after == nil, arrow && second == "end" && len(after) == 1 && after[0] == "end":
			return true
		case arrow && second != "end" && len(after) == len(s.Layers()) && !(len(after) == 1 && after[0] == "end") && meets(second, after):
			return true
		}
	}
	return false
}

// spelled returns the labels of a tuple.
func spelled(s *Space, u uint8) (out []string) {
	for l, layer := range s.Layers() {
		out = append(out, layer.Labels[s.Label(l, u)])
	}
	return out
}

// checkTuples checks that all tuples but those that are forbidden are numbered, in order.
func checkTuples(t *testing.T, s *Space, text string) {
	t.Helper()
	n := 0
	layers := s.Layers()
	labels := make([]uint8, len(layers))
	var walk func(l int)
	walk = func(l int) {
		if l < len(layers) {
			for y := range layers[l].Labels {
				labels[l] = uint8(y)
				walk(l + 1)
			}
			return
		}
		var names []string
		for k, y := range labels {
			names = append(names, layers[k].Labels[y])
		}
		u, ok := s.Tuple(labels...)
		if ok == forbids(s, text, names, nil) {
			t.Fatalf("%v: a tuple: %v\n%s", names, ok, text)
		}
		if !ok {
			return
		}
		if int(u) != n || s.Names()[u] != strings.Join(names, "+") || !slices.Equal(spelled(s, u), names) {
			t.Fatalf("%v is number %d, %s, want %d", names, u, s.Names()[u], n)
		}
		n++
	}
	walk(0)
	if n != s.Size() {
		t.Fatalf("%d tuples, want %d", s.Size(), n)
	}
}

// checkRules compares Check with the rules on random sequences.
func checkRules(t *testing.T, rng *rand.Rand, s *Space, text string) {
	t.Helper()
	for range 50 {
		var y []uint8
		for range 1 + rng.IntN(4) {
			y = append(y, uint8(rng.IntN(s.Size())))
		}
		want := -1 // the first position that breaks a rule
		for p := len(y) - 1; p >= 0; p-- {
			before := s.start
			if p > 0 {
				before = int(y[p-1])
			}
			if before >= 0 && forbids(s, text, spelled(s, uint8(before)), spelled(s, y[p])) || p == len(y)-1 && forbids(s, text, spelled(s, y[p]), []string{"end"}) {
				want = p
			}
		}
		err := s.Check(y)
		if (err != nil) != (want >= 0) || err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("position %d: ", want)) {
			t.Fatalf("%v: %v, want position %d\n%s", y, err, want, text)
		}
	}
	// Something is allowed at every length.
	for n := 1; n < 12; n++ {
		if y := someTuples(s, n); len(y) != n || s.Check(y) != nil {
			t.Fatalf("%d positions: %v, %v\n%s", n, y, s.Check(y), text)
		}
	}
}

// checkSums checks losses and marginals against sums.
func checkSums(t *testing.T, rng *rand.Rand, s *Space) {
	t.Helper()
	losses := layerLosses(rng, s)
	loss, n := s.Loss(losses...), s.Size()
	if err := (Hinge{Loss: loss}).Validate(n); err != nil {
		t.Fatal(err)
	}
	const T = 3
	node := make([]float64, T*n)
	for i := range node {
		node[i] = rng.Float64()
	}
	for u := range n {
		for v := range n {
			want := 0.0
			for l := range losses {
				if losses[l] != nil {
					want += losses[l][int(s.Label(l, uint8(u)))*len(s.Layers()[l].Labels)+int(s.Label(l, uint8(v)))]
				}
			}
			if loss[u*n+v] != want {
				t.Fatalf("loss of %d for %d: %v, want %v", v, u, loss[u*n+v], want)
			}
		}
	}
	var out []float64
	for l, layer := range s.Layers() {
		out = s.Marginal(l, node, out)
		if len(out) != T*len(layer.Labels) {
			t.Fatalf("%d marginals of layer %d", len(out), l)
		}
		for p := range T {
			want := make([]float64, len(layer.Labels))
			for u := range n {
				want[s.Label(l, uint8(u))] += node[p*n+u]
			}
			if got := out[p*len(want) : (p+1)*len(want)]; !slices.Equal(got, want) {
				t.Fatalf("layer %d, position %d: %v, want %v", l, p, got, want)
			}
		}
	}
}
