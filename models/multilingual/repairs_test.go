package multilingual

import (
	"strings"
	"testing"
)

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		text string // what is taken back in brackets; ~: a filled pause
		want RepairKind
	}{
		{"[ich] ich gehe", Copied},
		{"[ich habe] ~äh ich habe ihn", Copied},
		{"[ich ich] ich gehe", Copied},
		{"[ich habe ich habe] ich habe", Copied},
		{"[besten der besten] der besten", Copied},
		{"[ich habe] ich gehe", Alike},
		{"[der mann] die frau", Changed},
		{"[ver-] verstehen", Changed},
		{"[ver] verstehen", Begun},
		{"[ich bin] ~äh", Changed},
	} {
		var units []Unit
		var p Prediction
		in := false
		for _, w := range strings.Fields(c.text) {
			in = in || strings.HasPrefix(w, "[")
			edits := [NumEdits]float32{Fluent: 1}
			switch {
			case in:
				edits = [NumEdits]float32{Edited: 0.9, Fluent: 0.1}
			case strings.HasPrefix(w, "~"):
				edits = [NumEdits]float32{Filled: 1}
			}
			if strings.HasSuffix(w, "]") {
				in = false
			}
			units, p.Edits = append(units, Unit{Text: strings.Trim(w, "[]~")}), append(p.Edits, edits)
		}
		got := p.Repairs(units, nil)
		if len(got) != 1 || got[0].Kind != c.want {
			t.Errorf("%s: %+v, want kind %d", c.text, got, c.want)
		}
	}
}
