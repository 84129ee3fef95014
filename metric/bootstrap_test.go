package metric

import "testing"

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
