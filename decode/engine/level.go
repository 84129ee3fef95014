package engine

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Level says how much is removed.
type Level string

// The levels, each of which removes what those before it do.
const (
	LevelLight    Level = "light"    // filled pauses, partial words, and exact stutters
	LevelStandard Level = "standard" // what is surely disfluent in this kind of text
	LevelFull     Level = "full"     // all that the models take for disfluent
)

// Levels lists the levels.
var Levels = []Level{LevelLight, LevelStandard, LevelFull}

// The least probabilities of being right with which LevelStandard removes repairs and
// fillers that may be words with a meaning, by the rate at which the words of the text tell
// that people talk in it (see data.Talk.Rate): in speech as it was said; in text that is
// edited, in which next to nothing is a repair; and in long text without a sign of talk,
// which is edited well, or was cleaned before. Between these rates they rise evenly. Chosen
// on development data at home and elsewhere together.
var sureAt = [...]struct{ rate, sure float64 }{{-4.2, 0.7}, {-6, 0.92}, {-7.5, 0.99}}

const (
	// Where content is removed that is not repeated, and nothing tells that it is a reparandum,
	// or where it is repeated, as it may be on purpose.
	sureContent = 0.9
	// So much less sure it may be where a filler tells that it is a reparandum.
	lessSure = 0.2
)

// sure returns the probability with which LevelStandard removes a stretch.
func sure(e Evidence) float64 {
	p := sureAt[0].sure
	if e.Talk != 0 { // of which nothing is known else
		for i, to := range sureAt[1:] {
			from := sureAt[i]
			p += (to.sure - from.sure) * max(0, min(1, (from.rate-e.Talk)/(from.rate-to.rate)))
		}
	}
	if e.Pause {
		p -= lessSure
	}
	return p
}

// removes reports whether a word of a stretch that is kept is removed all the same: filled
// pauses are, and function words that stand twice. Below LevelFull what is a part of a number
// is kept, even where it is taken for a filled pause, as the "oh" of "four oh five" may be, and so is a quotation.
func (l Level) removes(s *stages.Session, d *data.Decision, word int, e Evidence) bool {
	switch {
	case l != LevelLight && l != LevelStandard:
		return always(d)
	case s.Number(word), e.Quoted:
		return false
	}
	return always(d) || d.Label == data.E && s.Doubled(word)
}

// longestStutter is the number of words of a stutter that LevelLight removes.
const longestStutter = 3

// keeps reports whether a level keeps what the models take for disfluent. p is the
// probability that its removal is right, as far as there is one.
func (l Level) keeps(e Evidence, p float64) bool {
	switch l {
	case LevelLight:
		return !e.stutter() || LevelStandard.keeps(e, p)
	case LevelStandard:
	default:
		return false
	}
	switch {
	case e.Alone, e.Choice, e.Quoted:
		return true
	case e.Repaired:
		// The term says that it is a reparandum, whatever it is made of: both are as sure.
		e.Pause = true
		return p < sure(e)
	case (e.Apart || e.Denied && !e.Break) && !e.Pause:
		return true
	case e.Label != data.E:
		return p < sure(e) || e.Number
	case e.Number && !e.Pause && !e.Break:
		// Nothing in a number is repeated but on purpose, unless one hears that it is not.
		return true
	case (e.Lost > 0 || e.Twice) && !e.Pause && !e.Break:
		return p < max(sureContent, sure(e))
	}
	return p < sure(e)
}

// stutter reports whether the stretch is an exact stutter: few words that follow once more,
// no content among them that does not, and no comma behind, which a list has.
func (e *Evidence) stutter() bool {
	return e.Label == data.E && e.Copied && !e.Number && e.Lost == 0 && e.Words <= longestStutter && (!e.Comma || e.Pause)
}

// doubts reports whether a level has to know more of the margin of a stretch than that it is
// at least that of the evidence: whether some such margins keep the stretch, and others do not.
func (l Level) doubts(s *Settings, e Evidence) bool {
	if l.keeps(e, 1) || !l.keeps(e, 0) {
		return false
	}
	// The margins that speak most for the removal, and most against it, are at the bounds, or
	// where the terms of the margin turn.
	c := s.calibration(e.Label)
	margins := [...]float64{e.Margin, maxMargin, e.Margin}
	if linear, root := c[marginTerm], c[rootTerm]; linear*root < 0 {
		margins[2] = max(e.Margin, min(maxMargin, root*root/(4*linear*linear)))
	}
	kept := 0
	for _, e.Margin = range margins {
		if l.keeps(e, c.Probability(e)) {
			kept++
		}
	}
	return kept > 0 && kept < len(margins)
}

// keep makes decisions about words keep them.
func keep(d []data.Decision) {
	for i := range d {
		d[i].Label, d[i].Kind = data.O, data.NoKind
	}
}

// lighten keeps what LevelLight keeps of what others than the decoder remove.
func (l *Labeller) lighten(s *data.Sentence, r *stages.Reading, d []data.Decision) error {
	session, err := l.stages.SessionOn(r)
	if err != nil {
		return err
	}
	defer session.Release()
	labels := data.LabelsOf(d)
	for _, x := range Stretches(labels) {
		e := x.evidence(s, session, nil, labels)
		for i := x.From; i < x.To; i++ {
			if LevelLight.keeps(e, 1) && !LevelLight.removes(session, &d[i], i, e) {
				keep(d[i : i+1])
			}
		}
	}
	return nil
}
