package document

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/models/rules"
	"github.com/tidytalk/tidytalk/text/langid"
)

// Word is a word as a recogniser hears it, or a token: tokenised as the Penn Treebank is
// ("do" "n't").
type Word struct {
	Text       string
	Start, End float64 // seconds
	Timed      bool    // Start and End are known
}

func (w *Word) token() data.Token {
	return data.Token{Text: w.Text, Timed: w.Timed, Start: w.Start, End: w.End}
}

// SentenceOf returns words as a sentence for the models.
func SentenceOf(words []Word) data.Sentence {
	s := data.Sentence{Tokens: make([]data.Token, len(words))}
	for i := range words {
		s.Tokens[i] = words[i].token()
	}
	return s
}

// Sentence holds the decisions about a tokenised sentence or stream.
type Sentence = pipeline.Outcome

// Tokens decides about tokenised sentences, several at a time. They are taken as such
// with transcript.SegmentLine, and else as unbroken streams of words. Their language is that of the options, or
// English. The error is that
// of ctx.
func (d *Decider) Tokens(ctx context.Context, sentences [][]Word) ([]Sentence, error) {
	out := make([]Sentence, len(sentences))
	var talk data.Talk
	all := make([]data.Sentence, len(sentences))
	for i := range sentences {
		all[i] = SentenceOf(sentences[i])
		talk.AddAll(&all[i])
	}
	done := progress.Count(ctx, len(sentences))
	ctx, crew := d.crew(ctx)
	err := crew.Each(ctx, len(sentences), func(i int) (err error) {
		defer done.Add(1)
		s := &all[i]
		s.Talk = talk
		switch {
		case d.options.Language == langid.Chinese:
			out[i], err = d.chineseTokens(ctx, s.Tokens)
		case d.turns.of(d.options.Language) != nil:
			out[i], err = d.turnTokens(ctx, s.Tokens, rules.Habits{})
		case d.foreign():
			out[i] = Sentence{Decisions: make([]data.Decision, len(s.Tokens))}
			for t := range out[i].Decisions {
				out[i].Decisions[t].Left = true
			}
		case d.streams():
			out[i], err = d.pipeline.Whole(ctx, s)
		default:
			out[i], err = d.pipeline.Sentence(ctx, s, !d.options.AsWritten)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
