package prosody

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func hertz(tones float64) float32 { return float32(math.Exp2(tones / 12)) }

func TestFitLTM(t *testing.T) {
	for _, want := range []LTM{
		{math.Log(110), 0.12, 0.08, 0.87, 0.05},
		{math.Log(210), 0.18, 0.12, 0.88, 0},
		{math.Log(150), 0.08, 0, 0.6, 0.4},
		{math.Log(180), 0.15, 0.02, 0.96, 0.02},
		{math.Log(230), 0.03, 0, 1, 0},
	} {
		random := rand.New(rand.NewPCG(9, 10))
		f0 := make([]float32, 30000)
		for i := range f0 {
			mode := 0.0
			switch u := random.Float64(); {
			case u < want.Halved:
				mode = -1
			case u > want.Halved+want.Proper:
				mode = 1
			}
			f0[i] = float32(math.Exp(want.Mean + mode*math.Ln2 + want.Sigma*random.NormFloat64()))
		}
		got := FitLTM(f0)
		if math.Abs(got.Mean-want.Mean) > 0.01 || math.Abs(got.Sigma/want.Sigma-1) > 0.05 ||
			math.Abs(got.Halved-want.Halved) > 0.02 || math.Abs(got.Proper-want.Proper) > 0.03 || math.Abs(got.Doubled-want.Doubled) > 0.02 {
			t.Errorf("%+v, not %+v", got, want)
		}
		if sum := got.Halved + got.Proper + got.Doubled; math.Abs(sum-1) > 1e-9 {
			t.Errorf("weights sum up to %g", sum)
		}
	}
	if got := FitLTM(make([]float32, 1000)); got != (LTM{}) {
		t.Errorf("%+v of nothing", got)
	}
}

// TestRemove: halved and doubled stretches go, alone or beside others; a voice that rises by an
// octave without a jump is kept.
func TestRemove(t *testing.T) {
	var f0 []float32
	wrong := make(map[int]bool)
	for i := range 2000 {
		hz := 120 * math.Exp(0.1*math.Sin(float64(i)/17))
		switch in := i % 200; {
		case in >= 180:
			hz = 0
		case i%1000 == 0 || in > 0 && in < 12 && i > 1000:
			hz, wrong[i] = hz/2, true
		case in >= 100 && in < 110:
			hz, wrong[i] = hz*2, true
		}
		f0 = append(f0, float32(hz))
	}
	rise := len(f0)
	for i := range 100 {
		f0 = append(f0, float32(120*math.Exp2(math.Pow(math.Sin(float64(i)/100*math.Pi), 4))))
	}
	clean := FitLTM(f0).Remove(f0)
	for i, hz := range clean {
		if want := f0[i]; wrong[i] && hz != 0 || !wrong[i] && hz != want {
			t.Fatalf("frame %d (the rise begins at %d) is %g, tracked as %g", i, rise, hz, want)
		}
	}
	// As many frames of a second voice are no errors.
	var two []float32
	for i := range 3000 {
		two = append(two, float32(110*(1+float64(i/100%3/2))))
	}
	if got := FitLTM(two).Remove(two); !slices.Equal(got, two) {
		t.Error("a second voice is removed")
	}
}

func TestMedianFiltered(t *testing.T) {
	f0 := []float32{0, 100, 0, 0, 100, 300, 101, 102, 50, 104, 103, 0, 90, 80, 0, 70, 200, 60}
	want := []float32{0, 100, 0, 0, 100, 101, 101, 102, 102, 103, 103, 0, 90, 80, 0, 70, 70, 60}
	if got := medianFiltered(f0); !slices.Equal(got, want) {
		t.Errorf("%g, not %g", got, want)
	}
	random := rand.New(rand.NewPCG(11, 12))
	for range 100 {
		values := make([]float32, 1+2*random.IntN(3))
		for i := range values {
			values[i] = float32(random.IntN(6))
		}
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		if got := median(values); got != sorted[len(sorted)/2] {
			t.Fatalf("median of %g is %g", values, got)
		}
	}
}

// TestStyliseExact: lines come out as they went in, with jumps and with gaps.
func TestStyliseExact(t *testing.T) {
	want := []Piece{
		{0.05, 0.15, 80, 84}, {0.15, 0.25, 90, 85}, {0.25, 0.28, 78, 78.5},
		{0.40, 0.60, 82, 76},
		{0.70, 1.00, 75, 90}, // crosses a gap of three frames
	}
	f0 := make([]float32, 130)
	for _, p := range want {
		for i := int(math.Round(p.Start / Step)); i < int(math.Round(p.End/Step)); i++ {
			f0[i] = hertz(p.At((float64(i) + 0.5) * Step))
		}
	}
	clear(f0[80:83])
	f0[110], f0[111] = 100, 100 // too short for a line
	got := stylise(f0, 0.01)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, p := range want {
		g := got[i]
		for _, d := range []float64{g.Start - p.Start, g.End - p.End, g.From - p.From, g.To - p.To} {
			if math.Abs(d) > 1e-4 {
				t.Errorf("%+v, not %+v", g, p)
			}
		}
		if math.Abs(g.Slope()-(p.To-p.From)/(p.End-p.Start)) > 1e-2 {
			t.Errorf("slope %g of %+v", g.Slope(), p)
		}
	}
	if (Piece{}).Slope() != 0 {
		t.Error("a piece without length has a slope")
	}
}

// squares is the squared error of the line that fits frames best, by the normal equations of
// centred values.
func squares(tones []float64) (sum float64) {
	n := float64(len(tones))
	var my, sxy, sxx float64
	for _, y := range tones {
		my += y / n
	}
	for i, y := range tones {
		x := float64(i) - (n-1)/2
		sxy += x * (y - my)
		sxx += x * x
	}
	for i, y := range tones {
		d := y - my - sxy/sxx*(float64(i)-(n-1)/2)
		sum += d * d
	}
	return sum
}

// bestDivision tries all ways to divide frames into pieces.
func bestDivision(tones []float64, tolerance float64) (best styled) {
	best.from = -1
	var try func(from int, way styled)
	try = func(from int, way styled) {
		if from == len(tones) {
			if way.betterThan(best) {
				best = way
			}
			return
		}
		for to := from + leastPiece; to <= len(tones); to++ {
			next := way
			s := squares(tones[from:to])
			if s > tolerance*tolerance*float64(to-from) {
				if to-from >= 2*leastPiece {
					continue
				}
				next.beyond++
			}
			next.pieces++
			next.squares += s
			try(to, next)
		}
	}
	try(0, styled{})
	return best
}

func TestStyliseIsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 200 {
		n := leastPiece + random.IntN(16)
		f0, tones := make([]float32, n), make([]float64, n)
		tone := 80.0
		for i := range f0 {
			tone += random.NormFloat64() * 0.7
			f0[i] = hertz(tone)
			tones[i] = semitones(float64(f0[i]))
		}
		const tolerance = 0.5
		want := bestDivision(tones, tolerance)
		got := styled{}
		for _, p := range stylise(f0, tolerance) {
			from, to := int(math.Round(p.Start/Step)), int(math.Round(p.End/Step))
			var s float64
			for i := from; i < to; i++ {
				d := tones[i] - p.At((float64(i)+0.5)*Step)
				s += d * d
			}
			if s > tolerance*tolerance*float64(to-from)+1e-9 {
				got.beyond++
			}
			got.pieces++
			got.squares += s
		}
		if got.beyond != want.beyond || got.pieces != want.pieces || math.Abs(got.squares-want.squares) > 1e-6 {
			t.Fatalf("%+v, but %+v can be had of %g", got, want, tones)
		}
	}
}

// TestStyliseLong: a sound without end is divided, and quickly.
func TestStyliseLong(t *testing.T) {
	f0 := make([]float32, 20000)
	for i := range f0 {
		f0[i] = 150
	}
	pieces := stylise(f0, 0.5)
	if want := (len(f0) + mostPiece - 1) / mostPiece; len(pieces) != want {
		t.Errorf("%d pieces, not %d", len(pieces), want)
	}
	for i, p := range pieces {
		if math.Abs(p.From-semitones(150)) > 1e-5 || i > 0 && p.Start != pieces[i-1].End {
			t.Fatalf("%+v", p)
		}
	}
}

func TestNuclei(t *testing.T) {
	// Energy rises and falls by 20 dB with each syllable; the third is unvoiced, the last is weak.
	energy, f0 := make([]float32, 160), make([]float32, 160)
	for i := range energy {
		energy[i] = float32(-30 - 10*math.Cos(2*math.Pi*float64(i)/20))
		f0[i] = 120
		if i >= 40 && i < 60 {
			f0[i] = 0
		}
		if i >= 140 {
			energy[i] -= 30
		}
	}
	nuclei := findNuclei(energy, f0)
	if len(nuclei) != 6 {
		t.Fatalf("%+v", nuclei)
	}
	for k, n := range nuclei {
		middle := (n.Start + n.End) / 2
		at := []float64{0.105, 0.305, 0.705, 0.905, 1.105, 1.305}[k]
		if math.Abs(middle-at) > 0.011 || n.End-n.Start < 0.05 || n.End-n.Start > 0.15 || math.Abs(n.Peak+20.4) > 0.5 {
			t.Errorf("%+v, not at %g", n, at)
		}
	}
	if got := findNuclei(nil, nil); got != nil {
		t.Error(got)
	}
}

// TestSyllables counts the syllables of a sound that is made of them.
func TestSyllables(t *testing.T) {
	tracks := tracked(t, 16000, spoken(16000, 6))
	// Four a second, but for the pauses of 0.6 s in each three.
	if n := len(tracks.Nuclei); n < 18 || n > 22 {
		t.Errorf("%d syllables", n)
	}
}
