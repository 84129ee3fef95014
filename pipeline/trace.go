package pipeline

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/stages"
)

// ErrNotDecoding is returned by Trace in modes other than engine.ModeDecoder.
var ErrNotDecoding = errors.New("only the decoder can be traced")

// Traced is the trace of a sentence with what it comes to. Its numbers are IDs of
// hypotheses.
type Traced struct {
	beam.Trace
	Winner   int     `json:"winner"`
	RunnerUp int     `json:"runner_up"` // the second best of all that were made; -1: there is none
	Baseline int     `json:"baseline"`  // what the two-stage models say
	Clean    string  `json:"clean"`     // the words that the winner keeps
	Want     *Wanted `json:"want,omitempty"`
}

// Wanted says what became of a wanted clean text.
type Wanted struct {
	Clean string `json:"clean"`
	// Hypothesis is the best one that keeps just these words. Where none was proposed,
	// it is one that was scored for comparison.
	Hypothesis int  `json:"hypothesis"`
	Proposed   bool `json:"proposed"`
	// LeftRound is the round after which it was not on the stack any more, 0 if it
	// stayed to the end. Rank and Margin are those of then, or of the end.
	LeftRound int     `json:"left_round"`
	Rank      int     `json:"rank"`
	Margin    float64 `json:"margin"` // how far below the last that stayed, or the winner
	// KeepingBeam is the smallest beam with which it is on the last stack, WinningBeam
	// that with which it wins, both without a margin; 0 if there is none up to
	// MaxTriedBeam.
	KeepingBeam int `json:"keeping_beam"`
	WinningBeam int `json:"winning_beam"`
}

// MaxTriedBeam is the largest beam that Trace tries for a wanted text.
const MaxTriedBeam = 64

// ErrWant is returned by Trace for a wanted text that is not a subsequence of the
// words.
var ErrWant = errors.New("the wanted text has other words than the sentence, or in another order")

// Trace decodes a sentence and returns what the decoder did: a trace for every
// piece of a sentence too long to decode at once. want, where not empty, is the
// clean text wanted; it takes a sentence of one piece.
func (p *Pipeline) Trace(ctx context.Context, s *data.Sentence, want string) ([]Traced, error) {
	l, err := p.sentences()
	if err != nil {
		return nil, err
	}
	if l.Decoder() == nil {
		return nil, ErrNotDecoding
	}
	words := p.wordsOf(s, l)
	if want != "" && len(words.Tokens) > beam.DefaultMaxWords {
		return nil, beam.ErrTooLong
	}
	var out []Traced
	for _, piece := range l.Engine().Pieces(&words) {
		t, err := p.trace(ctx, l, &piece, want)
		if err != nil {
			return nil, err
		}
		out = append(out, *t)
	}
	return out, nil
}

// wordsOf returns the words of a sentence as the models read them.
func (p *Pipeline) wordsOf(s *data.Sentence, l *engine.Labeller) data.Sentence {
	words, at := stages.Words(s)
	p.read(s, &words, at, l.Engine().Stages())
	return words
}

func (p *Pipeline) trace(ctx context.Context, l *engine.Labeller, s *data.Sentence, want string) (*Traced, error) {
	t := &Traced{RunnerUp: -1}
	base := data.LabelsOf(l.Engine().Stages().Label(s, false))
	var wanted []data.Label
	if want != "" {
		var err error
		if wanted, err = p.align(s, l, want, base); err != nil {
			return nil, err
		}
	}
	in := beam.NewInput(s)
	defer in.Release()
	r, err := l.Decoder().Run(ctx, in, beam.Request{Observer: &t.Trace, Alternatives: func(_ *beam.Hypothesis, emit func([]data.Label)) {
		emit(base)
		if wanted != nil {
			emit(wanted)
		}
	}})
	if err != nil {
		return nil, err
	}
	t.Baseline = t.Include(&r.Alternatives[0], "baseline")
	t.Winner = r.Best().ID
	for i := range t.Hypotheses[:r.Counters.Made] {
		if h := &t.Hypotheses[i]; h.ID != t.Winner && (t.RunnerUp < 0 || h.Score > t.Hypotheses[t.RunnerUp].Score) {
			t.RunnerUp = h.ID
		}
	}
	t.Clean = keptText(s, r.Best().Labels)
	if wanted != nil {
		t.Want = &Wanted{Clean: keptText(s, wanted), Hypothesis: t.Include(&r.Alternatives[1], "want")}
		if err := p.findWanted(ctx, l, s, t, r); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func keptText(s *data.Sentence, labels []data.Label) string {
	var kept []string
	for i, l := range labels {
		if l == data.O {
			kept = append(kept, s.Tokens[i].Text)
		}
	}
	return strings.Join(kept, " ")
}

// align returns labels that keep the words of a text: what it leaves out gets the
// label of the baseline, or E. Words are matched from the end, since repairs come
// after what they repair.
func (p *Pipeline) align(s *data.Sentence, l *engine.Labeller, want string, base []data.Label) ([]data.Label, error) {
	var words data.Sentence
	for _, w := range strings.Fields(want) {
		words.Tokens = append(words.Tokens, data.Token{Text: strings.Trim(w, ".,?!;:\"")})
	}
	words = p.wordsOf(&words, l)
	labels := make([]data.Label, len(s.Tokens))
	k := len(words.Tokens) - 1
	for i := len(s.Tokens) - 1; i >= 0; i-- {
		if k >= 0 && words.Tokens[k].Text == s.Tokens[i].Text {
			k--
			continue
		}
		if labels[i] = base[i]; labels[i] == data.O {
			labels[i] = data.E
		}
	}
	if k >= 0 {
		return nil, ErrWant
	}
	return labels, nil
}

// findWanted fills in what became of the wanted text.
func (p *Pipeline) findWanted(ctx context.Context, l *engine.Labeller, s *data.Sentence, t *Traced, r *beam.Result) error {
	w := t.Want
	kept := func(labels string) bool {
		var words []string
		for i := range labels {
			if labels[i] == 'O' {
				words = append(words, s.Tokens[i].Text)
			}
		}
		return strings.Join(words, " ") == w.Clean
	}
	for i := range t.Hypotheses {
		h := &t.Hypotheses[i]
		if h.Producer == "want" || h.Producer == "baseline" || !kept(h.Labels) {
			continue
		}
		if !w.Proposed || h.Score > t.Hypotheses[w.Hypothesis].Score {
			w.Hypothesis, w.Proposed = h.ID, true
		}
	}
	best := r.Best().Score
	w.Margin = best - t.Hypotheses[w.Hypothesis].Score
	for _, round := range t.Rounds {
		if at := slices.Index(round.Stack, w.Hypothesis); at >= 0 {
			w.Rank, w.LeftRound, w.Margin = at+1, 0, best-t.Hypotheses[w.Hypothesis].Score
			continue
		}
		for _, p := range round.Pruned {
			if p.Hypothesis == w.Hypothesis {
				w.LeftRound, w.Rank, w.Margin = round.Round, p.Rank, p.Margin
			}
		}
	}
	for n := 1; n <= MaxTriedBeam && w.WinningBeam == 0; n++ {
		o := l.Options().Decoder
		o.Beam, o.Margin = n, math.Inf(1)
		d, err := l.Engine().NewDecoder(o)
		if err != nil {
			return err
		}
		r, err := d.Decode(ctx, s, nil)
		if err != nil {
			return err
		}
		for k := range r.Stack {
			if !kept(beam.LabelString(r.Stack[k].Labels)) {
				continue
			}
			if w.KeepingBeam == 0 {
				w.KeepingBeam = n
			}
			if k == 0 {
				w.WinningBeam = n
			}
		}
	}
	return nil
}
