package data

import "testing"

func TestDisfluencies(t *testing.T) {
	for _, c := range []struct {
		list string
		want Disfluencies
		err  bool
	}{
		{"repairs", Repairs, false}, {"repairs, filled-pauses", Repairs | FilledPauses, false}, {"all", AllDisfluencies, false},
		{"", 0, true}, {"uhs", 0, true}, {"repairs,,", 0, true},
	} {
		got, err := ParseDisfluencies(c.list)
		if got != c.want && !c.err || (err != nil) != c.err {
			t.Errorf("%q: %v %v", c.list, got, err)
		}
	}
	if r, err := ParseDisfluencies(DefaultRemoved.String()); err != nil || r != DefaultRemoved {
		t.Errorf("%v read again is %v, %v", DefaultRemoved, r, err)
	}
	for _, c := range []struct {
		token string
		label Label
		kind  Kind
		want  Disfluencies
	}{
		{"som-", E, NoKind, PartialWords}, {"uh", F, FilledPause, FilledPauses}, {"and", F, Conjunction, Conjunctions},
		{"mean", F, EditingTerm, EditingTerms}, {"yes", O, Aside, 0}, {"go", O, NoKind, 0}, {"go", E, NoKind, Repairs},
	} {
		if got := DisfluenciesOf(c.token, c.label, c.kind); got != c.want {
			t.Errorf("%s %v %v: %v, want %v", c.token, c.label, c.kind, got, c.want)
		}
	}
	if AllDisfluencies&NoDisfluencies != 0 || NoDisfluencies.String() != "" {
		t.Error("nothing is something")
	}
	if r := DisfluenciesOf("you", E, DiscourseMarker); r != Repairs|DiscourseMarkers {
		t.Errorf("a marker in a reparandum has %v", r)
	}
}
