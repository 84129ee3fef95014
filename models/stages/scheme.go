package stages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Scheme is the label set of the edit stage. The product uses EFO; the others
// are the opposite choices of COLING 2014, Table 8.
type Scheme string

const (
	EFO  Scheme = "EFO"  // joint edit and filler words
	EO   Scheme = "EO"   // edit words alone
	BIES Scheme = "BIES" // begin, inside, end, single for edit and filler words
)

// ParseScheme reads the name of a scheme.
func ParseScheme(s string) (Scheme, error) {
	switch c := Scheme(s); c {
	case EFO, EO, BIES:
		return c, nil
	}
	return "", fmt.Errorf("unknown label scheme %q: use EFO, EO or BIES", s)
}

// schemeOf returns the scheme that has the labels.
func schemeOf(labels []string) (Scheme, bool) {
	for _, s := range []Scheme{EFO, EO, BIES} {
		if slices.Equal(labels, s.labels()) {
			return s, true
		}
	}
	return "", false
}

// labels returns the names of the labels, O first.
func (s Scheme) labels() []string {
	switch s {
	case EO:
		return []string{"O", "E"}
	case BIES:
		return []string{"O", "F_B", "F_I", "F_E", "F_S", "E_B", "E_I", "E_E", "E_S"}
	}
	return []string{"O", "F", "E"}
}

// class returns the disfluency label that a label of the scheme stands for.
func (s Scheme) class(y uint8) data.Label {
	switch {
	case y == 0:
		return data.O
	case s == EO:
		return data.E
	case s == BIES:
		return data.Label((y-1)/4 + 1)
	}
	return data.Label(y)
}

// encode writes the scheme's labels of gold disfluency labels to out.
func (s Scheme) encode(out []uint8, gold []data.Label) []uint8 {
	out = out[:0]
	for t, g := range gold {
		y := uint8(g)
		switch {
		case s == EO:
			y = 0
			if g == data.E {
				y = 1
			}
		case s == BIES && g != data.O:
			before := t > 0 && gold[t-1] == g
			after := t+1 < len(gold) && gold[t+1] == g
			y = 4*uint8(g-1) + 1
			switch {
			case before && after:
				y++
			case before:
				y += 2
			case !after:
				y += 3
			}
		}
		out = append(out, y)
	}
	return out
}

// Losses are the weights of the Hamming loss of one stage, v in COLING 2014,
// Eqn. 4: what it costs to predict the second label where the first is right.
type Losses struct {
	EF, EO, FE, FO, OE, OF float64
}

// PaperLosses are those of COLING 2014, Table 5; DefaultLosses were chosen by
// development score, StreamLosses those for pieces of streams, WrittenLosses
// those for text with punctuation; PlainLosses count
// errors.
var (
	PaperLosses   = Losses{EF: 1, EO: 2, FE: 1, FO: 2, OE: 1, OF: 1}
	DefaultLosses = Losses{EF: 1, EO: 2.5, FE: 1, FO: 1.5, OE: 1, OF: 1}
	StreamLosses  = Losses{EF: 1, EO: 4, FE: 1, FO: 1.5, OE: 1, OF: 1}
	WrittenLosses = Losses{EF: 1, EO: 3.5, FE: 1, FO: 1.5, OE: 1, OF: 1}
	PlainLosses   = Losses{1, 1, 1, 1, 1, 1}
)

// ParseLosses reads "default", "paper", "plain", or changes to the default such
// as "EO=3,OE=1.5", where EO is what it costs to predict O where E is right.
func ParseLosses(s string) (Losses, error) {
	l := DefaultLosses
	switch s {
	case "default":
		return l, nil
	case "paper":
		return PaperLosses, nil
	case "plain":
		return PlainLosses, nil
	}
	fields := map[string]*float64{"EF": &l.EF, "EO": &l.EO, "FE": &l.FE, "FO": &l.FO, "OE": &l.OE, "OF": &l.OF}
	for _, item := range strings.Split(s, ",") {
		name, value, _ := strings.Cut(item, "=")
		v, err := strconv.ParseFloat(value, 64)
		if fields[name] == nil || err != nil || !(v > 0 && v <= 1000) {
			return Losses{}, fmt.Errorf("unknown loss %q: use default, paper, plain, or a list such as EO=3,FO=2 of positive losses", s)
		}
		*fields[name] = v
	}
	return l, nil
}

// matrix lays the losses out for a scheme: L x L, row gold. Labels of the same
// class confused with each other cost 1.
func (l Losses) matrix(s Scheme) []float64 {
	v := [data.NumLabels][data.NumLabels]float64{
		data.E: {data.F: l.EF, data.O: l.EO},
		data.F: {data.E: l.FE, data.O: l.FO},
		data.O: {data.E: l.OE, data.F: l.OF},
	}
	n := len(s.labels())
	m := make([]float64, n*n)
	for g := range n {
		for y := range n {
			a, b := s.class(uint8(g)), s.class(uint8(y))
			switch {
			case a != b:
				m[g*n+y] = v[a][b]
			case g != y:
				m[g*n+y] = 1
			}
		}
	}
	return m
}
