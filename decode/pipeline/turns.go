package pipeline

import (
	"cmp"
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/rules"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// Turn is what a speaker says in one language: a turn, or a part of one.
type Turn struct {
	Words []rules.Word
	// Marked says that the text has sentence punctuation, Caseless that it has no case.
	Marked, Caseless bool
	// Habits are those of all of the text, as TurnDecider.Habits counts them; zero: only the turn is known.
	Habits rules.Habits
}

// TurnDecider decides about turns of a language other than English and Chinese. It may be used by several goroutines
// at once.
type TurnDecider interface {
	// Can says what is known of the language.
	Can() Level
	// Habits adds what a turn says of how the text is written.
	Habits(turn *Turn, h *rules.Habits)
	// Decide decides about all words of a turn. decision returns where to put the decision about a word; it sets
	// data.Decision.Language, and Unmarked where it decides about removals alone. The error is that of ctx.
	Decide(ctx context.Context, turn *Turn, decision func(i int) *data.Decision) error
}

// Level says what is done in a language. Each has what is before it.
type Level uint8

// The levels.
const (
	CanNothing Level = iota // text is left as it is
	CanPauses               // filled pauses, repetitions, stutters, partial words, by rule
	CanMarks                // punctuation and case
	CanRepairs              // repairs, by a model
)

// Turns returns what decides about turns of a language, by its code; nil where nothing is known of it. English and
// Chinese have deciders of their own.
func (p *Pipeline) Turns(code string) (TurnDecider, error) {
	if code == language.English().Code {
		return nil, nil
	}
	l, known := language.Of(code)
	m, err := p.bundle.Language(code)
	switch {
	case err != nil:
		return nil, err
	case m == nil && !known:
		return nil, nil
	case m == nil:
		return NewRuleDecider(l, p.options), nil
	case !known:
		l = &language.Language{Code: code, Name: code, Marks: [3]string{",", ".", "?"}}
	}
	return NewNetworkDecider(l, m, p.options), nil
}

// RuleDecider decides by the rules of a language. It is a TurnDecider at CanPauses, and the first step of others.
type RuleDecider struct {
	rules   *rules.Rules
	fillers *fillers.List
	level   uint8
	explain bool
}

// NewRuleDecider returns what decides by the rules of a language.
func NewRuleDecider(l *language.Language, o Options) *RuleDecider {
	return &RuleDecider{rules.New(l), cmp.Or(o.Fillers, fillers.Default()), uint8(max(0, slices.Index(engine.Levels, o.Level))), o.Explain}
}

// Habits counts by the rules.
func (r *RuleDecider) Habits(turn *Turn, h *rules.Habits) { r.rules.Habits(turn.Words, h) }

// Can is CanPauses.
func (r *RuleDecider) Can() Level { return CanPauses }

// Decide decides what is removed. Punctuation and case stay as they are written.
func (r *RuleDecider) Decide(ctx context.Context, turn *Turn, decision func(i int) *data.Decision) error {
	removals := r.rules.Find(turn.Words, turn.Marked, turn.Habits, make([]rules.Removal, 0, len(turn.Words)))
	for i := range turn.Words {
		word := &turn.Words[i]
		x := removals[i]
		if kind, removed := r.fillers.Removes(word.Text); removed {
			x = rules.Removal{Why: data.DisfluenciesOf(word.Text, data.F, kind), Confidence: 1}
		} else if x.Why&data.FilledPauses != 0 && r.fillers.Keeps(word.Text) || language.Verbatim(word.Text) {
			x = rules.Removal{}
		}
		d := decision(i)
		*d = data.Decision{Language: r.rules.Language(), Unmarked: true, Confidence: 1, End: word.Ends}
		if x.Why != 0 && x.Level <= r.level {
			d.Why, d.Confidence = x.Why, x.Confidence
			d.Label, d.Kind = x.Why.Labelled()
		}
		if r.explain {
			d.Would, d.Level = x.Why, x.Level
		}
		d.Posteriors[d.Label] = 1
	}
	return ctx.Err()
}
