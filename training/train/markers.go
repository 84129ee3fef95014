package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// MarkerConfig says how the model of discourse markers is trained.
type MarkerConfig struct {
	markers.Trainer
	Sure    markers.Sure
	Phrases int    // how often a phrase must be a marker in the corpus to be one that the model knows
	Habits  uint64 // seed of the habits of typists
	Workers int
	Report  func(stages.Event)
}

// DefaultMarkerConfig returns the configuration of the default model.
func DefaultMarkerConfig() MarkerConfig {
	return MarkerConfig{Trainer: markers.DefaultTrainer(), Sure: markers.DefaultSure, Phrases: 20, Habits: 1}
}

// markerStep names the step.
const markerStep = "discourse markers"

// Markers trains the model of discourse markers, as a file. l reads the text. sides are an annotated
// corpus, as it was transcribed and without punctuation. fluent is edited text (see ReadMixed), transcribed
// talk that was written down with punctuation (see ReadTranscribed): what stands apart there is a marker as far
// as it is in the corpus, by phrase and punctuation, and what is joined to the words around it is none where
// nobody says "uh". Nothing is said of the rest.
// The result does not depend on the number of workers.
func Markers(ctx context.Context, l *stages.Labeller, sides []data.Side, fluent, transcribed []data.Sentence, c MarkerConfig) ([]byte, error) {
	if c.Report == nil {
		c.Report = func(stages.Event) {}
	}
	t := &markerTask{c: c, l: l}
	spoken := data.Sentences(sides)
	counter := markers.NewCounter()
	for i := range spoken {
		countMarkers(counter, &spoken[i])
	}
	t.examples = counter.Examples(c.Phrases)

	if err := t.each(ctx, spoken, annotated); err != nil {
		return nil, err
	}
	t.examples.Drop(func(phrase string) bool {
		n := t.counts[apartKey{phrase, false}]
		return n.markers*100 < n.all*leastShare
	})
	t.counting = true
	if err := t.each(ctx, WrittenPieces(sides, false, c.Habits), annotated); err != nil {
		return nil, err
	}
	t.counting, t.apart = false, t.counts
	for _, habits := range []bool{false, true} {
		if err := t.each(ctx, WrittenPieces(sides, habits, c.Habits), t.apartOrUnknown); err != nil {
			return nil, err
		}
	}
	if err := t.each(ctx, joined(spoken), annotated); err != nil {
		return nil, err
	}
	t.note("corpus")
	for _, text := range []struct {
		of        string
		sentences []data.Sentence
		judge     judge
	}{{"edited text", fluent, t.transcribed}, {"transcribed talk", transcribed, t.transcribed}} {
		if err := t.each(ctx, text.sentences, text.judge); err != nil {
			return nil, err
		}
		t.bare = true
		if err := t.each(ctx, text.sentences, text.judge); err != nil {
			return nil, err
		}
		t.bare = false
		t.note(text.of)
	}
	c.Trainer.Report = func(pass int, loss float64) {
		c.Report(stages.Event{Step: markerStep, Passes: c.Passes, Progress: m3n.Progress{Pass: pass, Objective: loss}})
	}
	model, err := c.Train(ctx, t.examples)
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(map[string]any{"passes": c.Passes, "rate": c.Rate, "l2": c.L2, "least": c.Least, "seed": c.Seed, "phrases": c.Phrases, "habits": c.Habits,
		"go": c.Sure.Go, "stay": c.Sure.Stay, "sentences": len(spoken), "fluent": len(fluent), "transcribed": len(transcribed)})
	if err != nil {
		return nil, err
	}
	return model.WithSure(c.Sure).Marshal(string(config))
}

// marker reports whether a token is a discourse marker or an editing term.
func marker(t *data.Token) bool { return t.Kind == data.DiscourseMarker || t.Kind == data.EditingTerm }

// leastShare is the percentage of the occurrences of a phrase that must be markers.
const leastShare = 5

// countMarkers counts the runs of a sentence of one kind of marker, or of conjunctions.
func countMarkers(c *markers.Counter, s *data.Sentence) {
	words, _ := stages.Words(s)
	var run []string
	for i := range words.Tokens {
		w := &words.Tokens[i]
		if i > 0 && words.Tokens[i-1].Kind != w.Kind {
			c.Add(run, words.Tokens[i-1].Kind == data.Conjunction)
			run = run[:0]
		}
		if (marker(w) || w.Kind == data.Conjunction) && !w.Edit {
			run = append(run, w.Text)
		}
	}
	c.Add(run, len(words.Tokens) > 0 && words.Tokens[len(words.Tokens)-1].Kind == data.Conjunction)
}

// joined returns sentences three at a time, as streams of words are cut into pieces that may hold several.
func joined(sentences []data.Sentence) []data.Sentence {
	const several = 3
	var out []data.Sentence
	for i := 0; i < len(sentences); {
		s := data.Sentence{Conv: sentences[i].Conv, Speaker: sentences[i].Speaker, Talk: sentences[i].Talk}
		for n := 0; n < several && i < len(sentences) && sentences[i].Conv == s.Conv && sentences[i].Speaker == s.Speaker; n++ {
			s.Tokens = append(s.Tokens, sentences[i].Tokens...)
			i++
		}
		out = append(out, s)
	}
	return out
}

// verdict is what is known of an occurrence.
type verdict uint8

const (
	unknown verdict = iota
	isMarker
	isOther
)

// judge says what is known of an occurrence of a sentence of words.
type judge func(s *data.Sentence, t *markers.Text, x markers.Span) verdict

// annotated judges by the kinds of a corpus. Of what is in a reparandum, or a marker in part, nothing is
// known.
func annotated(s *data.Sentence, _ *markers.Text, x markers.Span) verdict {
	n := 0
	for i := x.From; i < x.To; i++ {
		switch w := &s.Tokens[i]; {
		case w.Edit || !marker(w) && w.Kind != data.NoKind:
			return unknown
		case marker(w):
			n++
		}
	}
	switch n {
	case 0:
		return isOther
	case x.To - x.From:
		return isMarker
	}
	return unknown
}

// transcribed judges text that was written down with punctuation: in edited text, to which talk belongs in which nobody
// says "uh", what is joined to the words before it is no marker, nor, where a sentence begins, to those behind it.
func (t *markerTask) transcribed(s *data.Sentence, text *markers.Text, x markers.Span) verdict {
	if text.Talk < editedRate && text.Joined(x) {
		return isOther
	}
	return t.setOff(s, text, x)
}

// editedRate is the rate of talk (data.Talk.Rate) below which text counts as edited.
const editedRate = -6

// apartOrUnknown judges as annotated, but where a phrase stands apart that does so as a marker mostly:
// where the annotators of a corpus do not agree whether it is one, readers do.
func (t *markerTask) apartOrUnknown(s *data.Sentence, text *markers.Text, x markers.Span) verdict {
	v := annotated(s, text, x)
	if v == isOther && t.setOff(s, text, x) == isMarker {
		return unknown
	}
	return v
}

// setOff judges by how a phrase stands apart, as far as that tells in the corpus.
func (t *markerTask) setOff(_ *data.Sentence, text *markers.Text, x markers.Span) verdict {
	const (
		seen = 20
		sure = 0.7
	)
	n := t.apart[apartOf(text, x)]
	if text.SetOff(x) && n.all >= seen && float64(n.markers) >= sure*float64(n.all) {
		return isMarker
	}
	return unknown
}

// apartKey is a phrase, and whether it stands apart.
type apartKey struct {
	phrase string
	off    bool
}

func apartOf(t *markers.Text, x markers.Span) apartKey {
	return apartKey{strings.Join(t.Words[x.From:x.To], " "), t.Written != nil && t.SetOff(x)}
}

// markerTask is one training of the model.
type markerTask struct {
	c        MarkerConfig
	l        *stages.Labeller
	examples *markers.Examples
	apart    map[apartKey]apartCount // of the corpus as it was transcribed
	counts   map[apartKey]apartCount // of the sentences of the last call of each
	bare     bool                    // examples are without punctuation and case
	counting bool                    // occurrences are counted, and no examples are made
}

type apartCount struct{ all, markers int }

func (t *markerTask) note(of string) {
	all, some := t.examples.Len()
	t.c.Report(stages.Event{Step: markerStep, Note: fmt.Sprintf("with %s: %d examples, %d of them markers", of, all, some)})
}

// each adds the examples of sentences.
func (t *markerTask) each(ctx context.Context, sentences []data.Sentence, judge judge) error {
	t.counts = make(map[apartKey]apartCount)
	const batch = 256
	type read struct {
		words data.Sentence
		tags  []uint32
	}
	n := (len(sentences) + batch - 1) / batch
	return parallel.InOrder(ctx, max(t.c.Workers, 1), n, func(_ context.Context, b int) []read {
		var out []read
		for i := b * batch; i < min(len(sentences), (b+1)*batch); i++ {
			words, _ := stages.Words(&sentences[i])
			if len(words.Tokens) == 0 {
				continue
			}
			r := t.l.Read(&words)
			tags := make([]uint32, r.Len())
			for k := range tags {
				tags[k] = r.Tag(k)
			}
			r.Release()
			out = append(out, read{words, tags})
		}
		return out
	}, func(_ int, batch []read) error {
		for i := range batch {
			t.add(&batch[i].words, batch[i].tags, judge)
		}
		return ctx.Err()
	})
}

// add adds the examples of a sentence of words.
func (t *markerTask) add(words *data.Sentence, tags []uint32, judge judge) {
	text := &markers.Text{Tags: tags, Written: words.Written}
	if words.Talk.Words > 0 {
		text.Talk = words.Talk.Rate()
	}
	for i := range words.Tokens {
		text.Words = append(text.Words, words.Tokens[i].Text)
	}
	as := *text
	if t.bare {
		as.Written = nil
	}
	for _, x := range t.examples.Spans(text) {
		v := judge(words, text, x)
		if v == unknown {
			continue
		}
		k := apartOf(text, x)
		n := t.counts[k]
		n.all++
		if v == isMarker {
			n.markers++
		}
		t.counts[k] = n
		if !t.counting {
			t.examples.Add(&as, x, v == isMarker)
		}
	}
}

// ReadTranscribed reads sentences of talk that was written down as it was said, with punctuation, from a
// folders as those of ReadMixed, each from the first that has it: of each source at most so many words, from all over the file. Nothing is
// left out for what may be disfluent, and nothing is annotated.
func ReadTranscribed(folders, sources []string, words int) ([]data.Sentence, error) {
	var out []data.Sentence
	for _, source := range sources {
		var blocks [][]string
		err := fmt.Errorf("talk: there is no folder to look for %s in", source)
		for _, folder := range folders {
			if blocks, err = mixedBlocks(folder, source, words, 0, false); err == nil || !errors.Is(err, fs.ErrNotExist) {
				break
			}
		}
		if err != nil {
			return nil, err
		}
		first := len(out)
		var talk data.Talk
		for _, lines := range blocks {
			d, err := transcript.ParseText(strings.Join(lines, "\n")+"\n", source)
			if err != nil {
				return nil, err
			}
			for _, s := range d.Segments(transcript.SegmentAuto) {
				if sentence := d.Sentence(s); sentence.Written != nil {
					out = append(out, sentence)
					talk.AddAll(&sentence)
				}
			}
		}
		for i := range out[first:] {
			out[first+i].Talk = talk
		}
	}
	return out, nil
}
