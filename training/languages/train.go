package languages

import (
	"context"

	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/rnn"
)

// Config says how a network for languages is trained.
type Config struct {
	multilingual.Config
	Mix     Mix
	Fillers map[string][]Filler // filled pauses that are put into fluent text, by language
}

// Progress is called after every pass; Checkpoint is given what Resume goes on from.
type Progress struct {
	Report     func(rnn.Progress, *multilingual.Model)
	Checkpoint func(state []byte)
	Resume     []byte
}

// Train trains a network on a corpus, from another one, or with first nil from a new one.
func Train(ctx context.Context, c Config, first *multilingual.Model, corpus *Corpus, workers int, p Progress) (*multilingual.Model, error) {
	c.Mix.Passes = c.Trainer.Passes
	return multilingual.Train(ctx, c.Config, first, corpus.mixed(c.Mix, corpus.about(), c.Fillers), workers, p.Report, p.Checkpoint, p.Resume)
}

// about returns what the corpus says of its languages.
func (c *Corpus) about() []multilingual.Language {
	var out []multilingual.Language
	for _, code := range c.Languages() {
		l := multilingual.Language{Code: code, Spellings: c.spellings(code)}
		for _, p := range c.parts {
			if p.Language == code {
				l.Words += len(p.units)
				l.Marks = l.Marks || p.Marked && !p.Speech
			}
		}
		out = append(out, l)
	}
	return out
}
