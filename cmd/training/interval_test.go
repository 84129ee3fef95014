package training

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/metric"
)

// Conversations are drawn whole, and what is in none each for itself; with few of them there is no
// interval, and no column.
func TestResampled(t *testing.T) {
	for _, x := range []struct {
		name  string
		conv  func(i int) int
		units int
		shown bool
	}{
		{"conversations of two sides", func(i int) int { return 4000 + i/2 }, 20, true},
		{"few conversations", func(i int) int { return 4000 + i/5 }, 8, false},
		{"no conversations", func(int) int { return 0 }, 40, true},
	} {
		var r resampled
		var all metric.Counts
		for i := range 40 {
			c := metric.Counts{TP: 10 + i%3, FP: i % 4, FN: 2}
			all = all.Plus(c)
			r.add(x.conv(i), c)
		}
		var sum metric.Counts
		for _, c := range r.units {
			sum = sum.Plus(c)
		}
		if len(r.units) != x.units || sum != all {
			t.Errorf("%s: %d units with %v, want %d with %v", x.name, len(r.units), sum, x.units, all)
		}
		in := r.interval()
		if (in != nil) != x.shown || in != nil && (in.Low > all.F1() || in.High < all.F1()) {
			t.Errorf("%s: %v around %.3f", x.name, in, all.F1())
		}
		var b strings.Builder
		heading(&b, &r)
		figures(&b, "edit words", all, &r)
		figures(&b, "periods", all, nil)
		lines := strings.Split(b.String(), "\n")
		if got := strings.HasSuffix(lines[0], "\t95%\t"); got != x.shown {
			t.Errorf("%s: %q", x.name, lines[0])
		}
		cells, plain := strings.Split(lines[1], "\t"), strings.Split(lines[2], "\t")
		if got := len(cells) > len(plain); got != x.shown || !strings.HasPrefix(strings.Join(cells[1:], "\t"), strings.Join(plain[1:5], "\t")) {
			t.Errorf("%s: %q and %q", x.name, cells, plain)
		}
	}
}
