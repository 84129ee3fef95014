package train

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/postag"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Label gives the words of sides that nobody has annotated the labels that the bundle's
// models give them, sentence by sentence, so that others can be trained on them
// (self-training), and returns them; those that are annotated are kept as they are. The models
// must not have been trained on the sides. The error is that of ctx, of the models, or, for an
// unknown mode, wraps engine.ErrOptions.
func Label(ctx context.Context, b *engine.Bundle, mode engine.Mode, sides []data.Side, workers int) ([]data.Side, error) {
	l, err := b.Sentences().NewLabeller(engine.LabelOptions{Mode: mode})
	if err != nil {
		return nil, err
	}
	out := slices.Clone(sides)
	err = parallel.Each(ctx, workers, len(out), func(i int) error {
		side := &out[i]
		if !side.Unlabelled {
			return nil
		}
		side.Unlabelled, side.Tokens = false, side.WithoutPartials()
		at := 0
		for _, s := range side.Sentences() {
			if side.Talk.Words > 0 {
				s.Talk = side.Talk
			}
			words, places := stages.Words(&s)
			found, err := l.Label(ctx, &words, l.Read(&words))
			if err != nil {
				return err
			}
			for j, d := range stages.OnTokens(&s, places, found.Decisions) {
				side.Tokens[at+j].Edit, side.Tokens[at+j].Kind = d.Label == data.E, d.Kind
			}
			at += len(s.Tokens)
		}
		return nil
	})
	return out, err
}

// SpokenSides returns fluent sentences as AsSpoken makes them, as sides with the punctuation of
// the text, which are annotated: those that follow one another in a source make a side.
func SpokenSides(b *engine.Bundle, fluent []data.Sentence, c WrittenConfig, workers int) []data.Side {
	t := textSides{first: firstText}
	for _, s := range AsSpoken(b.Sentences(), fluent, c, workers) {
		t.add(&s, func(data.Mark) bool { return false })
	}
	return t.sides
}

// TextSides returns turns of text with punctuation as sides that nobody has annotated. first is how
// many sides of SpokenSides go before them.
func TextSides(turns []Punctuated, first int) []data.Side {
	t := textSides{first: firstText + first, unlabelled: true}
	for i := range turns {
		t.add(&turns[i].Sentence, data.Mark.Final)
	}
	return t.sides
}

// textSides makes sides of text.
type textSides struct {
	sides      []data.Side
	first      int // number of the first conversation
	unlabelled bool
	talk       data.Talk // of the source of the last side
}

// longestSide is of how many words sides of text are made, at least.
const longestSide = 1500

// firstText is the number of the first conversation that is text of another kind. It is in no
// split of Switchboard, and of no name.
const firstText = 1 << 29

// add adds the words of a sentence or turn. Sentences end after it, and where ends says so.
func (x *textSides) add(s *data.Sentence, ends func(data.Mark) bool) {
	words, at := stages.Words(s)
	if len(at) == 0 {
		return
	}
	if n := len(x.sides); n == 0 || s.Talk != x.talk || len(x.sides[n-1].Tokens) > longestSide {
		x.sides = append(x.sides, data.Side{Conv: x.first + n, Speaker: 'A', Unlabelled: x.unlabelled})
		x.talk = s.Talk
	}
	side := &x.sides[len(x.sides)-1]
	for j, k := range at {
		t := words.Tokens[j]
		t.Text = s.Tokens[k].Text // with its case
		t.Punct, t.Boundary = PunctOfMark(s.Written[k].After), data.NoBoundary
		if j+1 == len(at) || ends(s.Written[k].After) {
			t.Boundary = data.Complete
		}
		side.Tokens = append(side.Tokens, t)
	}
}

// PunctOfMark returns what a token TSV has of a punctuation mark of text.
func PunctOfMark(m data.Mark) byte {
	switch m {
	case data.CommaMark:
		return ','
	case data.ColonMark:
		return ':'
	case data.PeriodMark, data.EllipsisMark:
		return '.'
	case data.QuestionMark:
		return '?'
	case data.ExclamationMark:
		return '!'
	}
	return 0
}

// Tag gives the tokens of sides that have no part-of-speech tag those that a tagger finds
// best, which has learned from all of them what the lexicon leaves open (see package postag).
// They are changed in place.
func Tag(l *postag.Lexicon, sides []data.Side, workers int) {
	var words [][]string
	type place struct{ side, from, to int }
	var at []place
	for i := range sides {
		from := 0
		tokens := sides[i].Tokens
		for j := range tokens {
			if tokens[j].Boundary == data.NoBoundary && j+1 < len(tokens) {
				continue
			}
			var s []string
			for k := from; k <= j; k++ {
				s = append(s, tokens[k].Text)
			}
			words, at, from = append(words, s), append(at, place{i, from, j + 1}), j+1
		}
	}
	t := postag.Train(l, words)
	parallel.Strided(workers, len(words), func(_, i int) {
		p := at[i]
		for k, tag := range t.Tag(words[i]) {
			if x := &sides[p.side].Tokens[p.from+k]; x.POS == "" {
				x.POS = tag
			}
		}
	})
}
