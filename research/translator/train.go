package translator

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/translation"
)

// Train trains a translator and returns its file. Weights are tuned to a part of the text
// that no rule is taken from.
func (c Config) Train(ctx context.Context, tr *punct.Trainer, step string, in []*punct.Example) ([]byte, error) {
	settings := struct {
		Config
		Text uint64
	}{c, xxh3.HashString(c.Text)}
	return tr.Step(step, settings, in, func(config string) ([]byte, error) {
		if tr.Report != nil {
			tr.Report(stages.Event{Step: step})
		}
		t, err := c.train(ctx, in, tr)
		if err != nil {
			return nil, fmt.Errorf("training the %s: %w", step, err)
		}
		return t.Marshal(config)
	})
}

// How much is held out: every so many segments, up to so many words, and no weights are
// tuned to fewer segments.
const (
	translationHeld      = 10
	translationHeldWords = 6000
	fewestHeld           = 30
)

func (c *Config) train(ctx context.Context, in []*punct.Example, tr *punct.Trainer) (*Translator, error) {
	examples := c.segments(in)
	text, err := textSegments(c.Text)
	if err != nil {
		return nil, err
	}
	words, textWords := translation.Words(examples), translation.Words(text)
	from := &examples
	if len(text) > 0 {
		from = &text
	}
	var held []translation.Segment
	*from, held = holdOut(*from)
	segments := append(examples, text...)
	if len(segments) == 0 {
		return nil, punct.ErrNoExamples
	}
	m := &translation.Model{Lexicon: translation.NewLexicon(segments)}
	uses := translation.Uses{Hierarchical: !c.Phrases, Unknown: true, Kinds: true}
	m.Weights, _ = uses.Start()
	options := translation.ExtractOptions{Borders: true, Unknown: true, Hierarchical: !c.Phrases, Workers: max(tr.Workers, 1)}
	if m.Rules, err = translation.Extract(ctx, segments, options); err != nil {
		return nil, err
	}
	if m.LM, err = translation.EstimateLM(segments, c.Order, true); err != nil {
		return nil, err
	}
	m.LM = m.LM.Quantise()
	h := header{Phrases: c.Phrases, Kept: c.Kept, Words: words, TextWords: textWords, Scale: 1, Floor: 0.05, Shares: sharesOf(segments)}
	if len(held) >= fewestHeld {
		o := translation.TuneOptions{}
		o.Workers, o.Seed = max(tr.Workers, 1), tr.Seed
		if m.Weights, err = uses.Tune(ctx, m, newDecoder, held, o); err != nil {
			return nil, err
		}
		h.calibrate(m, held, max(tr.Workers, 1))
	}
	return newTranslator(m, h), nil
}

// holdOut takes some of the segments out.
func holdOut(segments []translation.Segment) (rest, held []translation.Segment) {
	// They are from all over the text.
	every := max(translationHeld, translation.Words(segments)/translationHeldWords)
	for i := range segments {
		if i%every == every-1 {
			held = append(held, segments[i])
		} else {
			rest = append(rest, segments[i])
		}
	}
	return rest, held
}

// sharesOf returns the shares of marks after words.
func sharesOf(segments []translation.Segment) (out [data.NumPuncts]float64) {
	total := 0.0
	for m := range out {
		out[m] = 1 // so that none has no share
		total++
	}
	for i := range segments {
		for _, g := range segments[i].Gaps[1:] {
			out[stopOf(g)]++
			total++
		}
	}
	for m := range out {
		out[m] /= total
	}
	return out
}

// calibrate chooses Scale and Floor by the likelihood of segments that were held out.
func (h *header) calibrate(m *translation.Model, held []translation.Segment, workers int) {
	lists := make([][]translation.Translation, len(held))
	decoders := make([]translation.Decoder, workers)
	parallel.Strided(workers, len(held), func(w, i int) {
		if decoders[w] == nil {
			decoders[w] = newDecoder(m, !h.Phrases)
		}
		lists[i] = decoders[w].Decode(held[i].Words, listedBest)
	})
	best, bestLogp := *h, math.Inf(-1)
	for _, scale := range []float64{1, 2, 4, 8, 16, 32} {
		for _, floor := range []float64{0.01, 0.02, 0.05, 0.1, 0.2} {
			x := *h
			x.Scale, x.Floor = scale, floor
			logp := 0.0
			var weights []float64
			for i := range held {
				weights = x.shares(weights[:0], lists[i])
				for g := 1; g < len(held[i].Gaps); g++ {
					var p [data.NumPuncts]float64
					for k := range lists[i] {
						p[stopOf(lists[i][k].Gaps[g])] += weights[k]
					}
					x.smooth(&p)
					logp += math.Log(p[stopOf(held[i].Gaps[g])])
				}
			}
			if logp > bestLogp {
				best, bestLogp = x, logp
			}
		}
	}
	*h = best
}

// segments returns the words and marks of examples, cut at ends of sentences.
func (c *Config) segments(in []*punct.Example) []translation.Segment {
	const least = 40 // words
	marks := [data.NumPuncts]translation.Mark{data.Comma: translation.Comma, data.Period: translation.Period, data.QMark: translation.Question}
	var out []translation.Segment
	for _, e := range in {
		df := e.Input.DF
		if df == nil {
			df = e.Gold.DF
		}
		s := &source{}
		flush := func() {
			if len(s.words) == 0 {
				return
			}
			x := translation.Segment{Words: s.words, Gaps: make([]translation.Marks, len(s.words)+1)}
			for i, last := range s.last {
				mark := e.Gold.Mark(last)
				if c.Kept {
					mark = e.Gold.Puncts[last]
				}
				if mark != data.NoPunct {
					x.Gaps[i+1] = translation.MarksOf(marks[mark])
				}
			}
			out = append(out, x)
			s = &source{}
		}
		for t := range e.Gold.Puncts {
			if !c.Kept || df[t] == data.O {
				s.addToken(t, e.Input.Reading.Text(t))
			}
			if e.Gold.Ends[t] && len(s.words) >= least {
				flush()
			}
		}
		flush()
	}
	return out
}

// textSegments returns the segments of a text, of which each line is one.
func textSegments(text string) ([]translation.Segment, error) {
	r := translation.NewReader("en")
	var out []translation.Segment
	n := 0
	for line := range strings.Lines(text) {
		n++
		if _, after, ok := strings.Cut(line, "\t"); ok {
			line = after
		}
		s := r.Read(line)
		for i, w := range s.Words {
			s.Words[i] = foldWord(w)
		}
		if len(s.Words) > 0 {
			out = append(out, *s)
		}
	}
	if text != "" && len(out) == 0 {
		return nil, fmt.Errorf("the text with marks has %d lines and no words", n)
	}
	return out, nil
}
