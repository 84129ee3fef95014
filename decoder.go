package tidytalk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/producers"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
)

// The parts of a bundle that the decoder needs besides those of the baseline, in
// the order in which they are trained.
const (
	PartPhrases  = "phrases"  // confusable-phrase dictionary, text
	PartRepairs  = "repairs"  // model of package repairs
	PartSettings = "settings" // weights and calibration, text
)

// DecoderParts lists them.
var DecoderParts = []string{PartPhrases, PartRepairs, PartSettings}

// ErrNoDecoder is returned for bundles that lack the decoder's parts.
var ErrNoDecoder = errors.New("the bundle has no parts for the decoder: train them, or use the mode " + string(ModeBaseline))

// decoderModels are the decoder's parts of a bundle.
type decoderModels struct {
	phrases  []producers.Phrase
	repairs  *repairs.Model
	settings Settings
}

// loadDecoder opens the decoder's parts, nil if the bundle has none of them.
func (b *Bundle) loadDecoder() (*decoderModels, error) {
	var parts [][]byte
	for _, name := range DecoderParts {
		if part := b.Part(name); part != nil {
			parts = append(parts, part)
		}
	}
	switch len(parts) {
	case 0:
		return nil, nil
	case len(DecoderParts):
	default:
		return nil, fmt.Errorf("%w: only some of the decoder's parts %s are there", ErrOlder, strings.Join(DecoderParts, ", "))
	}
	m := &decoderModels{}
	var err error
	if m.phrases, err = producers.ReadPhrases(bytes.NewReader(parts[0]), PartPhrases); err != nil {
		return nil, err
	}
	if m.repairs, err = repairs.Unmarshal(parts[1]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartRepairs, err)
	}
	m.settings, err = ReadSettings(bytes.NewReader(parts[2]), PartSettings)
	return m, err
}

// Search bounds of the product, by development score and time.
const (
	nBest        = 8 // label sequences that the edit-word-marker proposes at most
	nBestMargin  = 4 // how far in log-probability they may be below the best
	repeatWindow = producers.Window
)

// DefaultMargin is the default of DecoderOptions.Margin.
const DefaultMargin = 2

// DecoderOptions say how a decoder searches. The zero value is the default.
type DecoderOptions struct {
	Beam   int // hypotheses kept after a round; 0 is the default of package beam
	Rounds int // 0 is the default of package beam
	// Margin also prunes hypotheses whose score, over the whole sentence, is so far below
	// the best, in units of the sum of the absolute weights; 0 is the default, +Inf none.
	Margin float64
	// Settings replace those of the bundle, where set.
	Settings *Settings
	// Without leaves out producers and features by name, to see what they are for;
	// PartExperts stands for the features of all experts. The weights of what is left
	// out may be missing.
	Without []string
	// Idle keeps features whose weight is 0, which otherwise are not computed: tuning
	// may give them one.
	Idle bool
}

// Settings returns what the bundle's decoder was tuned to, and false if it has
// none.
func (b *Bundle) Settings() (Settings, bool) {
	if b.decoder == nil {
		return Settings{}, false
	}
	return b.decoder.settings, true
}

// Phrases returns the confusable-phrase dictionary of the bundle.
func (b *Bundle) Phrases() []producers.Phrase {
	if b.decoder == nil {
		return nil
	}
	return b.decoder.phrases
}

// Repairs returns the model of what is removed, nil if the bundle has no decoder.
func (b *Bundle) Repairs() *repairs.Model {
	if b.decoder == nil {
		return nil
	}
	return b.decoder.repairs
}

// Producers returns the producers of the product.
func (b *Bundle) Producers() []beam.Producer {
	ps := baseProducers(b.labeller)
	if b.decoder != nil {
		ps = append(ps, producers.NewDictionary(b.decoder.phrases))
	}
	return ps
}

// baseProducers are those that need no parts of the decoder.
func baseProducers(l *stages.Labeller) []beam.Producer {
	return []beam.Producer{
		producers.NewFillerWords(l), producers.NewEditWords(l, nBest, nBestMargin), producers.NewRepetition(repeatWindow),
	}
}

// Evaluators returns the evaluators of the product.
func (b *Bundle) Evaluators() []beam.Evaluator {
	es := baseEvaluators(b.labeller)
	if b.experts != nil {
		es = append(es, evaluators.NewExperts(b.labeller, b.experts)...)
	}
	if b.decoder != nil {
		es = append(es, evaluators.NewRepairs(b.labeller, b.decoder.repairs))
	}
	return es
}

func baseEvaluators(l *stages.Labeller) []beam.Evaluator {
	lms := l.LanguageModels()
	return []beam.Evaluator{
		evaluators.NewDisfluent(l), evaluators.NewFluent(l),
		evaluators.NewLM(evaluators.FluentLM, lms.Fluent), evaluators.NewLM(evaluators.DisfluentLM, lms.Disfluent),
		evaluators.Counts{},
	}
}

// NewDecoder returns the decoder of the bundle. It decodes sentences of words as
// stages.Words makes them.
func (b *Bundle) NewDecoder(o DecoderOptions) (*beam.Decoder, error) {
	if b.decoder == nil {
		return nil, ErrNoDecoder
	}
	if err := b.labeller.CanDecode(); err != nil {
		return nil, err
	}
	settings := b.decoder.settings
	if o.Settings != nil {
		settings = *o.Settings
	}
	known := map[string]bool{PartExperts: b.experts != nil}
	if slices.Contains(o.Without, PartExperts) {
		o.Without = append(slices.Clone(o.Without), b.ExpertNames()...)
	}
	ps := slices.DeleteFunc(b.Producers(), func(p beam.Producer) bool {
		known[p.Name()] = true
		return slices.Contains(o.Without, p.Name())
	})
	weights := make(beam.Weights)
	for n, w := range settings.Weights {
		weights[n] = w
	}
	es := slices.DeleteFunc(b.Evaluators(), func(e beam.Evaluator) bool {
		out, idle := false, !o.Idle
		for _, n := range e.Names() {
			known[n] = true
			out = out || slices.Contains(o.Without, n)
			w, ok := weights[n]
			idle = idle && ok && w == 0
		}
		out = out || idle
		if out {
			for _, n := range e.Names() {
				delete(weights, n)
			}
		}
		return out
	})
	for _, n := range o.Without {
		if !known[n] {
			return nil, fmt.Errorf("no producer or feature has the name %q", n)
		}
	}
	scale := 0.0
	for _, w := range weights {
		scale += math.Abs(w)
	}
	return beam.New(ps, es, weights, beam.Options{Width: o.Beam, Rounds: o.Rounds, Margin: cmp.Or(o.Margin, DefaultMargin) * scale})
}

// decoded is what the decoder says of a sentence of words.
type decoded struct {
	labels []data.Label
	kinds  []data.Kind
	tags   []string
	// confidence of each removed word, 1 for others; nil if it was not asked for
	confidence []float64
}

// decode decodes a sentence of words, which is not longer than the decoder takes.
func (c *Cleaner) decode(ctx context.Context, s *data.Sentence) (*decoded, error) {
	l := c.bundle.labeller
	in := beam.NewInput(s)
	defer in.Release()
	session, err := beam.Shared(in, l, func() (*stages.Session, error) { return l.NewSession(s) })
	if err != nil {
		return nil, err
	}
	var removed []stretch
	var r *beam.Result
	if c.options.Confidence > 0 {
		removed, r, err = decodeStretches(ctx, c.decoder, in)
	} else {
		r, err = c.decoder.Run(ctx, in, beam.Request{})
	}
	if err != nil {
		return nil, err
	}
	best := r.Best()
	out := &decoded{labels: best.Labels, kinds: session.Kinds(best.Labels), tags: session.Tags()}
	if c.options.Confidence > 0 {
		out.confidence = make([]float64, len(best.Labels))
		for i := range out.confidence {
			out.confidence[i] = 1
		}
		for k, x := range removed {
			p := c.settings.confidence(x.evidence(session, best, &r.Alternatives[k]))
			for t := x.from; t < x.to; t++ {
				out.confidence[t] = p
			}
		}
	}
	return out, nil
}
