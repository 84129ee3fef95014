package marked

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestAlign(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"a b c", "a b c", "0-0 1-1 2-2"},
		{"a b c", "x a c", "0-1 2-2"},
		{"i i want it", "i want it", "1-0 2-1 3-2"},
		{"a b", "c d", ""},
		// The longest stretch comes first, although more words are shared without it.
		{"x y z a b c d", "a b c x y z d", "0-3 1-4 2-5 6-6"},
		// Of two as long, the first of a, and of b.
		{"a x a", "a y a", "0-0 2-2"},
		{"b a", "a b a", "0-1 1-2"},
	} {
		var got []string
		for _, p := range Align(strings.Fields(c.a), strings.Fields(c.b)) {
			got = append(got, fmt.Sprintf("%d-%d", p[0], p[1]))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%q and %q: %s, want %s", c.a, c.b, g, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"We met Ann, at noon.", "^We met Ann, at noon."},
		{"Really?! Yes... no -- well; I’d say", "^Really? ^Yes. ^no, well, I'd say"},
		{"The U.S. is AT&T's, self-made (ha).", "^The U.S. ^is AT&T's, self-made ha."},
		{"no - mark \"here\"", "^no mark here"},
	} {
		var got []string
		for _, w := range Words(c.text) {
			if plain := Plain(c.text); plain[w.From:w.To] != w.Text {
				t.Errorf("%q: %q is at %q", c.text, w.Text, plain[w.From:w.To])
			}
			s := w.Text
			if w.Opens {
				s = "^" + s
			}
			if w.Mark != 0 {
				s += string(w.Mark)
			}
			got = append(got, s)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%q: %s, want %s", c.text, g, c.want)
		}
	}
}

func TestScore(t *testing.T) {
	const own = "We met Ann, at noon. Did you go there?"
	for _, c := range []struct {
		got  string
		want Score
	}{
		{own, Score{Words: 9, All: Counts{3, 3, 3}, Period: Counts{1, 1, 1}, Question: Counts{1, 1, 1}, Comma: Counts{1, 1, 1}, Ends: Counts{2, 2, 2}, Capitals: Counts{3, 3, 3}, Inside: 7}},
		{Bare(own), Score{Words: 9, All: Counts{Gold: 3}, Period: Counts{Gold: 1}, Question: Counts{Gold: 1}, Comma: Counts{Gold: 1}, Ends: Counts{Gold: 2}, Capitals: Counts{Gold: 3}, Inside: 7, Miscased: 1}},
		// A full stop for a question is an end, but the wrong mark. What opens a sentence
		// in one text is not inside.
		{"We met. Ann at Noon did you go there.", Score{Words: 9, All: Counts{3, 2, 0}, Period: Counts{1, 2, 0}, Question: Counts{Gold: 1}, Comma: Counts{Gold: 1}, Ends: Counts{2, 2, 1}, Capitals: Counts{3, 3, 2}, Inside: 6, Miscased: 1}},
		// Words that only one text has do not count.
		{"Well, we met ann", Score{Words: 3, All: Counts{Gold: 1}, Comma: Counts{Gold: 1}, Capitals: Counts{Gold: 2}, Inside: 2, Miscased: 1}},
	} {
		var s Score
		s.Add(Words(own), Words(c.got))
		if s != c.want {
			t.Errorf("%q:\n%+v, want\n%+v", c.got, s, c.want)
		}
		twice := s.Plus(s)
		if twice.Words != 2*s.Words || twice.Capitals.Found != 2*s.Capitals.Found || twice.CaseErrors() != s.CaseErrors() {
			t.Errorf("%q twice: %+v", c.got, twice)
		}
	}
	if c := (Counts{4, 2, 1}); math.Abs(c.F1()-100.0/3) > 1e-9 || (Counts{4, 2, 0}).F1() != 0 {
		t.Errorf("F1 is %v", c.F1())
	}
	if s := (Score{Inside: 8, Miscased: 1}); s.CaseErrors() != 12.5 || new(Score).CaseErrors() != 0 {
		t.Errorf("case errors are %v", s.CaseErrors())
	}
}

func TestTurns(t *testing.T) {
	golds, bare := Turns([]string{"Too short here.", "We met Ann, at noon.", "Did you go there?", "this is left out"}, 2)
	if want := "S0: we met ann at noon\nS1: did you go there\n"; len(golds) != 2 || bare != want {
		t.Errorf("%q, want %q", bare, want)
	}
	// A turn may be written in several lines, or be gone.
	s := OfTurns(golds, "S0: We met.\nS0: Ann at noon.\nnobody\nS7: no\n")
	if s.Words != 5 || s.Ends != (Counts{1, 2, 1}) {
		t.Errorf("%+v", s)
	}
}
