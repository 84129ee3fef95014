package prosody

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sameMeasure compares measures without their vowels.
func sameMeasure(a, b Measure) bool {
	x := []float64{a.F0Max, a.F0Min, a.F0Mean, a.F0First, a.F0Last, a.SlopeFirst, a.SlopeLast, a.Regression, a.EnergyMax, a.EnergyMin, a.EnergyMean}
	y := []float64{b.F0Max, b.F0Min, b.F0Mean, b.F0First, b.F0Last, b.SlopeFirst, b.SlopeLast, b.Regression, b.EnergyMax, b.EnergyMin, b.EnergyMean}
	return slices.EqualFunc(x, y, func(a, b float64) bool { return same(a, b, 1e-9) })
}

// ramp are tracks of a second: F0 falls from 90 to 80 semitones in the first half, is level at
// 85 from 0.6 to 0.8 s; energy falls by 1 dB a frame.
func ramp() *Tracks {
	t := &Tracks{
		Style:  []Piece{{0, 0.5, 90, 80}, {0.6, 0.8, 85, 85}},
		Nuclei: []Nucleus{{0.1, 0.2, -5}, {0.3, 0.5, -8}, {0.62, 0.7, -9}},
		Energy: make([]float32, 100),
	}
	for i := range t.Energy {
		t.Energy[i] = -float32(i)
	}
	return t
}

func TestMeasureWords(t *testing.T) {
	// Both pieces: the mean is (85*0.5 + 85*0.2) / 0.7. The regression line: integrals over
	// [0, 0.5] and [0.6, 0.8] of t, t^2, x and tx, with x = 90-20t and 85.
	length, st, stt, sx, stx := 0.7, 0.125+0.14, (0.125+0.512-0.216)/3, 59.5, 90*0.125-20*0.125/3+85*0.14
	slope := (length*stx - st*sx) / (length*stt - st*st)
	for _, c := range []struct {
		what       string
		start, end float64
		want       Measure
		vowels     int
	}{
		{"both pieces", 0, 1, Measure{F0Max: 90, F0Min: 80, F0Mean: 85, F0First: 90, F0Last: 85, SlopeFirst: -20, SlopeLast: 0, Regression: slope, EnergyMax: 0, EnergyMin: -99, EnergyMean: -49.5}, 3},
		{"the middle of a piece", 0.1, 0.3, Measure{F0Max: 88, F0Min: 84, F0Mean: 86, F0First: 88, F0Last: 84, SlopeFirst: -20, SlopeLast: -20, Regression: -20, EnergyMax: -10, EnergyMin: -29, EnergyMean: -19.5}, 1},
		{"without voice", 0.5, 0.6, Measure{F0Max: undefined, F0Min: undefined, F0Mean: undefined, F0First: undefined, F0Last: undefined, SlopeFirst: undefined, SlopeLast: undefined, Regression: undefined, EnergyMax: -50, EnergyMin: -59, EnergyMean: -54.5}, 0},
		{"beyond the end", 0.75, 3, Measure{F0Max: 85, F0Min: 85, F0Mean: 85, F0First: 85, F0Last: 85, Regression: 0, EnergyMax: -75, EnergyMin: -99, EnergyMean: -87}, 0},
		{"outside", 2, 3, Undefined(nil), 0},
		{"before", -2, -1, Undefined(nil), 0},
		{"between two frames", 0.901, 0.904, Undefined(nil), 0},
		{"reversed", 0.5, 0.1, Undefined(nil), 0},
		{"unknown", undefined, 1, Undefined(nil), 0},
		{"infinite", 0, math.Inf(1), Undefined(nil), 0},
		{"no length", 0.2, 0.2, Undefined(nil), 0},
	} {
		words := []Word{{Start: c.start, End: c.end}}
		MeasureWords(words, ramp())
		if got := words[0].Measure; !sameMeasure(got, c.want) || len(got.Vowels) != c.vowels {
			t.Errorf("%s: %+v, want %+v and %d vowels", c.what, got, c.want, c.vowels)
		}
	}
	known := []Word{{Start: 0, End: 1, Measure: Measure{Vowels: []Vowel{{"a", 0, 0.1}}}}}
	MeasureWords(known, ramp())
	if len(known[0].Vowels) != 1 || known[0].Vowels[0].Phone != "a" {
		t.Errorf("known vowels became %v", known[0].Vowels)
	}
	empty := []Word{{Start: 0, End: 1}}
	MeasureWords(empty, &Tracks{})
	if !sameMeasure(empty[0].Measure, Undefined(nil)) {
		t.Errorf("nothing was recorded, and measured: %+v", empty[0].Measure)
	}
}

// TestRegressionOracle compares the integrals with many points on the lines.
func TestRegressionOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 20 {
		var line, points regression
		at := 1.0
		for range 1 + r.IntN(4) {
			a, b, x, y := at+r.Float64(), 0.0, 80+5*r.Float64(), 80+5*r.Float64()
			b = a + 0.1 + r.Float64()
			line.add(a, b, x, y)
			const n = 20000
			for i := range n {
				f := (float64(i) + 0.5) / n
				points.point(a+f*(b-a), x+f*(y-x), (b-a)/n)
			}
			at = b
		}
		if !same(line.mean(), points.mean(), 1e-6) || !same(line.slope(), points.slope(), 1e-4) {
			t.Errorf("mean %v and slope %v, want %v and %v", line.mean(), line.slope(), points.mean(), points.slope())
		}
	}
}

func TestMeasureSyllables(t *testing.T) {
	u := undefined
	a3 := 12 * math.Log2(220)
	for _, c := range []struct {
		what      string
		syllables []Syllable
		want      Measure
		shapes    []string
	}{
		{"none", nil, Undefined(nil), nil},
		{"one that falls", []Syllable{{1, 1.2, 220, -10, -5, 'F', "dOg"}},
			Measure{F0Max: a3, F0Min: a3, F0Mean: a3, F0First: a3, F0Last: a3, SlopeFirst: -8, SlopeLast: -8, Regression: -8, EnergyMax: -5, EnergyMin: -10, EnergyMean: -10}, []string{"CVC"}},
		// An octave up in 0.15 s from middle to middle; the means count by the durations.
		{"two", []Syllable{{1, 1.1, 220, -10, -5, '=', "a"}, {1.1, 1.3, 440, -4, -2, 'R', "StRo~"}},
			Measure{F0Max: a3 + 12, F0Min: a3, F0Mean: a3 + 8, F0First: a3, F0Last: a3 + 12, SlopeFirst: 0, SlopeLast: 8, Regression: 80, EnergyMax: -2, EnergyMin: -10, EnergyMean: -6}, []string{"V", "CCCV"}},
		{"unvoiced", []Syllable{{1, 1.1, u, -10, -5, 'X', ""}},
			Measure{F0Max: u, F0Min: u, F0Mean: u, F0First: u, F0Last: u, SlopeFirst: u, SlopeLast: u, Regression: u, EnergyMax: -5, EnergyMin: -10, EnergyMean: -10}, []string{""}},
		{"the last one unvoiced", []Syllable{{1, 1.2, 220, u, u, 'R', "a"}, {1.2, 1.3, 0, u, math.Inf(-1), 0, "t@"}},
			Measure{F0Max: a3, F0Min: a3, F0Mean: a3, F0First: a3, F0Last: a3, SlopeFirst: 8, SlopeLast: 8, Regression: 8, EnergyMax: u, EnergyMin: u, EnergyMean: u}, []string{"V", "CV"}},
		{"reversed", []Syllable{{2, 1, 220, -1, -1, 'R', "a"}}, Undefined(nil), []string{"V"}},
		{"very short", []Syllable{{1, 1.01, u, u, u, 'R', "a"}}, Measure{F0Max: u, F0Min: u, F0Mean: u, F0First: u, F0Last: u, SlopeFirst: 32, SlopeLast: 32, Regression: 32, EnergyMax: u, EnergyMin: u, EnergyMean: u}, []string{"V"}},
	} {
		got := MeasureSyllables(c.syllables)
		var shapes []string
		for _, v := range got.Vowels {
			shapes = append(shapes, v.Phone)
		}
		if !sameMeasure(got, c.want) || !slices.Equal(shapes, c.shapes) {
			t.Errorf("%s: %+v, want %+v, %v", c.what, got, c.want, c.shapes)
		}
	}
}

func BenchmarkMeasureWords(b *testing.B) {
	t := &Tracks{Energy: make([]float32, 360000)} // an hour
	for at := 0.0; at < 3600; at += 0.3 {
		t.Style = append(t.Style, Piece{at, at + 0.2, 85, 80})
		t.Nuclei = append(t.Nuclei, Nucleus{at, at + 0.1, -10})
	}
	words := make([]Word, 9000)
	for i := range words {
		words[i] = Word{Start: 0.4 * float64(i), End: 0.4*float64(i) + 0.35}
	}
	for b.Loop() {
		for i := range words {
			words[i].Measure = Measure{}
		}
		MeasureWords(words, t)
	}
}
