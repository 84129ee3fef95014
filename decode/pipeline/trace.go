package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ErrNotDecoding is returned by Trace in modes other than engine.ModeDecoder.
var ErrNotDecoding = errors.New("only the decoder can be traced")

// Traced is the trace of a sentence with what it comes to. Its numbers are IDs of
// hypotheses.
type Traced struct {
	beam.Trace
	Engine   string `json:"engine"` // that decoded it, by its name in the bundle
	Tokens   [2]int `json:"tokens"` // of the sentence or document: the first that its words are of, and the one after the last
	Winner   int    `json:"winner"`
	RunnerUp int    `json:"runner_up"` // the second best of all that were made; -1: there is none
	Baseline int    `json:"baseline"`  // what the two-stage models say
	Clean    string `json:"clean"`     // the words that the winner keeps
	// Late are the words of a stream that the winner keeps, and that are removed as discourse markers once there is
	// punctuation around them.
	Late []LateWord `json:"late,omitempty"`
	Want *Wanted    `json:"want,omitempty"`
}

// LateWord is a token that is removed once there is punctuation, with the probability that it is part of a marker.
type LateWord struct {
	Token       int     `json:"token"`
	Text        string  `json:"text"`
	Probability float64 `json:"probability"`
}

// TraceOptions say what is traced, and what is other than when text is cleaned. The zero
// value is all of a sentence, decoded as Sentence does.
type TraceOptions struct {
	// Want, where not empty, is the clean text wanted of all that is traced.
	Want string
	// Weights are in place of those of the settings, by the names of features of the engine
	// that decodes. Others are kept.
	Weights map[string]float64
	Beam    int     // as DecoderOptions.Beam; 0: that of the pipeline
	Rounds  int     // as DecoderOptions.Rounds; 0: those of the pipeline
	Margin  float64 // as DecoderOptions.Margin; 0: that of the pipeline
	// Stream says that the sentence is an unbroken stream of words: it is decoded in the
	// pieces, and by the engines, that Whole takes.
	Stream bool
	// Turns are the tokens that turns of a stream begin with, which end what is decided about
	// together; nil: none is known.
	Turns []int
	// From and To, unless both are 0, leave out what has none of these tokens, From being
	// the first and To the one after the last: of a long sentence or stream only the pieces
	// around them are decoded.
	From, To int
	// SkipBeams leaves Wanted.KeepingBeam and WinningBeam 0: finding them takes many
	// searches.
	SkipBeams bool
}

// Pieces returns the tokens of the pieces that TraceWith makes traces of, as Traced.Tokens
// does, without decoding them.
func (p *Pipeline) Pieces(ctx context.Context, s *data.Sentence, o TraceOptions) ([][2]int, error) {
	if err := o.validate(len(s.Tokens)); err != nil {
		return nil, err
	}
	var out [][2]int
	err := p.pieces(ctx, s, &o, func(x *piece) error {
		out = append(out, [2]int{x.from, x.to})
		return nil
	})
	return out, err
}

// all reports whether all is traced.
func (o *TraceOptions) all() bool { return o.From == 0 && o.To == 0 }

// Trace decodes a sentence and returns what the decoder did: TraceWith without other
// options than the clean text wanted.
func (p *Pipeline) Trace(ctx context.Context, s *data.Sentence, want string) ([]Traced, error) {
	return p.TraceWith(ctx, s, TraceOptions{Want: want})
}

// TraceWith decodes a sentence or stream by the engine that decodes it when it is cleaned,
// and returns what the decoder did: a trace for every piece of a sentence too long to decode
// at once, and of a stream. It opens no models again: what it costs is a search. Errors are
// ErrNotDecoding, ErrWant, engine.ErrOptions, beam.ErrWeights for weights of no feature,
// engine.ErrNoStreams, that of ctx, and those of the decoder.
func (p *Pipeline) TraceWith(ctx context.Context, s *data.Sentence, o TraceOptions) ([]Traced, error) {
	if !p.options.Mode.Decodes() {
		return nil, ErrNotDecoding
	}
	if err := o.validate(len(s.Tokens)); err != nil {
		return nil, err
	}
	var labels [][]data.Label // wanted, of each piece
	if o.Want != "" {
		var err error
		if labels, err = p.wantedLabels(ctx, s, &o); err != nil {
			return nil, err
		}
	}
	var out []Traced
	var of []*piece
	err := p.pieces(ctx, s, &o, func(x *piece) error {
		var wanted []data.Label
		if labels != nil {
			wanted = labels[len(out)]
		}
		t, err := p.trace(ctx, x, &o, wanted)
		if err == nil {
			out, of = append(out, *t), append(of, x)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, x := range of {
		out[i].Late = x.late(s)
	}
	return out, nil
}

// trace traces a piece. wanted are labels that keep the words wanted; nil: none are.
func (p *Pipeline) trace(ctx context.Context, x *piece, o *TraceOptions, wanted []data.Label) (*Traced, error) {
	if x.labeller.Decoder() == nil {
		return nil, ErrNotDecoding
	}
	d, err := decoder(x.labeller, o)
	if err != nil {
		return nil, err
	}
	t := &Traced{RunnerUp: -1, Engine: x.labeller.Engine().Name(), Tokens: [2]int{x.from, x.to}}
	base := x.baseline()
	r, err := x.run(ctx, d, beam.Request{Observer: &t.Trace, Alternatives: func(_ *beam.Hypothesis, emit func([]data.Label)) {
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
	x.labels = slices.Clone(r.Best().Labels)
	for i := range t.Hypotheses[:r.Counters.Made] {
		if h := &t.Hypotheses[i]; h.ID != t.Winner && (t.RunnerUp < 0 || h.Score > t.Hypotheses[t.RunnerUp].Score) {
			t.RunnerUp = h.ID
		}
	}
	t.Clean = keptText(t.Words, beam.LabelString(r.Best().Labels))
	if wanted == nil {
		return t, nil
	}
	t.Want = &Wanted{Clean: keptText(t.Words, beam.LabelString(wanted)), Hypothesis: t.Include(&r.Alternatives[1], "want"), Producers: []string{}, Changes: []Change{}}
	return t, p.findWanted(ctx, x, o, t)
}

// keptText returns the words that labels keep.
func keptText(words []string, labels string) string {
	var kept []string
	for i := range words {
		if labels[i] == 'O' {
			kept = append(kept, words[i])
		}
	}
	return strings.Join(kept, " ")
}

// run decodes a piece with what was read of it, as cleaning does.
func (x *piece) run(ctx context.Context, d *beam.Decoder, r beam.Request) (*beam.Result, error) {
	in := beam.NewInput(x.words)
	defer in.Release()
	of := x.labeller.Engine().Stages()
	if _, err := beam.Shared(in, of, func() (*stages.Session, error) { return of.SessionOn(x.reading) }); err != nil {
		return nil, err
	}
	return d.Run(ctx, in, r)
}

// baseline returns the labels of the stages alone.
func (x *piece) baseline() []data.Label {
	return data.LabelsOf(x.labeller.Engine().Stages().LabelWords(x.reading, false))
}
