package engine

import (
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestLevelKeeps(t *testing.T) {
	stutter := Evidence{Label: data.E, Words: 1, Copied: true}
	with := func(e Evidence, change func(*Evidence)) Evidence {
		change(&e)
		return e
	}
	for _, c := range []struct {
		name            string
		e               Evidence
		p               float64
		light, standard bool // kept
	}{
		{"a stutter", stutter, 0.95, false, false},
		{"an unsure stutter", stutter, 0.3, true, true},
		{"a repair", Evidence{Label: data.E, Words: 2}, 0.95, true, false},
		{"a long copy", with(stutter, func(e *Evidence) { e.Words = 6 }), 0.99, true, false},
		{"a number twice", with(stutter, func(e *Evidence) { e.Number = true }), 0.99, true, true},
		{"a number, then a pause", with(stutter, func(e *Evidence) { e.Number, e.Pause = true, true }), 0.99, true, false},
		{"a number that is cut off", with(stutter, func(e *Evidence) { e.Number, e.Break = true, true }), 0.99, true, false},
		{"a list", with(stutter, func(e *Evidence) { e.Comma = true }), 0.95, true, false},
		{"a particle before a preposition", with(stutter, func(e *Evidence) { e.Apart = true }), 0.99, true, true},
		{"a choice that is said again with a not", with(stutter, func(e *Evidence) { e.Choice = true }), 0.99, true, true},
		{"a quotation", Evidence{Label: data.E, Words: 1, Quoted: true, Copied: true}, 0.99, true, true},
		{"a no that is lost", Evidence{Label: data.E, Words: 2, Denied: true}, 0.99, true, true},
		{"a no that is broken off", Evidence{Label: data.E, Words: 2, Denied: true, Break: true}, 0.95, true, false},
		{"content that is lost", Evidence{Label: data.E, Words: 2, Lost: 1}, 0.85, true, true},
		{"content that is a reparandum", Evidence{Label: data.E, Words: 2, Lost: 1, Pause: true}, 0.85, true, false},
		{"content that is repeated", with(stutter, func(e *Evidence) { e.Twice = true }), 0.85, true, true},
		{"a number that is corrected", with(stutter, func(e *Evidence) { e.Number, e.Repaired = true, true }), 0.95, true, false},
		{"a number that may be corrected", with(stutter, func(e *Evidence) { e.Number, e.Repaired = true, true }), 0.4, true, true},
		{"the term of a correction between numbers", Evidence{Label: data.F, Words: 2, Number: true, Repaired: true}, 0.95, true, false},
		{"an editing term that belongs to no repair", Evidence{Label: data.F, Words: 2, Alone: true}, 0.99, true, true},
		{"a discourse marker", Evidence{Label: data.F, Words: 2}, 0.95, true, false},
		{"an unsure discourse marker", Evidence{Label: data.F, Words: 2}, 0.5, true, true},
	} {
		if got := LevelLight.keeps(c.e, c.p); got != c.light {
			t.Errorf("light: %s is kept: %v", c.name, got)
		}
		if got := LevelStandard.keeps(c.e, c.p); got != c.standard {
			t.Errorf("standard: %s is kept: %v", c.name, got)
		}
		if c.standard && !c.light {
			t.Errorf("%s is removed at a lower level alone", c.name)
		}
		if LevelFull.keeps(c.e, c.p) {
			t.Errorf("full: %s is kept", c.name)
		}
	}
}

// TestSure looks at the probabilities that the kind of text asks for.
func TestSure(t *testing.T) {
	for _, c := range []struct {
		talk, want float64
		pause      bool
	}{
		{0, 0.7, false}, {-3, 0.7, false}, {-4.2, 0.7, false}, {-5.1, 0.81, false}, {-6, 0.92, false},
		{-6.75, 0.955, false}, {-7.5, 0.99, false}, {-9, 0.99, false}, {-9, 0.79, true},
	} {
		if got := sure(Evidence{Talk: c.talk, Pause: c.pause}); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("talk %v, pause %v: %v, not %v", c.talk, c.pause, got, c.want)
		}
	}
}

// TestLevelDoubts tells that the margin is asked for where it decides, and nowhere else.
func TestLevelDoubts(t *testing.T) {
	s := &Settings{}
	for _, s.Repairs = range []Calibration{{1, 1, 1, 1}, {1, 1, 0.35, -0.5}, {1, 1, -0.2, 0.1}} {
		testDoubts(t, s)
	}
	if e := (Evidence{Label: data.E, Words: 1, Number: true, Odds: 8}); LevelStandard.doubts(s, e) {
		t.Error("a number that is kept in any case is doubted")
	}
}

func testDoubts(t *testing.T, s *Settings) {
	t.Helper()
	doubted := 0
	for odds := -8.0; odds <= 8; odds += 0.5 {
		for least := 0.0; least < maxMargin; least += 0.5 {
			e := Evidence{Label: data.E, Words: 1, Odds: odds, Margin: least}
			kept, removed := false, false // at some margin
			for margin := least; margin <= maxMargin; margin += 0.01 {
				f := e
				f.Margin = margin
				if LevelStandard.keeps(f, s.Confidence(f)) {
					kept = true
				} else {
					removed = true
				}
			}
			if want := kept && removed; LevelStandard.doubts(s, e) != want {
				t.Errorf("odds %v, a margin of at least %v: kept %v, removed %v, and doubted %v", odds, least, kept, removed, !want)
			}
			if kept && removed {
				doubted++
			}
		}
	}
	if doubted == 0 {
		t.Error("nothing is doubted")
	}
}
