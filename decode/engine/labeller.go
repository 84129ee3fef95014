package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Mode names a path from words to labels.
type Mode string

// The modes: the beam-search decoder, the POS-class experts directly combined, and
// the two stages alone, which are the baseline of the papers.
const (
	ModeDecoder  Mode = "decoder"
	ModeExperts  Mode = "experts"
	ModeBaseline Mode = "baseline"
)

// Modes lists the modes, the default first.
var Modes = []Mode{ModeDecoder, ModeExperts, ModeBaseline}

// Decodes reports whether the mode is that of the decoder, which "" is, too.
func (m Mode) Decodes() bool { return m == "" || m == ModeDecoder }

// LabelOptions say how a Labeller works. The zero value is the default.
type LabelOptions struct {
	Mode    Mode           // "" is ModeDecoder
	Decoder DecoderOptions // of ModeDecoder
	// Posteriors asks for Decision.Posteriors.
	Posteriors bool
	// Confidence, where positive, asks for Decision.Confidence, and is the least
	// confidence at which repairs and discourse markers are removed; less sure ones are
	// kept, with label O. It needs ModeDecoder.
	Confidence float64
	// Explain asks for Decision.Confidence of all that the models take for disfluent, whether
	// it is removed or not, and for Decision.Would, Level and Doubt. The decisions are the same.
	Explain bool
	// Level says how sure a removal must be; "" is LevelFull. The others go by the calibrated
	// confidence: in other modes than ModeDecoder LevelStandard is LevelFull, and where the
	// settings have no calibration all removals are sure.
	Level Level
	// AllFeatures makes ModeBaseline use all features of its models, as the experiments
	// of the papers do. It leaves those of small weights out otherwise.
	AllFeatures bool
}

// ErrOptions is wrapped by the errors of Validate.
var ErrOptions = errors.New("invalid options")

// Validate checks the options. Errors wrap ErrOptions, and those about the search
// beam.ErrOptions, too.
func (o LabelOptions) Validate() error {
	if err := (beam.Options{Width: o.Decoder.Beam, Rounds: o.Decoder.Rounds, Margin: o.Decoder.Margin}).Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	switch {
	case o.Mode != "" && !slices.Contains(Modes, o.Mode):
		return fmt.Errorf("%w: unknown mode %q: use %s, %s or %s", ErrOptions, o.Mode, ModeDecoder, ModeExperts, ModeBaseline)
	case o.Level != "" && !slices.Contains(Levels, o.Level):
		return fmt.Errorf("%w: unknown level %q: use %s, %s or %s", ErrOptions, o.Level, LevelLight, LevelStandard, LevelFull)
	case !(o.Confidence >= 0 && o.Confidence <= 1):
		return fmt.Errorf("%w: a confidence of %v is no probability", ErrOptions, o.Confidence)
	case o.Confidence > 0 && !o.Mode.Decodes():
		return fmt.Errorf("%w: the mode %s has no calibrated confidence: use %s", ErrOptions, o.Mode, ModeDecoder)
	}
	return nil
}

// Labeller decides about the words of sentences with an engine: their labels, kinds and
// tags. It is immutable and may be used by several goroutines at once.
type Labeller struct {
	engine    *Engine
	options   LabelOptions
	stages    *stages.Labeller // of ModeBaseline, and where others fail
	decoder   *beam.Decoder    // of ModeDecoder, else nil
	settings  Settings
	editTerms bool      // the decoder has the component of repairs with an editing term
	markers   bool      // that of discourse markers, too
	readers   sync.Pool // of ModeExperts
}

// NewLabeller returns a labeller. Errors are those of NewDecoder, ErrNoExperts, and
// ErrOptions.
func (e *Engine) NewLabeller(o LabelOptions) (*Labeller, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	l := &Labeller{engine: e, options: o, stages: e.Stages()}
	switch o.Mode {
	case ModeBaseline:
		if !o.AllFeatures {
			l.stages = e.open().prunedStages()
		}
		return l, nil
	case ModeExperts:
		if e.Experts() == nil {
			return nil, ErrNoExperts
		}
		return l, nil
	}
	var err error
	if l.decoder, err = e.NewDecoder(o.Decoder); err != nil {
		return nil, err
	}
	l.settings = e.InUse(&o.Decoder)
	l.editTerms = l.decoder.Has(evaluators.EditTermsName)
	l.markers = l.decoder.Has(evaluators.MarkersName)
	if o.Confidence > 0 && !l.calibrated() {
		return nil, fmt.Errorf("%w: the settings have no calibration: tune them", ErrOptions)
	}
	return l, nil
}

// calibrated reports whether the settings say how sure a removal is.
func (l *Labeller) calibrated() bool { return l.settings.Repairs != Calibration{} }

// Engine returns the engine of the labeller.
func (l *Labeller) Engine() *Engine { return l.engine }

// Read reads a sentence of words for Label.
func (l *Labeller) Read(s *data.Sentence) *stages.Reading { return l.stages.Read(s) }

// Options returns the options of the labeller.
func (l *Labeller) Options() LabelOptions { return l.options }

// Decoder returns the decoder, nil in modes that have none.
func (l *Labeller) Decoder() *beam.Decoder { return l.decoder }

// Outcome is what was decided about a sentence, one element for each of its words.
type Outcome struct {
	Decisions []data.Decision
	// Restored says that the decisions hold punctuation and case, too: a pipeline restores them.
	Restored bool
	// Problem says why the decoder failed on the sentence, where it did: the decisions
	// are then those of the stages alone. It wraps a *beam.ComponentError.
	Problem error
}

// Label decides about a sentence, all of whose tokens are words (see stages.Words), of
// which only texts, times, predicted sentence boundaries, how they are written, and the talk
// around are read. r is what Stages, or stages with the same tagger and filler stage, have
// read of it. The error is that of ctx.
func (l *Labeller) Label(ctx context.Context, s *data.Sentence, r *stages.Reading) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	switch {
	case len(s.Tokens) == 0:
	case l.options.Mode == ModeExperts:
		out.Decisions, out.Problem = l.combineExperts(r)
	case l.decoder != nil:
		out.Decisions, out.Problem = l.decode(ctx, s, r)
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
	default:
		out.Decisions = l.baseline(r)
	}
	if out.Problem != nil {
		out.Decisions = l.baseline(r)
	}
	if l.options.Level == LevelLight && (l.decoder == nil || out.Problem != nil) {
		if err := l.lighten(s, r, out.Decisions); err != nil {
			out.Problem = err
		}
	}
	for i := range out.Decisions {
		d := &out.Decisions[i]
		if (out.Problem != nil || l.decoder == nil) && (l.options.Confidence > 0 || l.options.Explain) {
			d.Confidence = 1
		}
		d.Why = data.DisfluenciesOf(s.Tokens[i].Text, d.Label, d.Kind)
		if l.options.Explain {
			d.Would |= d.Why
		}
	}
	return out, nil
}

// baseline decides with the stages alone.
func (l *Labeller) baseline(r *stages.Reading) []data.Decision {
	return l.stages.LabelWords(r, l.options.Posteriors)
}

// combineExperts labels a sentence by the direct combination of the experts: each
// word's label is that of the expert for its predicted tag (COLING 2014, section
// 5.2).
func (l *Labeller) combineExperts(r *stages.Reading) ([]data.Decision, error) {
	session, err := l.engine.Stages().SessionOn(r)
	if err != nil {
		return nil, err
	}
	defer session.Release()
	x, ok := l.readers.Get().(*experts.Reader)
	if !ok {
		x = l.engine.Experts().NewReader()
	}
	defer l.readers.Put(x)
	x.Read(session, false)
	out := decisions(session, x.Labels(nil))
	if l.options.Posteriors {
		_, own := x.Posteriors(nil, nil)
		for i := range out {
			copy(out[i].Posteriors[:], own[i*int(data.NumLabels):])
		}
	}
	return out, nil
}

// decisions are those of labels for the words of a session, with kinds and tags.
func decisions(s *stages.Session, labels []data.Label) []data.Decision {
	out := make([]data.Decision, len(labels))
	s.Kinds(labels, func(i int, k data.Kind) { out[i].Kind = k })
	for i, y := range labels {
		out[i].Label, out[i].Tag = y, s.Tag(i)
	}
	return out
}
