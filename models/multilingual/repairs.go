package multilingual

// Repair is units that a speaker takes back.
type Repair struct {
	From, To int
	Mean     float64 // probability that a unit of it is taken back
	Kind     RepairKind
	Again    int // the unit with which it is said anew, behind filled pauses; the number of units: nothing follows
}

// RepairKind says how discarded units are like what is said in place of them. What fluent text has twice is of some of them.
type RepairKind uint8

// The kinds.
const (
	Changed RepairKind = iota // other units, or what is broken off
	Copied                    // the same ones come again
	Alike                     // their first one does, and another one behind it
	Begun                     // one that the next one begins with
)

// leastEdit is the least probability of a unit that may be removed.
const leastEdit = 0.3

// Repairs appends what may be removed: words, as long as they stand together, that are more probably
// taken back than leastEdit.
func (p *Prediction) Repairs(units []Unit, out []Repair) []Repair {
	at := func(t int) float64 { return float64(p.Edits[t][Edited]) }
	for t := 0; t < len(units); {
		if at(t) < leastEdit {
			t++
			continue
		}
		r := Repair{From: t}
		for t < len(units) && at(t) >= leastEdit {
			r.Mean += at(t)
			t++
		}
		r.To = t
		r.Mean /= float64(t - r.From)
		// A word goes as a whole.
		if r.From > 0 && inside(units, r.From) || inside(units, r.To) {
			continue
		}
		for r.Again = r.To; r.Again < len(units) && p.Edits[r.Again][Filled] > 0.5; {
			r.Again++
		}
		r.Kind = kindOf(units, &r)
		out = append(out, r)
	}
	return out
}

// kindOf returns the kind of a repair.
func kindOf(units []Unit, r *Repair) RepairKind {
	gone, next := units[r.From:r.To], units[r.Again:]
	last := &gone[len(gone)-1]
	switch {
	case len(next) == 0 || !last.Joined && last.Text[len(last.Text)-1] == '-':
		return Changed
	case len(gone) == 1 && begins(last.Text, next[0].Text):
		return Begun
	}
	for period := 1; period <= min(len(gone), len(next)); period++ {
		if periodic(gone, next, period) {
			return Copied
		}
	}
	if gone[0].Text == next[0].Text {
		return Alike
	}
	return Changed
}

// periodic reports whether each unit of some that are discarded comes again so many units behind: "ich habe ich habe ich habe".
func periodic(gone, next []Unit, period int) bool {
	for i := range gone {
		later := i + period
		if later < len(gone) && gone[i].Text != gone[later].Text || later >= len(gone) && gone[i].Text != next[later-len(gone)].Text {
			return false
		}
	}
	return true
}
