package metric

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
)

// Disfluency are the scores of disfluency labels on a corpus. The zero value is
// ready to Add to.
type Disfluency struct {
	// NoConjunctions says that the corpus does not annotate conjunctions that open sentences: where models find one among
	// its fluent words, that is neither right nor wrong, and counted in Conjunctions alone.
	NoConjunctions bool `json:"-"`

	Sentences    int `json:"sentences"`
	Tokens       int `json:"tokens"`
	Conjunctions int `json:"conjunctions_not_annotated,omitempty"`

	Edit   Counts `json:"edit"`   // label E
	Filler Counts `json:"filler"` // label F

	// EditWithin is Edit without the stretches taken for edit words that reach the end of a
	// unit of the corpus inside the sentence: what is given up there ("I, / I like to") is
	// no edit by the annotation, and a reader may want it removed.
	EditWithin Counts `json:"edit_within_units"`

	// Kinds are the fillers of each kind, whether or not inside a reparandum; the
	// kind of a filler must be right.
	Kinds [data.NumKinds]Counts `json:"-"`

	// EditByPOS are the edit words by gold tag (COLING 2014, Table 3).
	EditByPOS map[string]Counts `json:"edit_by_pos"`

	// ByRepair are the gold edit words by the kind of their repair.
	ByRepair [NumRepairs]Found `json:"-"`

	TagsRight int `json:"tags_right"` // of TagsKnown
	TagsKnown int `json:"tags_known"` // tokens with a gold tag
}

// WithoutConjunctions reports whether sentences have fillers, and no conjunction that opens a sentence is among them: see
// Disfluency.NoConjunctions.
func WithoutConjunctions(sentences []data.Sentence) bool {
	fillers := false
	for i := range sentences {
		for k := range sentences[i].Tokens {
			switch sentences[i].Tokens[k].Kind {
			case data.NoKind, data.Aside:
			case data.Conjunction:
				return false
			default:
				fillers = true
			}
		}
	}
	return fillers
}

// Add counts a sentence: gold annotation in s, decisions with one element per token.
// The tags of a sentence count where its decisions have some.
func (d *Disfluency) Add(s *data.Sentence, decisions []data.Decision) {
	d.Sentences++
	if d.EditByPOS == nil {
		d.EditByPOS = make(map[string]Counts)
	}
	d.addRepairs(s, decisions)
	over := reachesEnd(s, decisions)
	tagged := slices.ContainsFunc(decisions, func(x data.Decision) bool { return x.Tag != "" })
	for i := range s.Tokens {
		t, x := &s.Tokens[i], &decisions[i]
		d.Tokens++
		gold, label, kind := t.Label(), x.Label, x.Kind
		if d.NoConjunctions && gold == data.O && label == data.F && kind == data.Conjunction {
			d.Conjunctions++
			label, kind = data.O, data.NoKind
		}
		d.Edit.Add(gold == data.E, label == data.E)
		d.EditWithin.Add(gold == data.E, label == data.E && !(over[i] && gold != data.E))
		d.Filler.Add(gold == data.F, label == data.F)
		c := d.EditByPOS[t.POS]
		c.Add(gold == data.E, label == data.E)
		d.EditByPOS[t.POS] = c
		for k := data.FilledPause; k <= data.Conjunction; k++ {
			d.Kinds[k].Add(t.Kind == k, kind == k)
		}
		if tagged && t.POS != "" {
			d.TagsKnown++
			if x.Tag == t.POS {
				d.TagsRight++
			}
		}
	}
}

// reachesEnd tells of each token whether it is in a stretch of predicted edit words that
// holds the end of a unit, other than the last of the sentence.
func reachesEnd(s *data.Sentence, decisions []data.Decision) []bool {
	out := make([]bool, len(decisions))
	for from := 0; from < len(decisions); {
		to, over := from, false
		for ; to < len(decisions) && decisions[to].Label == data.E; to++ {
			over = over || s.Tokens[to].Boundary != data.NoBoundary && to+1 < len(decisions)
		}
		for t := from; t < to; t++ {
			out[t] = over
		}
		from = max(to, from+1)
	}
	return out
}

// TagAccuracy returns the share of tags that are right.
func (d *Disfluency) TagAccuracy() float64 { return ratio(d.TagsRight, d.TagsKnown) }

// POSRow is a row of Table 3.
type POSRow struct {
	POS    string
	Counts Counts
}

// ByPOS returns the scores by gold tag, the tags with most gold edit words first.
func (d *Disfluency) ByPOS() []POSRow {
	rows := make([]POSRow, 0, len(d.EditByPOS))
	for p, c := range d.EditByPOS {
		rows = append(rows, POSRow{p, c})
	}
	slices.SortFunc(rows, func(a, b POSRow) int {
		if n := (b.Counts.TP + b.Counts.FN) - (a.Counts.TP + a.Counts.FN); n != 0 {
			return n
		}
		if a.POS < b.POS {
			return -1
		}
		return 1
	})
	return rows
}
