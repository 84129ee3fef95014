package stages

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestSchemes(t *testing.T) {
	gold := []data.Label{data.E, data.E, data.E, data.F, data.O, data.E, data.F, data.F}
	for _, c := range []struct {
		scheme Scheme
		want   string
	}{
		{EFO, "E E E F O E F F"},
		{EO, "E E E O O E O O"},
		{BIES, "E_B E_I E_E F_S O E_S F_B F_E"},
	} {
		var names []string
		for i, y := range c.scheme.encode(nil, gold) {
			names = append(names, c.scheme.labels()[y])
			want := gold[i]
			if c.scheme == EO && want == data.F {
				want = data.O
			}
			if c.scheme.class(y) != want {
				t.Errorf("%s: label %s stands for %v, want %v", c.scheme, names[i], c.scheme.class(y), want)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.scheme, got, c.want)
		}
		if s, ok := schemeOf(c.scheme.labels()); !ok || s != c.scheme {
			t.Errorf("the labels of %s are those of %s", c.scheme, s)
		}
	}
	// Table 5: missing an edit word or a filler costs 2.
	m := PaperLosses.matrix(EFO)
	if m[int(data.E)*3+int(data.O)] != 2 || m[int(data.O)*3+int(data.E)] != 1 || m[0] != 0 {
		t.Errorf("losses %v", m)
	}
}

func TestParseLosses(t *testing.T) {
	for in, want := range map[string]Losses{
		"default":       DefaultLosses,
		"paper":         PaperLosses,
		"plain":         PlainLosses,
		"EO=3,FO=1.5":   {EF: 1, EO: 3, FE: 1, FO: 1.5, OE: 1, OF: 1},
		"OE=0.5":        {EF: 1, EO: 2.5, FE: 1, FO: 1.5, OE: 0.5, OF: 1},
		"":              {},
		"EO":            {},
		"EO=-1":         {},
		"EO=NaN":        {},
		"EX=1":          {},
		"EO=1,,FO=2":    {},
		"Paper, please": {},
	} {
		got, err := ParseLosses(in)
		if got != want || (err != nil) != (want == Losses{}) {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
}
