package training

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// tuningPart is text to tune to, or to score.
type tuningPart struct {
	sides  []data.Side
	fluent []data.Sentence // of other kinds
}

// tuningParts are what is tuned to and what is held out.
type tuningParts struct {
	corpus      string
	hold        HoldOut
	tuned, held tuningPart
}

// partsToTune reads the corpus to tune to and the fluent text, and parts them.
func partsToTune(c *Run, b *engine.Bundle, hold HoldOut) (*tuningParts, error) {
	p := &tuningParts{corpus: c.String("corpus"), hold: hold}
	sides, err := Scored(c.Context, p.corpus, c.String("split"), "")
	if err != nil {
		return nil, err
	}
	c.Doing("reading")
	fluent, err := fluentToTune(c.Context, b)
	if err != nil {
		return nil, err
	}
	p.tuned.sides, p.held.sides = Split(hold, sides, func(s *data.Side) int { return s.Conv })
	p.tuned.fluent, p.held.fluent = Split(hold, fluent, func(*data.Sentence) int { return 0 })
	if hold.file != "" {
		if p.held.sides, err = Scored(c.Context, hold.file, "", ""); err != nil {
			return nil, err
		}
	}
	if len(p.tuned.sides) == 0 {
		return nil, fmt.Errorf("%s: nothing is left to tune to: hold out less", p.corpus)
	}
	if len(p.held.sides) == 0 && hold != (HoldOut{}) {
		// Fluent text alone says nothing about disfluencies.
		p.tuned.fluent, p.held.fluent = fluent, nil
		fmt.Fprintf(c.App.ErrWriter, "%s has only %d conversations: nothing is held out, and the figures are those of what is tuned to; --hold-out FILE scores another corpus\n", p.corpus, conversationsOf(sides))
	}
	return p, nil
}

func conversationsOf(sides []data.Side) int {
	seen := make(map[int]bool)
	for i := range sides {
		seen[sides[i].Conv] = true
	}
	return len(seen)
}

// tunedTo says what is tuned to.
func (p *tuningParts) tunedTo() string {
	return fmt.Sprintf("%s, the %d conversations tuned to", p.corpus, conversationsOf(p.tuned.sides))
}

// heldOut says what is held out.
func (p *tuningParts) heldOut() string {
	if p.hold.file != "" {
		return p.hold.String()
	}
	return fmt.Sprintf("%s, %s (%d)", p.corpus, p.hold, conversationsOf(p.held.sides))
}

// texts makes of a part what an engine works on: gold sentences, pieces of streams, or
// punctuated text, sentences and streams with their times and without; each is a text of its own, and so is what is
// fluent. There are no sentences where the part is empty.
func (p *tuningPart) texts(c *Run, b *engine.Bundle, segment transcript.Segmentation, written bool) ([][]data.Sentence, error) {
	var out [][]data.Sentence
	switch {
	case written:
		seed := train.DefaultWrittenConfig().Seed
		return append(out, train.WrittenPieces(p.sides, false, seed), train.WrittenPieces(p.sides, true, seed), p.fluent), nil
	case segment == transcript.SegmentLine:
		if !c.Bool("no-times") {
			out = append(out, data.Sentences(p.sides))
		}
		return append(out, train.Untimed(data.Sentences(p.sides)), train.Unpunctuated(p.fluent)), nil
	}
	c.Doing("cutting streams")
	for _, times := range []bool{true, false} {
		if times && c.Bool("no-times") {
			continue
		}
		pieces, err := train.StreamPieces(b, p.sides, times, c.Int("jobs"))
		if err != nil {
			return nil, err
		}
		out = append(out, pieces)
	}
	pieces, err := train.StreamPieces(b, train.SidesOf(p.fluent), false, c.Int("jobs"))
	if err != nil {
		return nil, err
	}
	of := 0
	for i := range pieces {
		// Artificial disfluencies are no talk.
		if i > 0 && pieces[i].Conv != pieces[i-1].Conv {
			for at := p.fluent[of].Talk; p.fluent[of].Talk == at; of++ {
			}
		}
		pieces[i].Talk = p.fluent[of].Talk
	}
	return append(out, pieces), nil
}

// segmentOf reads --segment: how text is cut, or that it is punctuated text.
func segmentOf(c *cli.Context) (segment transcript.Segmentation, written bool, err error) {
	if c.String("segment") == "written" {
		return transcript.SegmentAuto, true, nil
	}
	if segment, err = transcript.ParseSegmentation(c.String("segment")); err != nil {
		err = usage.Errorf("--segment: unknown way %q: use line, auto or written", c.String("segment"))
	}
	return segment, false, err
}

// tunedWords are of each source of fluent text how many words are tuned to.
const tunedWords = 20000

// fluentToTune reads the fluent text to tune to. Few of its sentences get an artificial
// disfluency: about as many as in text that somebody has edited and not all.
func fluentToTune(c *cli.Context, b *engine.Bundle) ([]data.Sentence, error) {
	fluent, err := MixedText(c, tunedWords, true)
	if err != nil {
		return nil, err
	}
	config := train.DefaultWrittenConfig()
	config.Artificial = 0.03
	return train.AsSpoken(b.Sentences(), fluent, config, c.Int("jobs")), nil
}
