package engine

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// A word and its copy may be a name where both have capitals that nothing else asks for.
func TestNamed(t *testing.T) {
	for text, want := range map[string]bool{
		"we saw Duran Duran again": true,
		"we saw Duran Duran":       true,
		"Duran Duran sang":         false,
		"it sang. Duran Duran did": false,
		"in North North Carolina":  false,
		"we saw Anna, Anna Smith":  false,
		"we saw the the sea":       false,
		"we saw the The again":     false,
	} {
		var w []data.Written
		at := -1
		words := strings.Fields(text)
		for i, x := range words {
			core := strings.TrimRight(x, ".,")
			after := map[string]data.Mark{".": data.PeriodMark, ",": data.CommaMark}[x[len(core):]]
			w = append(w, data.Written{After: after, Shape: data.ShapeOf(core)})
			if at < 0 && i > 0 && strings.EqualFold(strings.TrimRight(words[i-1], ".,"), core) {
				at = i - 1
			}
		}
		if got := named(w, at); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
