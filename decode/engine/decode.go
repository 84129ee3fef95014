package engine

import (
	"context"
	"math"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// decode decides by the decoder. A sentence that is too long for it is cut where the
// stages are surest that the words around are fluent.
func (l *Labeller) decode(ctx context.Context, s *data.Sentence, r *stages.Reading) ([]data.Decision, error) {
	if len(s.Tokens) <= beam.DefaultMaxWords {
		return l.decodePiece(ctx, s, r)
	}
	var out []data.Decision
	for from := 0; from < len(s.Tokens); {
		to := l.engine.cut(s, from)
		piece := s.Part(from, to)
		own := l.engine.Stages().Read(&piece)
		d, err := l.decodePiece(ctx, &piece, own)
		own.Release()
		if err != nil {
			return nil, err
		}
		out = append(out, d...)
		from = to
	}
	if l.options.Posteriors {
		for i, d := range l.engine.Stages().LabelWords(r, true) {
			out[i].Posteriors = d.Posteriors
		}
	}
	return out, nil
}

// decodePiece decodes a sentence that is not longer than the decoder takes.
func (l *Labeller) decodePiece(ctx context.Context, s *data.Sentence, r *stages.Reading) ([]data.Decision, error) {
	in := beam.NewInput(s)
	defer in.Release()
	session, err := beam.Shared(in, l.engine.Stages(), func() (*stages.Session, error) { return l.engine.Stages().SessionOn(r) })
	if err != nil {
		return nil, err
	}
	best, removed, err := l.search(ctx, in)
	if err != nil {
		return nil, err
	}
	out := decisions(session, best.Labels)
	for i := range out {
		if l.asked() {
			out[i].Confidence = 1
		}
		if l.options.Posteriors {
			for y := range data.Label(data.NumLabels) {
				out[i].Posteriors[y] = session.Whole().Posterior(i, y)
			}
		}
	}
	if l.options.Explain {
		if err := l.doubt(in, session, out); err != nil {
			return nil, err
		}
	}
	made, err := l.repairsIn(in, best)
	if err != nil {
		return nil, err
	}
	made.name(out)
	found, err := l.markersIn(in)
	if err != nil {
		return nil, err
	}
	found.name(out)
	l.estimate(removed, session, best.Labels)
	for i := range removed {
		l.weigh(&removed[i], made, found, s, session, out)
	}
	made.whole(out)
	return out, nil
}

// asked reports whether confidence is asked for.
func (l *Labeller) asked() bool { return l.options.Confidence > 0 || l.options.Explain }

// search decodes a sentence, and returns the best hypothesis with what it removes, as far as
// it matters how sure that is.
func (l *Labeller) search(ctx context.Context, in *beam.Input) (*beam.Hypothesis, []Removal, error) {
	level := l.options.Level
	switch {
	case l.asked():
		return l.engine.Removals(ctx, l.decoder, in, nil)
	case level == LevelLight || level == LevelStandard:
		return l.engine.Removals(ctx, l.decoder, in, l.doubts)
	}
	result, err := l.decoder.Run(ctx, in, beam.Request{})
	if err != nil {
		return nil, nil, err
	}
	return result.Best(), nil, nil
}

// weigh says how sure a removal is, and takes it back where that is not enough.
func (l *Labeller) weigh(x *Removal, made repairsMade, found markersFound, s *data.Sentence, session *stages.Session, out []data.Decision) {
	p := max(x.Probability, found.confidence(x.Stretch))
	if f := made.of(x.Stretch); f != nil {
		// What may be a number, or not, is no evidence that one is repaired: "a red one no two".
		p, x.Evidence.Repaired = max(p, f.Probability), !x.Evidence.Number || session.Numeral(f.From, f.Term)
	}
	if !l.calibrated() {
		p = 1
	}
	level := l.options.Level
	for i := x.From; i < x.To; i++ {
		e := x.Evidence
		e.Alone = alone(s, out, i)
		unsure := p < l.options.Confidence || level.keeps(e, p)
		if l.asked() {
			out[i].Confidence = p
		}
		if l.options.Explain {
			out[i].Would = data.DisfluenciesOf(s.Tokens[i].Text, out[i].Label, out[i].Kind)
			out[i].Level = leastLevel(session, &out[i], i, e, p)
		}
		if unsure && !level.removes(session, &out[i], i, e) {
			keep(out[i : i+1])
		}
	}
}

// doubt says of words that the decoder keeps how likely it is that they should be removed: the
// geometric mean of the odds under the edit model and under the network, if it was asked.
func (l *Labeller) doubt(in *beam.Input, s *stages.Session, out []data.Decision) error {
	advice, err := l.engine.advice(l.decoder, in)
	if err != nil {
		return err
	}
	for i := range out {
		if out[i].Label != data.O {
			continue
		}
		kept := logOdds(s.Whole().Posterior(i, data.O))
		if advice != nil && len(advice.P) > 0 {
			kept = (kept + advice.Odds(i, i+1, data.O)) / 2
		}
		out[i].Doubt = 1 / (1 + math.Exp(kept))
	}
	return nil
}

// leastLevel returns the place among Levels of the lowest one that removes a word of a stretch
// that the decoder removes.
func leastLevel(s *stages.Session, d *data.Decision, word int, e Evidence, p float64) uint8 {
	for i, l := range Levels {
		if !l.keeps(e, p) || l.removes(s, d, word, e) {
			return uint8(i)
		}
	}
	return uint8(len(Levels) - 1)
}

// always reports whether a word is removed however unsure that is: filled pauses are.
func always(d *data.Decision) bool { return d.Label == data.F && d.Kind == data.FilledPause }

// safeCut is how many words around a cut the stages must find fluent.
const safeCut = 3

// cut returns where to end the piece of a long sentence that starts at from: at its
// end, or else in the second half of the longest piece that the decoder takes,
// where the stages are surest that the words around are fluent.
func (e *Engine) cut(s *data.Sentence, from int) int {
	most := beam.DefaultMaxWords
	if len(s.Tokens)-from <= most {
		return len(s.Tokens)
	}
	piece := data.Sentence{Tokens: s.Tokens[from : from+most]}
	p := e.Stages().LabelWords(e.Stages().Read(&piece), true)
	best, at := -1.0, most
	for k := most / 2; k <= most-safeCut; k++ {
		least := 1.0
		for t := k - safeCut; t < k+safeCut; t++ {
			least = min(least, p[t].Posteriors[data.O])
		}
		if least > best {
			best, at = least, k
		}
	}
	return from + at
}

// Pieces returns the pieces in which the decoder takes a sentence of words.
func (e *Engine) Pieces(s *data.Sentence) []data.Sentence {
	var out []data.Sentence
	for from := 0; from < len(s.Tokens); {
		to := e.cut(s, from)
		out = append(out, s.Part(from, to))
		from = to
	}
	return out
}
