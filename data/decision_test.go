package data

import "testing"

func TestDisfluencies(t *testing.T) {
	for _, c := range []struct {
		list string
		want Disfluencies
		err  bool
	}{
		{"repairs", Repairs, false}, {"repairs, filled-pauses", Repairs | FilledPauses, false}, {"all", AllDisfluencies, false},
		{"all, editorial", AllDisfluencies | Editorial, false}, {"editorial", Openers | TagQuestions | Listening | Hedges | FalseStarts, false}, {"none", 0, false},
		{"false-starts,tags", FalseStarts | TagQuestions, false},
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
	if AllDisfluencies&Editorial != 0 || AllDisfluencies|Editorial != 1<<NumDisfluencies-1 {
		t.Errorf("%v and %v are not all kinds, once each", AllDisfluencies, Editorial)
	}
	if (AllDisfluencies|Editorial)&NoDisfluencies != 0 || NoDisfluencies.String() != "" {
		t.Error("nothing is something")
	}
	for d, want := range map[Disfluencies]struct {
		label Label
		kind  Kind
	}{
		Repairs: {E, NoKind}, FilledPauses: {F, FilledPause}, Repairs | DiscourseMarkers: {E, DiscourseMarker}, Loops: {E, NoKind}, PartialWords: {E, NoKind},
		Openers: {F, DiscourseMarker}, TagQuestions | Hedges: {F, DiscourseMarker}, Openers | Conjunctions: {F, Conjunction}, FalseStarts: {E, NoKind},
		FalseStarts | Openers: {E, NoKind}, Listening | Repairs: {E, NoKind},
	} {
		if label, kind := d.Labelled(); label != want.label || kind != want.kind {
			t.Errorf("%v is labelled %v %v, not %v %v", d, label, kind, want.label, want.kind)
		}
	}
	if r := DisfluenciesOf("you", E, DiscourseMarker); r != Repairs|DiscourseMarkers {
		t.Errorf("a marker in a reparandum has %v", r)
	}
}
