package harm

import "testing"

func TestCommas(t *testing.T) {
	for _, c := range []struct {
		said, clean, got           string
		places, both, ours, theirs int
	}{
		{"If you go, uh, we’ll talk, um, now.", "If you go, we’ll talk now.", "If you go, we’ll talk, now.", 2, 1, 1, 0},
		{"We went, uh, home.", "We went, home.", "We went home.", 1, 0, 0, 1},
		{"We went. Uh, home.", "We went. home.", "We went. Home.", 0, 0, 0, 0},
		{"We went, uh, home.", "We went home.", "We went, uh, home.", 0, 0, 0, 0},
		{"We, we went.", "We went.", "We went.", 0, 0, 0, 0},
	} {
		s := new(PairScore)
		if err := s.add(Pair{ID: "x", Verbatim: c.said, Clean: c.clean}, c.got); err != nil {
			t.Fatal(err)
		}
		if n := s.Commas; s.Places != c.places || n.TP != c.both || n.FP != c.ours || n.FN != c.theirs {
			t.Errorf("%s: %d places, %+v", c.said, s.Places, n)
		}
	}
}
