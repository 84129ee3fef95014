package m3n

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTemplateErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"w[0]", "t:1: column 1: a template starts with order=1, order=2 or order=3"},
		{"order=4 w[0]", "t:1: column 8: a template starts with order=1, order=2 or order=3"},
		{"order=1", "t:1: column 8: a template needs at least one atom such as w[0]"},
		{"\n# fine\norder=1 w[i]", `t:3: column 11: unknown loop variable "i"`},
		{"order=1 w[0", `t:1: column 12: expected "]"`},
		{"order=1 I(w[0];w[1])", `t:1: column 15: expected ","`},
		{"order=1 if(w[0]<w[1])", `t:1: column 16: expected "="`},
		{"order=1 if(w[0..1]=w[1])", "t:1: column 19: only a single offset can stand here, as in w[0]"},
		{"order=1 i=3..1 w[i]", "t:1: column 15: the range 3..1 is empty or too long"},
		{"order=1 window=3 w[0]", `t:1: column 16: unknown setting "window": use order, min, layers, or a loop variable of one letter`},
		{"threshold none", `t:1: threshold needs an integer from 1 to 1073741824, not "none"`},
		{"transitions 4", `t:1: transitions needs an integer from 0 to 3, not "4"`},
		{"order=1 q[0]", `templates:1: no column "q": there are [w f]`},
		{"order=1 w[17]", "templates:1: offset 17 of w is beyond ±16"},
		{"order=1 w[0!f]", "templates:1: w[0!f] has no meaning: count from 1 or -1"},
		{"order=1 w[0]\norder=1 i=-16..16 j=-16..16 k=-16..16 l=-16..16 w[i] w[j] w[k] w[l]", "templates:2: more than 65535 templates with each loop variable filled in: use fewer values"},
		{"order=1 bin(w[0])", `templates:1: no continuous column "w": there are [r]`},
	} {
		ts, err := ParseTemplates(strings.NewReader(c.in), "t")
		if err == nil {
			_, err = ts.Compile(&Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}, [][]float64{{0}})
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

const oracleTemplates = `
order=1 i=-2..2 w[i]
order=2 i=0..1 w[i-1] w[i] f[0]
order=1 w[0] w[1..3]
order=3 w[-3..-1]
order=2 w[-2!f] w[-1!f] w[1!f]
order=1 j=-3..-1,1..3 I(w[0],w[j]; w[1],w[j+1])
order=1 j=1..2 if(w[0]=w[j]) w[0]
order=1 if(w[0]!=w[1]) w[1]
order=2 bin(r[0]) w[0]
order=1 bin(r[-1])
`

// naive spells the features of position t from the definition of the language.
func naive(ts *Templates, cols map[string][]uint32, reals map[string][]float64, limits []float64, t int) []string {
	n := len(cols["w"])
	value := func(column string, p int) string {
		switch {
		case p < 0:
			return "<s>"
		case p >= n:
			return "</s>"
		case cols[column][p] == Absent:
			return ""
		}
		return fmt.Sprint(cols[column][p])
	}
	equal := func(a, b string) bool { return a == b && a != "" && a[0] != '<' }
	var out []string
	for li, line := range ts.Lines {
		var expand func(k int, vars map[byte]int)
		expand = func(k int, vars map[byte]int) {
			if k < len(line.loops) {
				for _, v := range line.loops[k].values {
					vars[line.loops[k].name] = v
					expand(k+1, vars)
				}
				return
			}
			at := func(x index) int { return t + x.offset + vars[x.variable] }
			features := []string{fmt.Sprint(line.Order, li, vars)}
			conjoin := func(values []string) {
				var next []string
				for _, f := range features {
					for _, v := range values {
						next = append(next, f+"|"+v)
					}
				}
				features = next
			}
			one := func(v string) {
				if v == "" {
					conjoin(nil)
				} else {
					conjoin([]string{v})
				}
			}
			for _, a := range line.atoms {
				r := a.refs[0]
				switch a.kind {
				case atomValue:
					one(value(r.column, at(r.lo)))
				case atomRange:
					var vs []string
					for p := at(r.lo); p <= at(r.hi); p++ {
						if v := value(r.column, p); v != "" && v[0] != '<' && !slices.Contains(vs, v) {
							vs = append(vs, v)
						}
					}
					conjoin(vs)
				case atomSkip:
					step, left := 1, r.lo.offset
					if left < 0 {
						step, left = -1, -left
					}
					p := t
					for left > 0 {
						p += step
						if p < 0 || p >= n || value(r.skip, p) == "" {
							left--
						}
					}
					one(value(r.column, p))
				case atomEquals:
					bits := ""
					for i := 0; i < len(a.refs); i += 2 {
						x, y := a.refs[i], a.refs[i+1]
						if equal(value(x.column, at(x.lo)), value(y.column, at(y.lo))) {
							bits += "1"
						} else {
							bits += "0"
						}
					}
					if !strings.Contains(bits, "1") {
						bits = ""
					}
					one(bits)
				case atomIf:
					y := a.refs[1]
					if equal(value(r.column, at(r.lo)), value(y.column, at(y.lo))) == a.negate {
						conjoin(nil)
					}
				case atomBin:
					var vs []string
					if p := at(r.lo); p >= 0 && p < n {
						for b, limit := range limits {
							if reals[r.column][p] >= limit {
								vs = append(vs, fmt.Sprint("bin", b))
							}
						}
					}
					conjoin(vs)
				}
			}
			out = append(out, features...)
		}
		expand(0, map[byte]int{})
	}
	slices.Sort(out)
	return out
}

// TestExtractAgainstNaive checks that keys and spelled features correspond one to
// one: each key fires at the same places as one name.
func TestExtractAgainstNaive(t *testing.T) {
	ts, err := ParseTemplates(strings.NewReader(oracleTemplates), "oracle")
	if err != nil {
		t.Fatal(err)
	}
	schema := &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}
	limits := []float64{0, 0.2, 0.7}
	x, err := ts.Compile(schema, [][]float64{limits})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	// What fires where, by order, for keys and for names.
	type keyed struct {
		order int
		key   uint64
	}
	keys, names := make(map[keyed][]int), make(map[string][]int)
	seq, k := NewSequence(schema), &Keys{}
	place := 0
	for range 300 {
		n := 1 + rng.IntN(7)
		seq.Reset(n)
		w, f, r := seq.Column(0), seq.Column(1), seq.Real(0)
		for i := range n {
			w[i], f[i], r[i] = Symbol(string(rune('a'+rng.IntN(3)))), Bool(rng.IntN(3) == 0), rng.Float64()
			if rng.IntN(4) == 0 {
				r[i] = math.NaN()
			}
		}
		x.Start(seq, k)
		for p := range n {
			place++
			x.Extract(seq, p, k)
			for o, fired := range k.ByKind {
				for _, key := range slices.Compact(slices.Sorted(slices.Values(fired))) {
					keys[keyed{o + 1, key}] = append(keys[keyed{o + 1, key}], place)
				}
			}
			for _, name := range naive(ts, map[string][]uint32{"w": w, "f": f}, map[string][]float64{"r": r}, limits, p) {
				names[name] = append(names[name], place)
			}
		}
	}
	var got, want []string
	for f, places := range keys {
		got = append(got, fmt.Sprint(f.order, places))
	}
	for name, places := range names {
		want = append(want, name[:1]+" "+fmt.Sprint(places))
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 100 || !slices.Equal(got, want) {
		t.Errorf("%d features fire, want %d; the places where they do differ", len(got), len(want))
	}
}

func TestLowered(t *testing.T) {
	ts, err := ParseTemplates(strings.NewReader("threshold 4\ntransitions 3\norder=3 w[0]\norder=2 min=2 i=0..1 w[i]\norder=1 w[1]\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	low := ts.Lowered(1)
	again, err := ParseTemplates(strings.NewReader(low.String()), "again")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Templates{low, again} {
		if l.Threshold != 4 || l.Transitions != 2 || l.Lines[0].Order != 2 || l.Lines[1].Order != 1 || l.Lines[1].Min != 2 || l.Lines[2].Order != 1 || l.Lines[2].Min != 4 {
			t.Errorf("%+v", l)
		}
	}
}

func TestQuantiles(t *testing.T) {
	var even, pauses []float64
	for i := range 1000 {
		even = append(even, float64(i))
		if i >= 900 {
			pauses = append(pauses, float64(i-899))
		} else {
			pauses = append(pauses, 0)
		}
	}
	for _, c := range []struct {
		name   string
		values []float64
		want   []float64
	}{
		{"none", nil, nil},
		{"unknown", []float64{math.NaN()}, nil},
		{"one", []float64{3, 3, 3}, []float64{3}},
		{"even", even, []float64{0, 100, 200, 300, 400, 500, 600, 700, 800, 900}},
		{"mostly 0", pauses, []float64{0, 1, 12, 23, 34, 45, 56, 67, 78, 89}},
		{"few", []float64{2, 1, 2, math.NaN(), 5}, []float64{1, 2, 5}},
	} {
		if got := Quantiles(slices.Clone(c.values)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTailQuantiles(t *testing.T) {
	var even []float64
	for i := range 1000 {
		even = append(even, float64(i))
	}
	for _, c := range []struct {
		name   string
		values []float64
		want   []float64
	}{
		{"none", []float64{math.NaN()}, nil},
		{"one", []float64{3, 3, 3}, []float64{3}},
		{"even", even, []float64{0, 5, 20, 60, 200, 500, 800, 940, 980, 995}},
	} {
		if got := TailQuantiles(slices.Clone(c.values)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	ts, err := ParseTemplates(strings.NewReader(oracleTemplates), "oracle")
	if err != nil {
		b.Fatal(err)
	}
	schema := &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}
	x, err := ts.Compile(schema, [][]float64{{0, 0.2, 0.7}})
	if err != nil {
		b.Fatal(err)
	}
	seq, k := NewSequence(schema), &Keys{}
	seq.Reset(20)
	for i := range 20 {
		seq.Column(0)[i], seq.Real(0)[i] = Int(i%5), 0.5
	}
	b.ReportAllocs()
	for b.Loop() {
		x.Start(seq, k)
		for t := range 20 {
			x.Extract(seq, t, k)
		}
	}
}
