//go:build !small

package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/lm"
)

func lmQuery(c *cli.Context) error {
	m, err := openLM(c)
	if err != nil {
		return err
	}
	v := m.Vocabulary()
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		var number []byte
		item := func(word string, logp float64, order int, end string) {
			out.WriteString(word)
			out.WriteByte(' ')
			number = strconv.AppendInt(number[:0], int64(order), 10)
			number = append(number, ' ')
			number = strconv.AppendFloat(number, logp/math.Ln10, 'g', 8, 64)
			out.Write(number)
			out.WriteString(end)
		}
		return eachLine(c, c.Args().Slice()[1:], func(words []string) error {
			s := m.BeginState()
			for _, word := range words {
				logp, next, order := m.ScoreOrder(s, v.ID(word))
				item(word, logp, order, "\t")
				s = next
			}
			logp, _, order := m.ScoreOrder(s, lm.End)
			item(lm.EndWord, logp, order, "\n")
			return out.Flush()
		})
	})
}

func lmPerplexity(c *cli.Context) error {
	m, err := openLM(c)
	if err != nil {
		return err
	}
	v := m.Vocabulary()
	var all, known float64
	var words, unknown, sentences int
	err = eachLine(c, c.Args().Slice()[1:], func(line []string) error {
		s := m.BeginState()
		score := func(id uint32) {
			var logp float64
			logp, s = m.Score(s, id)
			all += logp
			if id != lm.Unknown {
				known += logp
			} else {
				unknown++
			}
			words++
		}
		for _, w := range line {
			score(v.ID(w))
		}
		score(lm.End)
		sentences++
		return nil
	})
	if err != nil {
		return err
	}
	if sentences == 0 {
		return fmt.Errorf("there is no text to measure")
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%d sentences, %d words with </s>, %d of them unknown\nperplexity %.4f with unknown words, %.4f without\n",
			sentences, words, unknown, math.Exp(-all/float64(words)), math.Exp(-known/float64(words-unknown)))
		return err
	})
}

func lmHidden(c *cli.Context) error {
	if err := usage.Required(c, "events"); err != nil {
		return err
	}
	m, err := openLM(c)
	if err != nil {
		return err
	}
	var events []string
	err = eachLine(c, []string{c.String("events")}, func(words []string) error {
		events = append(events, words...)
		return nil
	})
	if err != nil {
		return err
	}
	h, err := lm.NewHidden(m, events)
	if err != nil {
		return err
	}
	h.Sentences = c.Bool("sentences")
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		return writeHidden(c, h, m.Vocabulary(), events, w)
	})
}

// writeHidden writes the words of the texts with their events, or, a line per
// word, the probabilities of the events after it.
func writeHidden(c *cli.Context, h *lm.Hidden, v *lm.Vocabulary, events []string, w io.Writer) error {
	var ids []uint32
	return eachLine(c, c.Args().Slice()[1:], func(words []string) error {
		ids = ids[:0]
		for _, word := range words {
			ids = append(ids, v.ID(word))
		}
		var posteriors [][]float64
		if c.Bool("posteriors") {
			for range words {
				posteriors = append(posteriors, make([]float64, len(events)+1))
			}
		}
		best, _ := h.Decode(ids, posteriors)
		var b strings.Builder
		for i, word := range words {
			if posteriors != nil {
				fmt.Fprintf(&b, "%s\t%s %.6g", word, noEvent, posteriors[i][lm.NoEvent])
				for e, name := range events {
					fmt.Fprintf(&b, " %s %.6g", name, posteriors[i][e+1])
				}
				b.WriteByte('\n')
				continue
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(word)
			if best[i] != lm.NoEvent {
				b.WriteString(" " + events[best[i]-1])
			}
		}
		if posteriors == nil {
			b.WriteByte('\n')
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// noEvent is how SRILM writes that there is no event.
const noEvent = "*noevent*"
