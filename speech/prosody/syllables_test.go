package prosody

import (
	"math"
	"testing"
)

// TestMeasureBySyllables: a word of two syllables, level at 200 Hz and rising from 100 Hz, and what
// is not one.
func TestMeasureBySyllables(t *testing.T) {
	tracks := &Tracks{F0: make([]float32, 100), Clean: make([]float32, 100), Energy: make([]float32, 100)}
	for i := range 40 {
		tracks.Clean[i], tracks.Energy[i] = 200, -10
		// 0.2 semitones a frame, 20 a second
		tracks.Clean[40+i], tracks.Energy[40+i] = float32(100*math.Exp2(float64(i)*0.2/12)), -20
	}
	tracks.Energy[41] = -14
	for i := 80; i < 100; i++ {
		tracks.Energy[i] = -60
	}
	tracks.F0 = tracks.Clean
	tracks.Nuclei = []Nucleus{{0.1, 0.3, -10}, {0.5, 0.7, -20}}
	words := []Word{{Start: 0, End: 0.8}, {Start: 0.8, End: 1}, {Start: 2, End: 3}, {Start: undefined, End: 1}, {Start: 0.1, End: 0.3}, {Start: 0.4, End: 0.42}}
	MeasureBySyllables(words, tracks)
	rising := 0.0
	for i := range 40 {
		rising += 100 * math.Exp2(float64(i)*0.2/12) / 40
	}
	second := -20 + 6.0/40
	a, b := 12*math.Log2(200), 12*math.Log2(rising)
	u := undefined
	unvoiced := Measure{F0Max: u, F0Min: u, F0Mean: u, F0First: u, F0Last: u, SlopeFirst: u, SlopeLast: u, Regression: u, EnergyMax: -60, EnergyMin: -60, EnergyMean: -60}
	short := 12 * math.Log2((100+100*math.Exp2(0.2/12))/2)
	for i, want := range []Measure{
		{F0Max: a, F0Min: b, F0Mean: (a + b) / 2, F0First: a, F0Last: b, SlopeFirst: 0, SlopeLast: glissando / 0.16, Regression: (b - a) / 0.4, EnergyMax: -10, EnergyMin: second, EnergyMean: (second - 10) / 2},
		unvoiced, Undefined(nil), Undefined(nil),
		{F0Max: a, F0Min: a, F0Mean: a, F0First: a, F0Last: a, SlopeFirst: 0, SlopeLast: 0, Regression: 0, EnergyMax: -10, EnergyMin: -10, EnergyMean: -10},
		{F0Max: short, F0Min: short, F0Mean: short, F0First: short, F0Last: short, SlopeFirst: u, SlopeLast: u, Regression: u, EnergyMax: -14, EnergyMin: -17, EnergyMean: -17},
	} {
		got := words[i].Measure
		for _, p := range []struct{ a, b float64 }{{got.F0Mean, want.F0Mean}, {got.F0Max, want.F0Max}, {got.F0Min, want.F0Min}, {got.F0First, want.F0First}, {got.F0Last, want.F0Last}, {got.SlopeFirst, want.SlopeFirst}, {got.SlopeLast, want.SlopeLast}, {got.Regression, want.Regression}, {got.EnergyMax, want.EnergyMax}, {got.EnergyMin, want.EnergyMin}, {got.EnergyMean, want.EnergyMean}} {
			if !same(p.a, p.b, 1e-4) {
				t.Errorf("word %d: %+v, want %+v", i, got, want)
				break
			}
		}
	}
	if v := words[0].Vowels; len(v) != 2 || !same(v[0].End, 0.4, 1e-12) || v[0].End != v[1].Start || v[1].End != 0.8 {
		t.Errorf("syllables %v", v)
	}
	known := []Word{{Start: 0, End: 0.8, Measure: Measure{Vowels: []Vowel{{"a", 0, 0.1}, {"b", 0.2, 0.3}, {"c", 0.3, 0.9}}}}}
	MeasureBySyllables(known, tracks)
	if len(known[0].Vowels) != 3 {
		t.Errorf("three vowels make %d syllables", len(known[0].Vowels))
	}
}
