package m3n

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
)

// layeredModel returns a model with random weights of a file of layers, and what it was made of.
func layeredModel(t testing.TB, text string) (*Model, *Dataset, []float32) {
	t.Helper()
	templates := layeredTemplates(t, text)
	rng := rand.New(rand.NewPCG(61, 62))
	d, err := NewDataset(tuplesCorpus(rng, templates.Space(), 30, 1, 6, 4), templates, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float32, d.Parameters())
	for i := range w {
		w[i] = float32(rng.NormFloat64())
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	return m, d, w
}

// quantised returns the weights that a model of them has.
func quantised(m *Model, w []float32) []float64 {
	out := make([]float64, len(w))
	for i, v := range w {
		if i >= m.first {
			v = m.book[quantise(m.book, v)]
		}
		out[i] = float64(v)
	}
	return out
}

// A model scores as its weights do, also when it has been written and read again, and says the
// same of labels.
func TestLayersModelFile(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) {
			m, d, w := layeredModel(t, text)
			file, err := m.Marshal("config")
			if err != nil {
				t.Fatal(err)
			}
			again, err := UnmarshalModel(file)
			if err != nil {
				t.Fatal(err)
			}
			if file2, err := again.Marshal("config"); err != nil || !bytes.Equal(file, file2) {
				t.Errorf("a model written, read and written again differs (%v)", err)
			}
			if s := again.Templates.Space(); !slices.Equal(s.Names(), d.Templates.Space().Names()) || again.Start != d.Start {
				t.Errorf("tuples %v, start %d", s.Names(), again.Start)
			}
			sameScores(t, m, d, quantised(m, w))
			sameScores(t, again, d, quantised(m, w))
		})
	}
}

// sameScores compares a model with a weight vector on the sequences of a dataset, twice: its
// memory is used again.
func sameScores(t *testing.T, m *Model, d *Dataset, w []float64) {
	t.Helper()
	seq, s, want := NewSequence(m.Schema), m.NewScratch(), d.NewLattice()
	var ex Example
	for i := range 2 * d.Sequences() {
		i %= d.Sequences()
		d.corpus.Example(i, seq, &ex)
		Score(d, w, i, want)
		lat := m.Score(seq, s)
		closeTo(t, "score", []float64{lat.Score(ex.Gold)}, []float64{want.Score(ex.Gold)})
		y, z := make([]uint8, lat.T), make([]uint8, lat.T)
		m.Decode(seq, nil, s, y)
		want.Viterbi(z)
		if best := want.NBest(2); !slices.Equal(y, z) && (len(best) < 2 || best[0].Score-best[1].Score > 1e-4) {
			t.Fatalf("sequence %d: labels %v, want %v", i, y, z)
		}
		Score(d, w, i, want)
		p, _ := m.Score(seq, s).NodePosteriors(nil)
		q, _ := want.NodePosteriors(nil)
		closeTo(t, "posterior", p, q)
		m.Score(seq, s)
		Score(d, w, i, want)
		closeTo(t, "log Z", []float64{lat.LogPartition()}, []float64{want.LogPartition()})
	}
}

// changedModel returns a model file with another header, edge weights and sections.
func changedModel(t *testing.T, file []byte, change func(h *modelHeader, sections map[string][]byte)) []byte {
	t.Helper()
	f, err := container.Open(file, FileKind, FileVersion)
	if err != nil {
		t.Fatal(err)
	}
	var h modelHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		t.Fatal(err)
	}
	names := []string{"edge", "tri"}
	for o := range maxKinds {
		for _, name := range []string{"starts", "rows", "pairs", "ends"} {
			names = append(names, tableSection(o, name))
		}
	}
	sections := make(map[string][]byte)
	for _, name := range names {
		if s := f.Section(name); s != nil {
			sections[name] = s
		}
	}
	change(&h, sections)
	w := container.New(FileKind, FileVersion, "")
	head, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	w.Add("header", head)
	for _, name := range names {
		if s, ok := sections[name]; ok {
			w.Add(name, s)
		}
	}
	b, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Files whose parts do not fit one another are refused.
func TestInconsistentLayersModels(t *testing.T) {
	m, _, _ := layeredModel(t, layered["grammar and start, order 3"])
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := UnmarshalModel(changedModel(t, file, func(*modelHeader, map[string][]byte) {})); err != nil {
		t.Fatalf("a file with the same parts: %v", err)
	}
	const tuples = "the labels are not the tuples of the templates"
	for _, c := range []struct {
		name, want string
		change     func(h *modelHeader, sections map[string][]byte)
	}{
		{"labels in another order", tuples, func(h *modelHeader, _ map[string][]byte) { h.Labels[0], h.Labels[1] = h.Labels[1], h.Labels[0] }},
		{"fewer labels", tuples, func(h *modelHeader, _ map[string][]byte) { h.Labels, h.Start = h.Labels[:4], 0 }},
		{"more labels", tuples, func(h *modelHeader, _ map[string][]byte) { h.Labels = append(h.Labels, "X+R") }},
		{"another start", tuples, func(h *modelHeader, _ map[string][]byte) { h.Start = 0 }},
		{"no start", tuples, func(h *modelHeader, _ map[string][]byte) { h.Start = -1 }},
		{"a start that is no tuple", "inconsistent header", func(h *modelHeader, _ map[string][]byte) { h.Start = 5 }},
		{"another grammar", tuples, func(h *modelHeader, _ map[string][]byte) {
			h.Templates = strings.Replace(h.Templates, "forbid a=X b=R", "forbid a=Y b=Q", 1)
		}},
		{"no layers", "transition weights", func(h *modelHeader, _ map[string][]byte) {
			h.Templates = "transitions 3\norder=1 w[0]\n"
		}},
		{"a mistake in the templates", `templates:3: "b": expected labels`, func(h *modelHeader, _ map[string][]byte) { h.Templates = "# layers\nlayer a X Y\nstart b" }},
		{"fewer transitions", "transition weights", func(h *modelHeader, _ map[string][]byte) {
			h.Templates = strings.Replace(h.Templates, "transitions a*b 3", "transitions a*b 2", 1)
		}},
		{"other sets of layers", "bytes for", func(h *modelHeader, _ map[string][]byte) {
			h.Templates = strings.Replace(h.Templates, "order=1 w[0]", "order=1 layers=a*b w[0]", 1)
		}},
		{"another kind", "table 2: no buckets", func(h *modelHeader, _ map[string][]byte) { h.Templates += "order=2 w[0]\n" }},
		{"other columns", `no column "w"`, func(h *modelHeader, _ map[string][]byte) { h.Schema = &Schema{Symbols: []string{"v"}} }},
		{"fewer weights without observations", "transition weights", func(_ *modelHeader, s map[string][]byte) { s["edge"] = s["edge"][:len(s["edge"])-4] }},
		{"weights of labels", "transition weights", func(_ *modelHeader, s map[string][]byte) { s["tri"] = s["edge"] }},
		{"shorter rows", "bytes for", func(_ *modelHeader, s map[string][]byte) { s["rows1"] = s["rows1"][:len(s["rows1"])-1] }},
	} {
		_, err := UnmarshalModel(changedModel(t, file, c.change))
		if err == nil || !errors.Is(err, container.ErrChecksum) {
			t.Errorf("%s: %v", c.name, err)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// A table of pairs, which models with layers do not have, reaches outside nothing.
func TestSparseLayersModel(t *testing.T) {
	m, _, _ := layeredModel(t, layered["grammar and start, order 3"])
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	tab := m.tables[0]
	var entries []tableEntry
	tab.each(func(_ uint32, e tableEntry) {
		entries = append(entries, tableEntry{e.bucket, e.print, []uint8{5, 3}})
	})
	sparse := newTable(entries, tab.width, true)
	b := changedModel(t, file, func(h *modelHeader, s map[string][]byte) {
		// A layer of three labels in a space of six tuples.
		h.Templates = "layer a X Y\nlayer b P Q R\norder=1 layers=b w[0]\n"
		h.Labels, h.Start = layeredTemplates(t, h.Templates).Space().Names(), -1
		delete(s, "edge")
		s["starts1"], s["rows1"] = container.Bytes(sparse.starts), sparse.rows
		s["pairs1"], s["ends1"] = sparse.pairs, container.Bytes(sparse.ends)
	})
	if _, err := UnmarshalModel(b); err == nil || !strings.Contains(err.Error(), "label 5 of") {
		t.Errorf("a weight of label 5 of 3: %v", err)
	}
}

// TestChangedLayersModels changes bytes of files behind their checksums.
func TestChangedLayersModels(t *testing.T) {
	for _, name := range []string{"grammar", "three layers"} {
		m, _, _ := layeredModel(t, layered[name])
		file, err := m.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		filetest.Changes(t, file, 2000, tryModel)
	}
}

// What has no use for layers refuses them.
func TestRefusedLayers(t *testing.T) {
	m, d, w := layeredModel(t, layered["grammar"])
	plainFile, _ := variantsFile(t)
	_, weights := m.Weights()
	_, dataset := m.Dataset(d.corpus, 1)
	named := *d.corpus
	named.Labels, named.Start = m.Labels, m.Start
	_, ofTuples := m.Dataset(&named, 1)
	_, variants := NewVariants(m, [][]float32{w}, 0)
	_, read := UnmarshalVariants(plainFile, m)
	_, seen := LBFGS{L2: 1, SeenOnly: true}.Train(t.Context(), d)
	_, bcfw := BCFW{L2: 1}.Train(t.Context(), d)
	for name, err := range map[string]error{
		"Weights": weights, "Dataset of the tuples": ofTuples, "NewVariants": variants, "UnmarshalVariants": read,
		"Offset": m.Offset(w, 1, 1), "LBFGS.SeenOnly": seen, "BCFW": bcfw,
	} {
		if !errors.Is(err, errLayers) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if dataset == nil {
		t.Error("Dataset: a corpus without labels passed")
	}
}

// Pruned leaves out the features that are small at every label of every layer.
func TestLayersPruned(t *testing.T) {
	for name, text := range layered {
		m, d, w := layeredModel(t, text)
		for _, share := range []float64{0, 0.3, 0.6} {
			few := slices.Clone(w)
			kept := 0
			for o, offsets := range d.offsets {
				for _, at := range offsets {
					row := few[at:][:d.kinds[o].width]
					if slices.ContainsFunc(row, func(v float32) bool {
						return math.Abs(float64(m.book[quantise(m.book, v)])) >= share*m.top
					}) {
						kept++
					} else {
						clear(row)
					}
				}
			}
			want, err := NewModel(d, few, Prune{})
			if err != nil {
				t.Fatal(err)
			}
			pruned := m.Pruned(share)
			if pruned.Features() != kept {
				t.Errorf("%s, share %v: %d features, want %d", name, share, pruned.Features(), kept)
			}
			a, err := pruned.Marshal("")
			if err != nil {
				t.Fatal(err)
			}
			if b, err := want.Marshal(""); err != nil || !bytes.Equal(a, b) {
				t.Errorf("%s, share %v: not the model of these features alone (%v)", name, share, err)
			}
			sameScores(t, pruned, d, quantised(m, few))
		}
	}
}

// A coarse model scores as one whose weights are rounded, and has no features without any.
func TestLayersCoarse(t *testing.T) {
	for name, text := range layered {
		m, d, w := layeredModel(t, text)
		for _, share := range []float64{1e-9, 0.05, 0.4, 3} {
			step := share * m.top
			rounded := slices.Clone(w)
			kept := 0
			for o, offsets := range d.offsets {
				for _, at := range offsets {
					row := rounded[at:][:d.kinds[o].width]
					for i, v := range row {
						v = m.book[quantise(m.book, v)]
						row[i] = m.book[quantise(m.book, float32(math.Round(float64(v)/step)*step))]
					}
					if slices.ContainsFunc(row, func(v float32) bool { return v != 0 }) {
						kept++
					}
				}
			}
			coarse := m.Coarse(share)
			if coarse.Features() != kept || share > 2 && kept > 0 {
				t.Errorf("%s, step %v: %d features, want %d", name, share, coarse.Features(), kept)
			}
			sameScores(t, coarse, d, quantised(m, rounded))
		}
	}
}

// Decode with tuples that are allowed finds the best of them.
func TestLayersAllowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	for name, text := range layered {
		m, d, _ := layeredModel(t, text)
		seq, s := NewSequence(m.Schema), m.NewScratch()
		var ex Example
		for i := range d.Sequences() {
			d.corpus.Example(i, seq, &ex)
			if seq.Len() > 4 {
				continue
			}
			var allowed [][]uint8
			for _, y := range ex.Gold {
				var of []uint8
				for u := range m.L {
					if u == int(y) || rng.IntN(2) == 0 {
						of = append(of, uint8(u))
					}
				}
				allowed = append(allowed, of)
			}
			y := make([]uint8, seq.Len())
			m.Decode(seq, allowed, s, y)
			lat, best := m.Score(seq, s), negInf
			every(lat.T, lat.L, func(z []uint8) {
				for p := range z {
					if !slices.Contains(allowed[p], z[p]) {
						return
					}
				}
				if d.space.Check(z) == nil {
					best = max(best, lat.Score(z))
				}
			})
			if got := lat.Score(y); d.space.Check(y) != nil || math.Abs(got-best) > 1e-9 {
				t.Fatalf("%s, sequence %d: %v scores %v, want %v", name, i, y, got, best)
			}
		}
	}
}

// The weights that a dumper spells out are those of the model: they make up its scores.
func TestLayersDump(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) {
			m, d, w := layeredModel(t, text)
			dumper := NewDumper(m, func(uint32) string { return "?" })
			seq, s := NewSequence(m.Schema), m.NewScratch()
			var ex Example
			for i := range d.Sequences() {
				d.corpus.Example(i, seq, &ex)
				dumper.See(seq)
			}
			weights := dumper.Weights()
			if dumper.Seen() != m.Features() {
				t.Errorf("%d features seen of %d", dumper.Seen(), m.Features())
			}
			nonzero := 0
			for _, v := range quantised(m, w) {
				if v != 0 {
					nonzero++
				}
			}
			if len(weights) != nonzero {
				t.Errorf("%d weights, want %d", len(weights), nonzero)
			}
			for i := range d.Sequences() {
				d.corpus.Example(i, seq, &ex)
				got := 0.0
				for p := range ex.Gold {
					for _, w := range weights {
						if counts(t, d.space, seq, ex.Gold, p, w) {
							got += float64(w.Weight)
						}
					}
				}
				closeTo(t, "score", []float64{got}, []float64{m.Score(seq, s).Score(ex.Gold)})
			}
		})
	}
}

// counts reports whether a weight that is spelled out counts at a position of labelled words.
func counts(t *testing.T, s *Space, seq *Sequence, gold []uint8, p int, w Weight) bool {
	t.Helper()
	first := p - len(w.Labels) + 1
	for i, want := range w.Labels {
		u := s.start
		if first+i >= 0 {
			u = int(gold[first+i])
		}
		if u < 0 {
			return false
		}
		var labels []string
		for _, name := range strings.Split(w.Layers, "*") {
			l, err := s.layerNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			labels = append(labels, s.Layers()[l].Labels[s.Label(l, uint8(u))])
		}
		if strings.Join(labels, "+") != want {
			return false
		}
	}
	switch {
	case w.Template == "bias" && len(w.Labels) == 1, w.Template == "transition" && len(w.Labels) > 1:
		return true
	}
	var values []string
	for _, atom := range strings.Fields(w.Template)[1:] {
		var off int
		if n, _ := fmt.Sscanf(atom, "w[%d]", &off); n != 1 {
			continue // layers=
		}
		switch at := p + off; {
		case at < 0:
			values = append(values, "<s>")
		case at >= seq.Len():
			values = append(values, "</s>")
		default:
			values = append(values, fmt.Sprint(int(seq.Column(0)[at])-intBase))
		}
	}
	return strings.Join(values, " ") == w.Values
}

// Weights of a model are spelled like the lines that they are of.
func TestLayersDumpSpelling(t *testing.T) {
	templates := layeredTemplates(t, "layer pu NONE COMMA\nlayer df E F O\nbias pu*df\ntransitions 2\norder=1 layers=df,pu*df i=-1..0 w[i]\norder=2 layers=pu w[0]\n")
	corpus := &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, N: 1,
		Example: func(_ int, seq *Sequence, ex *Example) {
			seq.Reset(1)
			seq.Column(0)[0] = Symbol("so")
			ex.Gold = []uint8{0}
		},
	}
	d, err := NewDataset(corpus, templates, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float32, d.Parameters())
	for i := range w {
		w[i] = 1
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	seq := NewSequence(m.Schema)
	corpus.Example(0, seq, &Example{})
	dumper := NewDumper(m, func(v uint32) string { return map[uint32]string{Symbol("so"): "so"}[v] })
	dumper.See(seq)
	var got []string
	for _, w := range dumper.Weights() {
		got = append(got, fmt.Sprintf("%s|%s|%s|%s", w.Template, w.Values, w.Layers, strings.Join(w.Labels, " ")))
	}
	var want []string
	both := []string{"NONE+E", "NONE+F", "NONE+O", "COMMA+E", "COMMA+F", "COMMA+O"}
	df, pu := []string{"E", "F", "O"}, []string{"NONE", "COMMA"}
	for _, y := range both {
		want = append(want, "bias||pu*df|"+y)
	}
	for _, v := range []struct{ i, word string }{{"-1", "<s>"}, {"0", "so"}} {
		for _, y := range df {
			want = append(want, "order=1 layers=df,pu*df i=-1..0 w[i] i="+v.i+"|"+v.word+"|df|"+y)
		}
		for _, y := range both {
			want = append(want, "order=1 layers=df,pu*df i=-1..0 w[i] i="+v.i+"|"+v.word+"|pu*df|"+y)
		}
	}
	for _, x := range pu {
		for _, y := range pu {
			want = append(want, "order=2 layers=pu w[0]|so|pu|"+x+" "+y, "transition||pu|"+x+" "+y)
		}
	}
	for _, x := range df {
		for _, y := range df {
			want = append(want, "transition||df|"+x+" "+y)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Corpora that do not fit the layers are refused, with the sequence and the position.
func TestInvalidLayersCorpora(t *testing.T) {
	templates := layeredTemplates(t, layered["grammar"])
	s := templates.Space()
	good := []uint8{0, 5} // NONE+DEBEG PERIOD+DEIN
	if err := s.Check(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		gold   []uint8 // of the second sequence
		length int
		labels []string
		weight []float32
		want   string
	}{
		{name: "none", gold: good, length: 2},
		{name: "the names of the tuples", gold: good, length: 2, labels: s.Names()},
		{name: "no positions"},
		{name: "what may not begin", gold: []uint8{5, 4}, length: 2, want: "m3n: sequence 1, position 0: a sequence cannot begin with PERIOD+DEIN"},
		{name: "what may not follow", gold: []uint8{0, 1, 7}, length: 3, want: "m3n: sequence 1, position 2: QMARK+QNIN cannot follow NONE+DEIN"},
		{name: "what may not end", gold: []uint8{4, 0}, length: 2, want: "m3n: sequence 1, position 1: a sequence cannot end with NONE+DEBEG"},
		{name: "no tuple", gold: []uint8{4, 8}, length: 2, want: "m3n: sequence 1, position 1: label 8 of 8"},
		{name: "too few labels", gold: []uint8{4}, length: 2, want: "m3n: sequence 1 has 2 positions but 1 labels, 0 weights, 0 sets of allowed labels"},
		{name: "too many labels", gold: good, length: 1, want: "m3n: sequence 1 has 1 positions but 2 labels, 0 weights, 0 sets of allowed labels"},
		{name: "too few weights", gold: good, length: 2, weight: []float32{1}, want: "m3n: sequence 1 has 2 positions but 2 labels, 1 weights, 0 sets of allowed labels"},
		{name: "other labels", gold: good, length: 2, labels: []string{"A", "B"}, want: "m3n: the labels of the corpus are not the tuples of the templates"},
	} {
		corpus := &Corpus{
			Schema: &Schema{Symbols: []string{"w"}}, Labels: c.labels, N: 2,
			Example: func(i int, seq *Sequence, ex *Example) {
				seq.Reset(2)
				if ex.Gold = good; i == 1 {
					seq.Reset(c.length)
					ex.Gold, ex.Weight = c.gold, c.weight
				}
			},
		}
		_, err := NewDataset(corpus, templates, 1)
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && got != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	allowed := &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, N: 1,
		Example: func(_ int, seq *Sequence, ex *Example) {
			seq.Reset(2)
			ex.Gold, ex.Allowed = good, [][]uint8{{0}, {5}}
		},
	}
	if _, err := NewDataset(allowed, templates, 1); err == nil || !strings.HasPrefix(err.Error(), "m3n: sequence 0: ") {
		t.Errorf("allowed labels: %v", err)
	}
}
