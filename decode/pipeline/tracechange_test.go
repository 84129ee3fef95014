package pipeline

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// drawnRivalry returns hypotheses of drawn values, some of them wanted.
func drawnRivalry(rng *rand.Rand) *rivalry {
	n := 1 + rng.IntN(5)
	t := &beam.Trace{}
	for i := range n {
		t.Features = append(t.Features, string(rune('a'+i)))
		t.Weights = append(t.Weights, math.Round(rng.NormFloat64()*10)/10)
	}
	var wanted []int
	for id := range 2 + rng.IntN(30) {
		h := beam.TracedHyp{ID: id}
		for i := range n {
			v := math.Round(rng.NormFloat64() * 8)
			h.Values = append(h.Values, v)
			h.Score += t.Weights[i] * v
		}
		t.Hypotheses = append(t.Hypotheses, h)
		if id == 0 || rng.IntN(12) == 0 {
			wanted = append(wanted, id)
		}
	}
	return newRivalry(t, wanted)
}

// ahead returns by how much the best wanted hypothesis is ahead of all rivals with weights.
func (x *rivalry) ahead(weights []float64) float64 {
	most := func(ids []int) float64 {
		best := math.Inf(-1)
		for _, id := range ids {
			score := 0.0
			for i, v := range x.t.Hypotheses[id].Values {
				score += weights[i] * v
			}
			best = max(best, score)
		}
		return best
	}
	return most(x.wanted) - most(x.rivals)
}

// The smallest change of a weight is that which a search over all changes finds.
func TestChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const grid, step = 1000, 0.02
	possible := 0
	for k := range 150 {
		x := drawnRivalry(rng)
		if len(x.rivals) == 0 {
			continue
		}
		for i := range x.t.Features {
			c := x.change(i)
			nearest := math.Inf(1) // on the grid
			for g := -grid; g <= grid; g++ {
				if d := float64(g) * step; math.Abs(d) < math.Abs(nearest) && x.ahead(x.with(i, x.t.Weights[i]+d)) >= 0 {
					nearest = d
				}
			}
			switch {
			case !c.Possible:
				if !math.IsInf(nearest, 0) && x.ahead(x.with(i, x.t.Weights[i]+nearest)) > 1e-9 {
					t.Fatalf("trace %d, feature %d: %v does it, and nothing is found", k, i, nearest)
				}
				continue
			case math.Abs(c.Delta) > math.Abs(nearest)+1e-9:
				t.Fatalf("trace %d, feature %d: %v is found, %v is smaller", k, i, c.Delta, nearest)
			}
			possible++
			if d := x.ahead(x.with(i, c.Weight+c.Delta)); d < -1e-9 {
				t.Fatalf("trace %d, feature %d: changed by %v, it is %v behind", k, i, c.Delta, -d)
			}
			low, high := math.Inf(-1), math.Inf(1)
			if c.Low != nil {
				low = *c.Low
			}
			if c.High != nil {
				high = *c.High
			}
			// Beyond it, it is the best one, unless it never is.
			most := 0.0
			for g := -grid; g <= grid; g++ {
				if w := c.Weight + float64(g)*step; w >= low && w <= high {
					most = max(most, x.ahead(x.with(i, w)))
				}
			}
			if d := x.ahead(x.with(i, c.To)); d <= 0 && most > 1e-9 || c.To < low-1e-9 || c.To > high+1e-9 {
				t.Fatalf("trace %d, feature %d: at %v, of %v to %v, it is %v ahead", k, i, c.To, low, high, d)
			}
			if r := math.Abs(c.Delta) / x.total; x.total > 0 && c.Share != r {
				t.Fatalf("trace %d, feature %d: a share of %v, not %v", k, i, c.Share, r)
			}
		}
	}
	if possible < 80 {
		t.Errorf("only %d changes are possible", possible)
	}
}

// A feature in which hypotheses hardly differ has no change that could be written down.
func TestChangeTooFar(t *testing.T) {
	tr := &beam.Trace{Features: []string{"a", "b"}, Weights: []float64{1, 1}, Hypotheses: []beam.TracedHyp{
		{ID: 0, Values: []float64{0, 0}, Score: 0},
		{ID: 1, Parent: 0, Values: []float64{1, -1e-310}, Score: 1},
	}}
	x := newRivalry(tr, []int{0})
	if c := x.change(1); c.Possible || c.Delta != 0 {
		t.Errorf("%+v", c)
	}
	if c := x.change(0); !c.Possible || c.Delta != -1 || c.Low != nil || *c.High != 0 || c.To >= 0 {
		t.Errorf("%+v", c)
	}
	if _, err := json.Marshal(x.joint()); err != nil {
		t.Error(err)
	}
}

// A joint change lets a wanted hypothesis win, and no drawn one that is smaller does.
func TestJointChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	found := 0
	for k := range 400 {
		x := drawnRivalry(rng)
		if len(x.rivals) == 0 || x.total == 0 || x.ahead(x.t.Weights) >= 0 {
			continue
		}
		j := x.joint()
		size := 10.0
		if j != nil {
			found++
			if size = j.Size; x.ahead(j.Weights) <= 0 {
				t.Fatalf("trace %d: %v is %v behind", k, j.Weights, -x.ahead(j.Weights))
			}
		}
		for range 2000 {
			w := slices.Clone(x.t.Weights)
			of := 0.0
			for i := range w {
				scale := math.Abs(w[i])
				if scale == 0 {
					scale = x.total / float64(len(w))
				}
				d := rng.NormFloat64() * size / math.Sqrt(float64(len(w)))
				w[i] += d * scale
				of += d * d
			}
			// What is found is a little beyond the least.
			if of = math.Sqrt(of); of < size*(1-2*beyond) && x.ahead(w) > 0.05*math.Abs(x.ahead(x.t.Weights)) {
				t.Fatalf("trace %d: %v does it at a size of %v; found %+v", k, w, of, j)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d are found", found)
	}
}

// What a trace says of weights holds: among its hypotheses, and when the text is decoded
// with them where it says so.
func TestTraceChanges(t *testing.T) {
	p, err := New(bundletest.Default(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	margin := math.Inf(1)
	wins, changes, advised := 0, 0, 0
	for _, s := range bundletest.Lines() {
		all, err := p.Trace(t.Context(), s, "")
		if err != nil {
			t.Fatal(err)
		}
		pruned := all[0].Rounds[0].Pruned
		for _, other := range pruned[:min(len(pruned), 2)] {
			id := other.Hypothesis
			want := keptText(all[0].Words, all[0].Hypotheses[id].Labels)
			if want == all[0].Clean || want == "" {
				continue
			}
			traces, err := p.TraceWith(t.Context(), s, TraceOptions{Want: want, SkipBeams: true, Margin: margin})
			if err != nil {
				t.Fatal(err)
			}
			tr := &traces[0]
			if !tr.Want.Proposed || tr.Want.Clean != want || len(tr.Want.Changes) != len(tr.Features) {
				t.Fatalf("%q: %+v", want, tr.Want)
			}
			if id != 0 && len(tr.Want.Producers) == 0 {
				t.Errorf("%q: nobody proposed it", want)
			}
			for _, c := range tr.Want.Changes {
				if !c.Possible {
					continue
				}
				changes++
				again, err := p.TraceWith(t.Context(), s, TraceOptions{Weights: map[string]float64{c.Feature: c.To}, Margin: margin})
				if err != nil || (again[0].Clean == want) != c.Wins {
					t.Errorf("%q, %s at %v: wins is %v, and what wins is %q, %v", want, c.Feature, c.To, c.Wins, again[0].Clean, err)
				}
				if c.Wins {
					wins++
				}
				if (c.Option != "") != c.Wins {
					t.Errorf("%q, %s: wins is %v, and the option %q", want, c.Feature, c.Wins, c.Option)
				}
			}
			if tr.Want.Advice == "" {
				continue
			}
			// The advice lets it win for whoever takes it.
			advised++
			o := Options{LabelOptions: engine.LabelOptions{Decoder: engine.DecoderOptions{Margin: margin}}}
			for given := range strings.SplitSeq(strings.TrimPrefix(tr.Want.Advice, "--weight "), " --weight ") {
				w, err := engine.ParseWeight(given)
				if err != nil {
					t.Fatal(err)
				}
				o.Decoder.Weights = append(o.Decoder.Weights, w)
			}
			taken, err := New(bundletest.Default(t), o)
			if err != nil {
				t.Fatal(err)
			}
			again, err := taken.Trace(t.Context(), s, "")
			if err != nil || again[0].Clean != want {
				t.Errorf("with %s, what wins is %q, %v; %q is wanted", tr.Want.Advice, again[0].Clean, err, want)
			}
		}
	}
	if wins == 0 || changes < 5 || advised == 0 {
		t.Errorf("%d of %d changes let it win, %d are advised", wins, changes, advised)
	}
}

// What is proposed with a wide beam alone is won among the hypotheses of that.
func TestTraceChangesWide(t *testing.T) {
	p, err := New(bundletest.Default(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "it was like the best thing that that ever happened"
	s := bundletest.Sentence("it was it was like the the best thing that that ever happened")
	traces, err := p.TraceWith(t.Context(), s, TraceOptions{Want: want, SkipBeams: true})
	if err != nil {
		t.Fatal(err)
	}
	w := traces[0].Want
	if w.Proposed || !w.Wide || len(w.Producers) == 0 || len(w.Changes) != len(traces[0].Features) || w.Joint == nil {
		t.Fatalf("%+v", w)
	}
	weights := make(map[string]float64)
	for i, name := range traces[0].Features {
		weights[name] = w.Joint.Weights[i]
	}
	again, err := p.TraceWith(t.Context(), s, TraceOptions{Weights: weights})
	if err != nil || (again[0].Clean == want) != w.Joint.Wins {
		t.Errorf("wins is %v, and what wins is %q, %v", w.Joint.Wins, again[0].Clean, err)
	}
	// What nothing proposes no weights bring about.
	traces, err = p.TraceWith(t.Context(), s, TraceOptions{Want: "thing", SkipBeams: true})
	if w := traces[0].Want; err != nil || w.Proposed || w.Wide || len(w.Producers)+len(w.Changes) > 0 || w.Joint != nil {
		t.Errorf("%+v, %v", w, err)
	}
}

func TestAlign(t *testing.T) {
	for _, c := range []struct{ words, want, kept string }{
		{"we want we want", "we want", "  xx"},
		{"i do n't do n't know", "i don't know", "x  xxx"},
		{"i do n't know", "i dont know", "xxxx"},
		{"i do n't know", "i do know", "xx x"},
		{"a b", "b a", ""},
		{"ab b", "abb", "xx"},
		{"b b", "b b b", ""},
		{"it 's", "its", "xx"},
	} {
		kept, ok := align(strings.Fields(c.words), strings.Fields(c.want))
		got := ""
		for _, k := range kept {
			if k {
				got += "x"
			} else {
				got += " "
			}
		}
		if ok != (c.kept != "") || ok && got != c.kept {
			t.Errorf("%q of %q: %q, %v", c.want, c.words, got, ok)
		}
	}
}
