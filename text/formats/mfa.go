package formats

// mfaMembers reports whether a value is tiers in JSON, as the Montreal Forced Aligner and praatio write them.
func mfaMembers(r *node) bool {
	tiers := r.get("tiers")
	if tiers == nil || tiers.kind != '{' || len(tiers.members()) == 0 {
		return false
	}
	found := false
	for i := range tiers.members() {
		switch t := tiers.memberNode(&tiers.members()[i]); {
		case t.kind != '{': // what somebody has put beside the tiers
		case t.get("type") == nil || t.get("entries") == nil:
			return false
		default:
			found = true
		}
	}
	return found
}

// readMFA reads tiers in JSON: as those of a TextGrid, each with a list of starts, ends and labels.
func readMFA(f *File) error {
	all := f.root.get("tiers")
	if !mfaMembers(f.root) {
		return f.errorLine(f.root.from, "these are no tiers of an aligner: they have %q, with %q", "tiers", "entries")
	}
	var tiers []tier
	for i := range all.members() {
		m := &all.members()[i]
		n := all.memberNode(m)
		if n.str("type") != "interval" {
			continue
		}
		t := tier{name: m.name(f.text)}
		for _, e := range n.list("entries") {
			x := e.list()
			if len(x) != 3 || x[2].kind != '"' {
				return f.errorAt(e.from, "an entry of the tier %q that is not a start, an end and a label", t.name)
			}
			from, ok := x[0].number()
			to, ok2 := x[1].number()
			t.intervals = append(t.intervals, gridInterval{f.interval(e.from, from, to, ok && ok2), x[2].field(f.text)})
		}
		tiers = append(tiers, t)
	}
	f.addTiers(tiers)
	if len(f.views) == 0 {
		f.newView()
	}
	return nil
}
