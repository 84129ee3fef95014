package train

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
)

// openingConjunctions are those that open sentences as fillers in Switchboard: 96% of what its annotators mark so.
var openingConjunctions = map[string]bool{"and": true, "but": true, "so": true, "or": true}

// WrittenLabels says how LabelWritten labels.
type WrittenLabels struct {
	// Confidence is how sure of a repair the models must be.
	Confidence float64
	// Agree leaves sentences out of which the engine for bare sentences finds other edit words: what one of two teachers has missed
	// would teach that it is fluent. Confidence does not count then.
	Agree bool
	// Markers adds to annotated sides the discourse markers and editing terms that the models find, too: some annotators mark
	// next to none.
	Markers bool
	// Conjunctions makes fillers of that kind of the coordinating conjunctions that open sentences, as the annotators of Switchboard do, also of
	// the "so" that those of AMI mark as a discourse marker there.
	Conjunctions bool
	Workers      int
}

// LabelWritten does what Label does by the engine for text with punctuation, from which one sees more than from bare words:
// "like" between commas is a discourse marker. Sides are read as WrittenPieces cuts them. The error is that of ctx, of the
// models, or wraps engine.ErrNoWritten or engine.ErrOptions.
func LabelWritten(ctx context.Context, b *engine.Bundle, sides []data.Side, c WrittenLabels) ([]data.Side, error) {
	e := b.Engine(engine.Written)
	if e == nil {
		return nil, fmt.Errorf("%w: train them first, with train --parts written", engine.ErrNoWritten)
	}
	options := engine.LabelOptions{Confidence: c.Confidence}
	if c.Agree {
		options.Confidence = 0
	}
	l, err := e.NewLabeller(options)
	if err != nil {
		return nil, err
	}
	var others []data.Side
	if c.Agree {
		if others, err = Label(ctx, b, engine.ModeDecoder, sides, c.Workers); err != nil {
			return nil, err
		}
	}
	out := slices.Clone(sides)
	err = parallel.Each(ctx, c.Workers, len(out), func(i int) error {
		side := &out[i]
		if !side.Unlabelled && !c.Markers && !c.Conjunctions {
			return nil
		}
		found, err := foundWritten(ctx, l, side)
		if err != nil {
			return fmt.Errorf("side %c of conversation %d: %w", side.Speaker, side.Conv, err)
		}
		unlabelled := side.Unlabelled
		takeLabels(side, found, c)
		if unlabelled && c.Agree {
			side.Tokens = agreed(side.Tokens, others[i].Tokens)
		}
		return nil
	})
	return out, err
}

// foundWritten returns what a labeller says of each token of a side but for partial words, as text with punctuation.
func foundWritten(ctx context.Context, l *engine.Labeller, side *data.Side) ([]data.Decision, error) {
	text := typed(side, false, rand.New(rand.NewPCG(1, uint64(side.Conv)<<8|uint64(side.Speaker))))
	if side.Talk.Words > 0 {
		text.Talk = side.Talk
	}
	var out []data.Decision
	for _, s := range cutWritten(text) {
		words, places := stages.Words(&s)
		found, err := l.Label(ctx, &words, l.Read(&words))
		if err != nil {
			return nil, err
		}
		out = append(out, stages.OnTokens(&s, places, found.Decisions)...)
	}
	return out, nil
}

// takeLabels gives the tokens of a side, which it copies, the labels that were found.
func takeLabels(side *data.Side, found []data.Decision, c WrittenLabels) {
	unlabelled := side.Unlabelled
	tokens := side.Tokens
	if unlabelled {
		tokens = side.WithoutPartials()
	}
	tokens = slices.Clone(tokens)
	at, opens := 0, true
	for i := range tokens {
		t := &tokens[i]
		if t.Partial() {
			continue
		}
		d := &found[at]
		at++
		if d.Kind == data.FilledPause && !language.English().FilledPauses[strings.ToLower(t.Text)] {
			d.Kind = data.DiscourseMarker // what the model of kinds has not seen in talk
		}
		switch {
		case unlabelled:
			t.Edit, t.Kind = d.Label == data.E, d.Kind
		case c.Markers && !t.Edit && t.Kind == data.NoKind && d.Label == data.F && (d.Kind == data.DiscourseMarker || d.Kind == data.EditingTerm):
			t.Kind = d.Kind
		}
		if c.Conjunctions && opens && !t.Edit && openingConjunctions[strings.ToLower(t.Text)] && (t.Kind == data.NoKind || t.Kind == data.DiscourseMarker) {
			t.Kind = data.Conjunction
		}
		opens = t.Boundary != data.NoBoundary || opens && t.Kind != data.NoKind
	}
	side.Tokens, side.Unlabelled = tokens, false
}

// agreed returns the tokens of the sentences in which the same words are edit words by others, which are the same tokens.
func agreed(tokens, others []data.Token) []data.Token {
	var out []data.Token
	from, same := 0, true
	for i := range tokens {
		same = same && tokens[i].Edit == others[i].Edit
		if tokens[i].Boundary != data.NoBoundary || i+1 == len(tokens) {
			if same {
				out = append(out, tokens[from:i+1]...)
			}
			from, same = i+1, true
		}
	}
	return out
}
