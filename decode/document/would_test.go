package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestAddWould(t *testing.T) {
	for _, c := range []struct {
		explain bool
		want    string
	}{{true, "RF-R"}, {false, "---R"}} {
		w := workOn(t, parse(t, "we uh go now"), decidedAs("RF--"))
		for i, set := range []data.Disfluencies{0, 0, 0, data.Repairs} {
			w.decisions[i].Would = set
		}
		w.options.Explain = c.explain
		w.addWould()
		if got := why(w.decisions, would); got != c.want {
			t.Errorf("explain %v: %s, want %s", c.explain, got, c.want)
		}
	}
}
