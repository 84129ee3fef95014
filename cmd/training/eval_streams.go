package training

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// streamScores are the scores on whole sides of conversations.
type streamScores struct {
	disfluency  metric.Disfluency
	punctuation metric.Punctuation
	waited      []int // words that each word waits for, ascending
	words       int
	elapsed     time.Duration
	// Of the headline figures.
	edit, filler, all, ends resampled
}

// evalStreams scores a pipeline on speaker-long streams of words (EMNLP 2014,
// section 3.1).
func evalStreams(c *cli.Context, p *pipeline.Pipeline) error {
	sides, err := Scored(c, c.String("corpus"), c.String("split"), c.String("only"))
	if err != nil {
		return err
	}
	seen := viewsOf(c, true)
	var scored []evalScores
	for i := range seen {
		s, err := scoreStreams(c, p, sides, &seen[i])
		if err != nil {
			return err
		}
		scored = append(scored, s)
	}
	return writeScores(c, seen, scored)
}

func scoreStreams(c *cli.Context, p *pipeline.Pipeline, sides []data.Side, seen *view) (*streamScores, error) {
	out := &streamScores{}
	streams := make([]data.Sentence, len(sides))
	golds := make([]*punct.Gold, len(sides))
	outcomes := make([]pipeline.Outcome, len(sides))
	for i := range sides {
		streams[i].Tokens, golds[i] = punct.Words(&sides[i])
	}
	out.disfluency.NoConjunctions = metric.WithoutConjunctions(streams)
	seen.hide(streams)
	if chars := c.Int("cues"); chars > 0 {
		for i := range streams {
			cueTimes(streams[i].Tokens, chars)
		}
	}
	scored := Counting(c, "scoring", "stream", "streams", len(streams))
	start := time.Now()
	err := parallel.Each(c.Context, c.Int("jobs"), len(streams), func(i int) (err error) {
		outcomes[i], err = p.Whole(c.Context, &streams[i])
		scored()
		return err
	})
	if err != nil {
		return nil, err
	}
	out.elapsed = time.Since(start)
	for i, o := range outcomes {
		if o.Problem != nil {
			fmt.Fprintf(c.App.ErrWriter, "tidytalk: side %d: the decoder failed, so the baseline's labels stand: %v\n", i+1, o.Problem)
		}
		before := *out
		out.disfluency.Add(&streams[i], o.Decisions)
		out.words += len(o.Decisions)
		g := golds[i]
		for t := range o.Decisions {
			d := &o.Decisions[t]
			out.punctuation.Add(g.Fluent[t], g.Puncts[t], decisions.PunctOf(d))
			out.punctuation.Ends.Add(g.Ends[t], d.End)
			out.punctuation.EndPuncts.Add(g.EndPuncts[t], d.EndPunct)
			out.waited = append(out.waited, d.Waited)
		}
		out.punctuation.Streams++
		conv := sides[i].Conv
		out.edit.add(conv, out.disfluency.Edit.Minus(before.disfluency.Edit))
		out.filler.add(conv, out.disfluency.Filler.Minus(before.disfluency.Filler))
		out.all.add(conv, out.punctuation.All().Minus(before.punctuation.All()))
		out.ends.add(conv, out.punctuation.Ends.Minus(before.punctuation.Ends))
	}
	slices.Sort(out.waited)
	return out, nil
}

func (s *streamScores) size() string {
	return fmt.Sprintf("%d words in %d streams%s", s.words, s.punctuation.Streams, notCounted(&s.disfluency))
}

func (s *streamScores) sections() []figureRows {
	byMark := func(marks *metric.Marks, all *resampled) []figureRow {
		var out []figureRow
		for m := data.Comma; m < data.NumPuncts; m++ {
			out = append(out, figureRow{m.String(), marks[m], nil})
		}
		return append(out, figureRow{"all punctuation", marks.All(), all})
	}
	own := []figureRow{{"edit words", s.disfluency.Edit, &s.edit}, {"filler words", s.disfluency.Filler, &s.filler}}
	own = append(own, byMark(&s.punctuation.Puncts, &s.all)...)
	own = append(own, figureRow{"sentence boundaries", s.punctuation.Ends, &s.ends})
	return []figureRows{{"", own}, {"punctuation at sentence boundaries, by the papers' rule", byMark(&s.punctuation.EndPuncts, nil)}}
}

func (s *streamScores) write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(to, "%s\n\n", s.size())
	writeSections(w, s.sections())
	if err := w.Flush(); err != nil {
		return err
	}
	at := func(q float64) int { return s.waited[min(len(s.waited)-1, int(q*float64(len(s.waited))))] }
	_, err := fmt.Fprintf(to, "\n%d words in %v: %.0f words/s\na word waits for %d words after it at the median, %d at the 99th percentile, %d at most\n",
		s.words, s.elapsed.Round(time.Millisecond), float64(s.words)/s.elapsed.Seconds(), at(0.5), at(0.99), at(1))
	return err
}

func (s *streamScores) json() map[string]any {
	byMark := func(of *metric.Marks) map[string]scores {
		out := make(map[string]scores)
		for m := data.Comma; m < data.NumPuncts; m++ {
			out[m.String()] = scoresOf(of[m])
		}
		return out
	}
	readers, papers := &s.punctuation.Puncts, &s.punctuation.EndPuncts
	return map[string]any{
		"streams": s.punctuation.Streams, "words": s.words,
		"edit": scoresOf(s.disfluency.Edit).with(&s.edit), "filler": scoresOf(s.disfluency.Filler).with(&s.filler),
		"punctuation": scoresOf(readers.All()).with(&s.all), "marks": byMark(readers), "ends": scoresOf(s.punctuation.Ends).with(&s.ends),
		"conjunctions_not_annotated": s.disfluency.Conjunctions,
		"papers":                     map[string]any{"punctuation": scoresOf(papers.All()), "marks": byMark(papers)},
	}
}

// cuePause is the pause, in seconds, at which --cues starts another subtitle.
const cuePause = 0.8

// cueTimes leaves of the word times of a stream what subtitles of at most so many
// characters would: when the first word of each starts and when the last one ends. These
// words last as long as is due to them by their letters, as in
// transcript.Document.Sentence.
func cueTimes(tokens []data.Token, chars int) {
	for i := 0; i < len(tokens); {
		if !tokens[i].Timed {
			i++
			continue
		}
		end, last, letters := i, i, 0
		for ; end < len(tokens) && (end == i || letters+len(tokens[end].Text) < chars); end++ {
			if t := &tokens[end]; t.Timed {
				if t.Start-tokens[last].End > cuePause {
					break
				}
				last = end
			}
			letters += len(tokens[end].Text) + 1
		}
		from, to := tokens[i].Start, tokens[last].End
		share := func(k int) float64 { return (to - from) * float64(len(tokens[k].Text)+1) / float64(letters) }
		for k := i; k < end; k++ {
			tokens[k].Timed = k == i || k == end-1
		}
		first, final := &tokens[i], &tokens[end-1]
		first.End = from + share(i)
		if final.End = to; end-1 > i {
			final.Start = to - share(end-1)
		}
		first.Start = from
		i = end
	}
}
