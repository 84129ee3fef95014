package metric

import (
	"math"
	"testing"
)

func TestPairedBootstrap(t *testing.T) {
	var same, better, noise []Counts
	for i := range 400 {
		c := Counts{TP: i % 3, FP: i % 2, FN: (i + 1) % 2}
		same = append(same, c)
		d := c
		if i%4 == 0 && d.FN > 0 {
			d.FN--
			d.TP++
		}
		better = append(better, d)
		n := c
		if i%50 == 0 {
			n.FP++
		}
		if i%50 == 1 {
			n.TP++
		}
		noise = append(noise, n)
	}
	if p := PairedBootstrap(better, same, 500, 1); p > 0.01 {
		t.Errorf("a better system: p = %v", p)
	}
	if p := PairedBootstrap(same, better, 500, 1); p < 0.99 {
		t.Errorf("a worse system: p = %v", p)
	}
	if p := PairedBootstrap(same, same, 500, 1); p != 1 {
		t.Errorf("the same system: p = %v", p)
	}
	if p := PairedBootstrap(noise, same, 500, 1); p < 0.005 || p > 0.95 {
		t.Errorf("a system that differs by chance: p = %v", p)
	}
	if p := PairedBootstrap(nil, nil, 500, 1); p != 1 {
		t.Errorf("no sentences: p = %v", p)
	}
}

// The interval of a share of independent units is near that of the normal approximation.
func TestBootstrapInterval(t *testing.T) {
	share := func(right, n int) []Counts {
		units := make([]Counts, n)
		for i := range units {
			units[i] = Counts{FP: 1}
			if i < right {
				units[i] = Counts{TP: 1}
			}
		}
		return units
	}
	for _, x := range []struct {
		name  string
		units []Counts
		ok    bool
	}{
		{"a share", share(320, 400), true},
		{"a rare one", share(50, 1000), true},
		{"no doubt", share(20, 20), true},
		{"as few as may be", share(5, MinUnits), true},
		{"too few", share(5, MinUnits-1), false},
		{"none", nil, false},
	} {
		in, ok := BootstrapInterval(x.units, Counts.Precision, 1000, 1)
		if ok != x.ok {
			t.Errorf("%s: %v", x.name, ok)
		}
		if again, _ := BootstrapInterval(x.units, Counts.Precision, 1000, 1); again != in {
			t.Errorf("%s: %v and %v", x.name, in, again)
		}
		if !ok {
			continue
		}
		var sum Counts
		for _, c := range x.units {
			sum = sum.Plus(c)
		}
		p, n := sum.Precision(), float64(len(x.units))
		half := 1.96 * math.Sqrt(p*(1-p)/n)
		if near := 0.15*half + 1/n; math.Abs(in.Low-(p-half)) > near || math.Abs(in.High-(p+half)) > near {
			t.Errorf("%s: %.4f to %.4f, the normal approximation has %.4f to %.4f", x.name, in.Low, in.High, p-half, p+half)
		}
	}
}
