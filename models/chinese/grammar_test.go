package chinese

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/m3n"
)

// somePasses are the three passes, the single one, and both of two.
var somePasses = []passSet{{Finals, NumPasses}, {Finals, Internals}, {Internals, Indicators}, {Indicators, NumPasses}, {Finals, Indicators}}

// spaceOf returns the labels of a grammar.
func spaceOf(t testing.TB, g *grammar) *m3n.Space {
	t.Helper()
	templates, err := m3n.ParseTemplates(strings.NewReader(g.head()+"order=1 w[0]\n"), "templates")
	if err != nil {
		t.Fatalf("%v in\n%s", err, g.head())
	}
	return templates.Space()
}

// tuplesOf returns the labels of gaps as the space numbers them.
func tuplesOf(t testing.TB, g *grammar, space *m3n.Space, gaps [][]Sign) []uint8 {
	t.Helper()
	var out []uint8
	for _, l := range g.encode(gaps) {
		y, ok := space.Tuple([]uint8{uint8(l[0]), uint8(l[1])}[:len(space.Layers())]...)
		if !ok {
			t.Fatalf("%v: no label for %v", namesOf(gaps), l)
		}
		out = append(out, y)
	}
	return out
}

// checkLabels makes sure that what a pass can find of texts comes back from labels that the
// grammar allows, and returns how many punctuation marks of how many it cannot find.
func checkLabels(t testing.TB, p passSet, text [][][]Sign) (lost, all int) {
	g := learnGrammar(p, text, 2)
	if len(g.found) == 1 {
		return 0, 0
	}
	space := spaceOf(t, g)
	d, err := newDecoder(space)
	if err != nil {
		t.Fatal(err)
	}
	for _, gaps := range text {
		near := g.nearest(gaps)
		labels := tuplesOf(t, g, space, near)
		if err := space.Check(labels); err != nil {
			t.Fatalf("%v: %v", namesOf(near), err)
		}
		back := make([][]Sign, len(gaps))
		for i, y := range labels {
			there, _ := split(near[i], p.own, p.earlier)
			if back[i] = merge(nil, there, d.of(y)); len(back[i]) == 0 {
				back[i] = nil
			}
			for _, s := range gaps[i] {
				if p.own(s.Mark) {
					all++
				}
			}
			for _, s := range back[i] {
				if p.own(s.Mark) {
					lost--
				}
			}
		}
		want := make([][]Sign, len(gaps))
		for i, signs := range near {
			for _, s := range signs {
				if p.own(s.Mark) || p.earlier(s.Mark) {
					want[i] = append(want[i], s)
				}
			}
		}
		if !reflect.DeepEqual(back, want) {
			t.Fatalf("%v come back as %v", namesOf(want), namesOf(back))
		}
		checkNested(t, near)
	}
	return lost + all, all
}

func TestGrammarOfAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var text [][][]Sign
	for range 400 {
		text = append(text, Balanced(randomGaps(rng)))
	}
	text = append(text, make([][]Sign, 3))
	for _, p := range somePasses {
		if p == (passSet{Finals, NumPasses}) {
			continue // has more labels than a chain
		}
		if lost, all := checkLabels(t, p, text); lost == all {
			t.Errorf("%+v: nothing of %d marks is found", p, all)
		}
	}
}

// What there is once is not learned, and is removed with its other half.
func TestNearest(t *testing.T) {
	var text [][][]Sign
	for _, s := range []string{"O QUO( QUO)/FUL", "QUO( QUO) FUL", "O QUO( FUL/QUO)", "O BOO( BOO)/FUL", "O QUO(/BOO( BOO)/QUO)/FUL", "O O FUL"} {
		text = append(text, gapsOf(t, strings.Fields(s)...))
	}
	g := learnGrammar(passSet{Indicators, NumPasses}, text, 2)
	if want := []string{"O", "QUO(", "QUO)"}; !reflect.DeepEqual(g.found, want) {
		t.Fatalf("labels %v, want %v", g.found, want)
	}
	for _, test := range []struct{ gaps, want string }{
		{"O QUO( FUL/QUO)", "O O FUL"},
		{"O BOO( BOO)/FUL", "O O FUL"},
		{"O QUO(/BOO( BOO)/QUO)/FUL", "O QUO( QUO)/FUL"},
		{"O QUO( COM QUO( QUO) QUO)", "O QUO( COM O O QUO)"},
	} {
		if got := strings.Join(namesOf(g.nearest(gapsOf(t, strings.Fields(test.gaps)...))), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.gaps, got, test.want)
		}
	}
}

// Labels and gaps of the treebank go back and forth. What cannot be found is little.
func TestGrammarOfTreebank(t *testing.T) {
	for _, name := range []string{"train.gsd.tsv.gz", "train.sinica.tsv.gz", "extra.hk.tsv"} {
		sentences, err := ReadTreebank(datatest.Path(t, "punct", "zh-treebank", name))
		if err != nil {
			t.Fatal(err)
		}
		var text [][][]Sign
		halves, signs := 0, 0
		for _, s := range sentences {
			gaps := Balanced(s.Gaps)
			text = append(text, gaps)
			for i := range gaps {
				halves, signs = halves+len(s.Gaps[i])-len(gaps[i]), signs+len(s.Gaps[i])
			}
			back, err := ParseTags(Tags(gaps))
			if err != nil || !reflect.DeepEqual(back, gaps) {
				t.Fatalf("%s: %v come back as %v, %v", name, namesOf(gaps), namesOf(back), err)
			}
		}
		t.Logf("%s: %d of %d marks are halves without another, or have nothing in between", name, halves, signs)
		if halves*100 > signs {
			t.Errorf("%s: that is much", name)
		}
		for _, p := range somePasses {
			lost, all := checkLabels(t, p, text)
			t.Logf("%s, %+v: %d of %d marks have no label", name, p, lost, all)
			if lost*20 > all {
				t.Errorf("%s, %+v: that is much", name, p)
			}
		}
	}
}
