package training

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// DefaultHoldOut keeps enough to see whether what was tuned holds elsewhere, and leaves
// most to tune to.
const DefaultHoldOut = 5

func holdOutFlag() cli.Flag {
	return &cli.StringFlag{Name: "hold-out", Aliases: []string{"held-out"}, Value: strconv.Itoa(DefaultHoldOut),
		Usage: "keep `WHAT` out of tuning, and score it: a number N for every N-th conversation, a share such as 0.1 of the conversations, or a labelled token TSV of its own; 0 keeps nothing out"}
}

// HoldOut says what is kept out of tuning.
type HoldOut struct {
	Every int     // every so many-th conversation; 0: none
	share float64 // of the conversations; 0: none
	file  string  // a corpus of its own
}

// parseHoldOut reads --hold-out.
func parseHoldOut(s string) (HoldOut, error) {
	if n, err := strconv.Atoi(s); err == nil {
		if n == 0 || n >= 2 {
			return HoldOut{Every: n}, nil
		}
		return HoldOut{}, usage.Errorf("--hold-out: every %d. conversation cannot be held out: use 2 or more, or 0 to hold out none", n)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		if f > 0 && f < 1 {
			return HoldOut{share: f}, nil
		}
		return HoldOut{}, usage.Errorf("--hold-out: the share %s is not between 0 and 1", s)
	}
	if info, err := os.Stat(s); err != nil || info.IsDir() {
		return HoldOut{}, usage.Errorf("--hold-out takes a number of conversations, a share of them, or a labelled token TSV: %q is none of them, and no file", s)
	}
	return HoldOut{file: s}, nil
}

// of reports whether the k-th conversation, from 0, is held out.
func (h HoldOut) of(k int) bool {
	switch {
	case h.Every > 0:
		return k%h.Every == h.Every-1
	case h.share > 0:
		return int(float64(k+1)*h.share) > int(float64(k)*h.share)
	}
	return false
}

// String says what is held out.
func (h HoldOut) String() string {
	switch {
	case h.file != "":
		return h.file + ", held out"
	case h.Every > 0:
		return fmt.Sprintf("every %s conversation, held out", ordinal(h.Every))
	}
	return fmt.Sprintf("a share of %g of the conversations, held out", h.share)
}

func ordinal(n int) string {
	end := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// Split parts items by their conversations: those to tune to, and those held out. Items of
// no conversation are taken one by one, each as a conversation of its own.
func Split[T any](h HoldOut, items []T, conv func(*T) int) (rest, held []T) {
	number := make(map[int]int)
	alone := 0
	for i := range items {
		k := alone
		if c := conv(&items[i]); c <= 0 {
			alone++
		} else {
			if _, ok := number[c]; !ok {
				number[c] = len(number)
			}
			k = number[c]
		}
		if h.of(k) {
			held = append(held, items[i])
		} else {
			rest = append(rest, items[i])
		}
	}
	return rest, held
}

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

// sentences makes of a part what an engine works on: gold sentences, pieces of streams, or
// text with punctuation, sentences and streams with their times and without. There are none where the
// part is empty.
func (p *tuningPart) sentences(c *Run, b *engine.Bundle, segment transcript.Segmentation, written bool) ([]data.Sentence, error) {
	var out []data.Sentence
	switch {
	case written:
		seed := train.DefaultWrittenConfig().Seed
		out = append(train.WrittenPieces(p.sides, false, seed), train.WrittenPieces(p.sides, true, seed)...)
		return append(out, p.fluent...), nil
	case segment == transcript.SegmentLine:
		if !c.Bool("no-times") {
			out = data.Sentences(p.sides)
		}
		untimed := train.Untimed(data.Sentences(p.sides))
		return slices.Concat(out, untimed, train.Bare(p.fluent)), nil
	}
	for _, times := range []bool{true, false} {
		if times && c.Bool("no-times") {
			continue
		}
		pieces, err := train.StreamPieces(b, p.sides, times, c.Int("jobs"))
		if err != nil {
			return nil, err
		}
		out = append(out, pieces...)
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
	return append(out, pieces...), nil
}
