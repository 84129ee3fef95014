package metric

import (
	"math"
	"reflect"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		counts   Counts
		p, r, f1 float64
	}{
		{Counts{}, 0, 0, 0},
		{Counts{TP: 3}, 1, 1, 1},
		{Counts{FP: 3, FN: 2}, 0, 0, 0},
		{Counts{TP: 6, FP: 2, FN: 4}, 0.75, 0.6, 2 * 0.75 * 0.6 / 1.35},
	} {
		for _, v := range [][2]float64{{c.counts.Precision(), c.p}, {c.counts.Recall(), c.r}, {c.counts.F1(), c.f1},
			{c.counts.F(1), c.p}, {c.counts.F(0), c.r}} {
			if math.Abs(v[0]-v[1]) > 1e-12 {
				t.Errorf("%+v: %v, want %v", c.counts, v[0], v[1])
			}
		}
	}
}

// Counting a corpus in parts and adding gives what counting it whole gives.
func TestAdditive(t *testing.T) {
	var whole Counts
	var parts [2]Counts
	for i := range 64 {
		gold, pred := i%3 == 0, i%5 < 2
		whole.Add(gold, pred)
		parts[i%2].Add(gold, pred)
	}
	if got := parts[0].Plus(parts[1]); got != whole {
		t.Errorf("%+v, want %+v", got, whole)
	}
}

// Every count of a sentence is that of its own class, tag and kind, and adds to what was
// counted before.
func TestDisfluency(t *testing.T) {
	const O, F, E = data.O, data.F, data.E
	s := &data.Sentence{Tokens: []data.Token{
		{Text: "uh", POS: "UH", Kind: data.FilledPause},
		{Text: "you", POS: "PRP", Kind: data.DiscourseMarker, Edit: true},
		{Text: "i", POS: "PRP", Edit: true},
		{Text: "i", POS: "PRP"},
		{Text: "saw", POS: "VBD"},
		{Text: "the", POS: "DT", Edit: true},
		{Text: "so", POS: "UH", Kind: data.Conjunction},
		{Text: "now"},
	}}
	labels := []data.Label{F, E, O, E, E, E, O, O}
	kinds := []data.Kind{data.EditingTerm, data.DiscourseMarker, 0, 0, data.FilledPause, 0, 0, 0}
	tags := []string{"UH", "PRP", "VB", "PRP", "VBD", "DT", "RB", "RB"}
	decisions := make([]data.Decision, len(labels))
	for i := range decisions {
		decisions[i] = data.Decision{Label: labels[i], Kind: kinds[i], Tag: tags[i]}
	}
	var d Disfluency
	d.Add(s, decisions)
	want := Disfluency{
		Sentences: 1, Tokens: 8,
		Edit: Counts{TP: 2, FP: 2, FN: 1}, Filler: Counts{TP: 1, FN: 1}, EditWithin: Counts{TP: 2, FP: 2, FN: 1},
		EditByPOS: map[string]Counts{"UH": {}, "PRP": {TP: 1, FP: 1, FN: 1}, "VBD": {FP: 1}, "DT": {TP: 1}, "": {}},
		ByRepair:  [NumRepairs]Found{Copy: {Gold: 2, Found: 1}, NoneShared: {Gold: 1, Found: 1}},
		TagsRight: 5, TagsKnown: 7,
	}
	want.Kinds[data.FilledPause] = Counts{FP: 1, FN: 1}
	want.Kinds[data.DiscourseMarker] = Counts{TP: 1}
	want.Kinds[data.EditingTerm] = Counts{FP: 1}
	want.Kinds[data.Conjunction] = Counts{FN: 1}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v, want %+v", d, want)
	}
	for i := range decisions {
		decisions[i].Tag = ""
	}
	d.Add(s, decisions)
	if got := d.EditByPOS["PRP"]; got != (Counts{TP: 2, FP: 2, FN: 2}) || d.Edit != (Counts{TP: 4, FP: 4, FN: 2}) || d.TagsKnown != 7 {
		t.Errorf("twice: %+v", d)
	}
	if got := d.TagAccuracy(); math.Abs(got-5.0/7) > 1e-12 {
		t.Errorf("tag accuracy %v", got)
	}
	var tagsByGold []string
	for _, r := range d.ByPOS() {
		tagsByGold = append(tagsByGold, r.POS)
	}
	if want := []string{"PRP", "DT", "", "UH", "VBD"}; !reflect.DeepEqual(tagsByGold, want) {
		t.Errorf("rows of %q, want %q", tagsByGold, want)
	}
}

// What a corpus does not annotate is neither right nor wrong; a conjunction among its fillers is right.
func TestNoConjunctions(t *testing.T) {
	s := &data.Sentence{Tokens: []data.Token{{Text: "and"}, {Text: "so", Kind: data.DiscourseMarker}, {Text: "uh"}}}
	decisions := []data.Decision{{Label: data.F, Kind: data.Conjunction}, {Label: data.F, Kind: data.Conjunction}, {Label: data.F, Kind: data.FilledPause}}
	for _, none := range []bool{false, true} {
		d := Disfluency{NoConjunctions: none}
		d.Add(s, decisions)
		want, uncounted := Counts{TP: 1, FP: 2}, 0
		if none {
			want, uncounted = Counts{TP: 1, FP: 1}, 1
		}
		if d.Filler != want || d.Conjunctions != uncounted || d.Tokens != 3 {
			t.Errorf("none annotated %v: fillers %+v, %d conjunctions not counted, %d tokens", none, d.Filler, d.Conjunctions, d.Tokens)
		}
	}
}

// Punctuation counts after fluent words alone, and a wrong mark counts twice.
func TestPunctuation(t *testing.T) {
	var p Punctuation
	for _, w := range []struct {
		fluent     bool
		gold, mark data.Punct
	}{
		{true, data.Period, data.Period}, {true, data.Comma, data.Period}, {true, data.NoPunct, data.QMark},
		{true, data.QMark, data.NoPunct}, {true, data.NoPunct, data.NoPunct}, {false, data.NoPunct, data.Period},
	} {
		p.Add(w.fluent, w.gold, w.mark)
	}
	p.EndPuncts.Add(data.Comma, data.Comma)
	p.EndPuncts.Add(data.NoPunct, data.Period)
	want := Punctuation{Words: 6}
	want.EndPuncts[data.Comma], want.EndPuncts[data.Period] = Counts{TP: 1}, Counts{FP: 1}
	want.Puncts[data.Comma] = Counts{FN: 1}
	want.Puncts[data.Period] = Counts{TP: 1, FP: 1}
	want.Puncts[data.QMark] = Counts{FP: 1, FN: 1}
	if p != want || p.All() != (Counts{TP: 1, FP: 2, FN: 2}) || p.EndPuncts.All() != (Counts{TP: 1, FP: 1}) {
		t.Errorf("%+v, all %+v, want %+v", p, p.All(), want)
	}
}
