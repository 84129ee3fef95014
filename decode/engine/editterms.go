package engine

import (
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/editterms"
)

// repairsMade are the repairs with an editing term that a hypothesis makes, of those that
// their model is sure of.
type repairsMade []editterms.Found

// lang has the word lists that the package reads.
var lang = language.English()

// HasEditTerms reports whether the labeller makes the repairs of the engine's model of editing terms.
func (l *Labeller) HasEditTerms() bool { return l.editTerms }

// repairsIn returns the repairs with an editing term that the best hypothesis makes.
func (l *Labeller) repairsIn(in *beam.Input, best *beam.Hypothesis) (repairsMade, error) {
	if !l.editTerms {
		return nil, nil
	}
	found, err := l.engine.Models().EditTerms.In(in, l.engine.Stages())
	var made repairsMade
	for _, f := range found {
		if f.Marked(best.Labels) {
			made = append(made, f)
		}
	}
	return made, err
}

// name makes editing terms of the words between the reparandum and the repair, whatever
// they may be elsewhere; filled pauses stay filled pauses.
func (c repairsMade) name(decisions []data.Decision) {
	for _, f := range c {
		for i := f.Term; i < f.Repair; i++ {
			if d := &decisions[i]; d.Kind != data.FilledPause {
				d.Kind = data.EditingTerm
			}
		}
	}
}

// of returns the likeliest repair that a stretch is part of, with the reparandum or the term, nil if there is none.
func (c repairsMade) of(x Stretch) *editterms.Found {
	var best *editterms.Found
	for i := range c {
		if f := &c[i]; f.From < x.To && x.From < f.Repair && (best == nil || f.Probability > best.Probability) {
			best = f
		}
	}
	return best
}

// alone reports whether a word is part of an editing term with no reparandum before it that is removed, of those that are
// nothing but the sign of a repair: "excuse me" may be what is said, "i mean" hardly.
func alone(s *data.Sentence, decisions []data.Decision, word int) bool {
	term := func(i int) bool { return decisions[i].Label == data.F && decisions[i].Kind == data.EditingTerm }
	if !term(word) {
		return false
	}
	from, to := word, word+1
	for from > 0 && term(from-1) {
		from--
	}
	for to < len(decisions) && term(to) {
		to++
	}
	for i := from; i < to; i++ {
		if !lang.FreeTerms[s.Tokens[i].Text] {
			for from > 0 && decisions[from-1].Label == data.F {
				from--
			}
			return from == 0 || decisions[from-1].Label != data.E
		}
	}
	return false
}

// whole keeps all of a repair of which something is kept: a term without its reparandum, or a reparandum
// without the term, says something else. Filled pauses go in any case.
func (c repairsMade) whole(decisions []data.Decision) {
	for _, f := range c {
		all := decisions[f.From:f.Repair]
		if !slices.ContainsFunc(all, func(d data.Decision) bool { return d.Label == data.O }) {
			continue
		}
		for i := range all {
			if !always(&all[i]) {
				keep(all[i : i+1])
			}
		}
	}
}
