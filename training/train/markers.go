package train

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/stages"
)

// MarkerConfig says how the model of discourse markers is trained.
type MarkerConfig struct {
	markers.Trainer
	Sure    markers.Sure
	Phrases int // how often a phrase must be a marker in the corpus to be one that the model knows
	// Annotated is how many markers 1,000 words of a conversation must have for it to be learned from: of a corpus some of whose annotators
	// mark next to none, their conversations teach that there are none. Apart is the share of the occurrences of a phrase that stand apart that
	// must be markers, in the corpus or in what editors took out, for standing apart to tell that it is one.
	Annotated, Apart float64
	Habits           uint64 // seed of the habits of typists
	Workers          int
	Report           func(stages.Event)
}

// DefaultMarkerConfig returns the configuration of the default model.
func DefaultMarkerConfig() MarkerConfig {
	return MarkerConfig{Trainer: markers.DefaultTrainer(), Sure: markers.DefaultSure, Phrases: 20, Habits: 1, Apart: 0.7}
}

// markerStep names the step.
const markerStep = "discourse markers"

// Markers trains the model of discourse markers, as a file. l reads the text. sides are an annotated
// corpus, as it was transcribed and without punctuation. fluent is edited text (see ReadMixed), transcribed
// talk that was written down with punctuation (see ReadTranscribed): what stands apart there is a marker as far
// as it is in the corpus, by phrase and punctuation, and what is joined to the words around it is none where
// nobody says "uh". Nothing is said of the rest. edited is talk from which editors have taken out what is no
// word of a clean text (see Edited): what they took out is a marker, what they left none, and from them come the tags
// of sentences ("right?") that are markers though none in the corpus.
// The result does not depend on the number of workers.
func Markers(ctx context.Context, l *stages.Labeller, sides []data.Side, fluent, transcribed, edited []data.Sentence, c MarkerConfig) ([]byte, error) {
	if c.Report == nil {
		c.Report = func(stages.Event) {}
	}
	t := &markerTask{c: c, l: l}
	sides = markedSides(sides, c.Annotated)
	spoken := data.Sentences(sides)
	counter := markers.NewCounter()
	for i := range spoken {
		countMarkers(counter, &spoken[i])
	}
	t.examples = counter.Examples(c.Phrases)
	t.tags = editedTags(edited)
	for tag := range t.tags {
		t.examples.AddTag(tag)
	}
	if err := t.learn(ctx, spoken, annotated, false); err != nil {
		return nil, err
	}
	everywhere := t.shares(spoken, annotated, func(*markers.Text, markers.Span) bool { return true })
	t.examples.Drop(func(phrase string) bool { return !t.tags[phrase] && !everywhere[phrase].atLeast(leastShare) })
	pieces := WrittenPieces(sides, false, c.Habits)
	t.apart = t.shares(pieces, annotated, (*markers.Text).SetOff)
	t.takenOut = t.shares(edited, takenOut, (*markers.Text).SetOff)
	for _, sentences := range [][]data.Sentence{pieces, WrittenPieces(sides, true, c.Habits)} {
		if err := t.learn(ctx, sentences, t.annotatedApart, false); err != nil {
			return nil, err
		}
	}
	if err := t.learn(ctx, joined(spoken), annotated, false); err != nil {
		return nil, err
	}
	t.note("corpus")
	for i, sentences := range [][]data.Sentence{fluent, transcribed} {
		for _, bare := range []bool{false, true} {
			if err := t.learn(ctx, sentences, t.transcribed, bare); err != nil {
				return nil, err
			}
		}
		t.note([]string{"edited text", "transcribed talk"}[i])
	}
	for _, bare := range []bool{false, true} {
		if err := t.learn(ctx, edited, t.edited, bare); err != nil {
			return nil, err
		}
	}
	t.note("what editors took out")
	c.Trainer.Report = func(pass int, loss float64) {
		c.Report(stages.Event{Step: markerStep, Passes: c.Passes, Progress: m3n.Progress{Pass: pass, Objective: loss}})
	}
	model, err := c.Train(ctx, t.examples)
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(map[string]any{"passes": c.Passes, "rate": c.Rate, "l2": c.L2, "least": c.Least, "seed": c.Seed, "phrases": c.Phrases, "habits": c.Habits, "annotated": c.Annotated, "apart": c.Apart,
		"go": c.Sure.Go, "stay": c.Sure.Stay, "sentences": len(spoken), "fluent": len(fluent), "transcribed": len(transcribed), "edited": len(edited)})
	if err != nil {
		return nil, err
	}
	return model.WithSure(c.Sure).Marshal(string(config))
}

// markedSides returns the sides of conversations with at least so many markers in 1,000 words.
func markedSides(sides []data.Side, least float64) []data.Side {
	counts := make(map[int]share)
	for i := range sides {
		n := counts[sides[i].Conv]
		for k := range sides[i].Tokens {
			n.all++
			if marker(&sides[i].Tokens[k]) {
				n.markers++
			}
		}
		counts[sides[i].Conv] = n
	}
	return slices.DeleteFunc(slices.Clone(sides), func(s data.Side) bool { return !counts[s.Conv].atLeast(least / 1000) })
}

// marker reports whether a token is a discourse marker or an editing term.
func marker(t *data.Token) bool { return t.Kind == data.DiscourseMarker || t.Kind == data.EditingTerm }

// leastShare is the share of the occurrences of a phrase that must be markers for the model to know it.
const leastShare = 0.05

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

// transcribed judges text that was written down with punctuation: what stands apart is a marker where it is one in the corpus.
// In edited text, to which talk belongs in which nobody says "uh", what is joined to the words before it is none, nor,
// where a sentence begins, to those behind it.
func (t *markerTask) transcribed(_ *data.Sentence, text *markers.Text, x markers.Span) verdict {
	switch {
	case text.Talk < editedRate && text.Joined(x):
		return isOther
	case t.standsApart(text, x):
		return isMarker
	}
	return unknown
}

// edited judges by what an editor took out alone. What was left where such a phrase stands apart is a matter of style.
func (t *markerTask) edited(s *data.Sentence, text *markers.Text, x markers.Span) verdict {
	v := takenOut(s, text, x)
	if v == isOther && t.standsApart(text, x) {
		return unknown
	}
	return v
}

// takenOut judges by what an editor took out alone, and what was left.
func takenOut(s *data.Sentence, _ *markers.Text, x markers.Span) verdict {
	gone := func(i int) bool { return i >= 0 && i < len(s.Tokens) && s.Tokens[i].Edit }
	n := 0
	for i := x.From; i < x.To; i++ {
		if gone(i) {
			n++
		}
	}
	switch {
	case n == 0:
		return isOther
	case n == x.To-x.From && !gone(x.From-1) && !gone(x.To):
		return isMarker
	}
	return unknown
}

// editedTags returns the phrases that editors take out mostly where they are tags of sentences.
func editedTags(edited []data.Sentence) map[string]bool {
	const (
		seen = 10
		most = 0.9
	)
	counts := make(map[string]share)
	for i := range edited {
		words, _ := stages.Words(&edited[i])
		text, end := markerText(&words, nil), len(words.Tokens)
		for n := 1; n <= markers.MaxPhrase && n < end; n++ {
			x := markers.Span{From: end - n, To: end}
			if !text.Tag(x) {
				continue
			}
			of := counts[phraseOf(text, x)]
			of.all++
			if words.Tokens[end-n].Edit && words.Tokens[end-1].Edit && !words.Tokens[end-n-1].Edit {
				of.markers++
			}
			counts[phraseOf(text, x)] = of
		}
	}
	out := make(map[string]bool)
	for phrase, n := range counts {
		if n.all >= seen && n.atLeast(most) {
			out[phrase] = true
		}
	}
	return out
}

// editedRate is the rate of talk (data.Talk.Rate) below which text counts as edited.
const editedRate = -6

// annotatedApart judges as annotated, but where a phrase stands apart that is a marker there mostly:
// where the annotators of a corpus do not agree whether it is one, readers do.
func (t *markerTask) annotatedApart(s *data.Sentence, text *markers.Text, x markers.Span) verdict {
	v := annotated(s, text, x)
	if v == isOther && t.standsApart(text, x) {
		return unknown
	}
	return v
}

// standsApart reports whether a phrase stands apart, as far as that tells in the corpus, or is a tag.
func (t *markerTask) standsApart(text *markers.Text, x markers.Span) bool {
	const seen = 20
	if t.tags[phraseOf(text, x)] {
		return text.Tag(x)
	}
	if !text.SetOff(x) {
		return false
	}
	for _, shares := range []map[string]share{t.apart, t.takenOut} {
		if n := shares[phraseOf(text, x)]; n.all >= seen && n.atLeast(t.c.Apart) {
			return true
		}
	}
	return false
}

func phraseOf(t *markers.Text, x markers.Span) string { return strings.Join(t.Words[x.From:x.To], " ") }

// markerTask is one training of the model.
type markerTask struct {
	c        MarkerConfig
	l        *stages.Labeller
	examples *markers.Examples
	tags     map[string]bool  // see editedTags
	apart    map[string]share // of what stands apart in the corpus as it was transcribed, by phrase
	takenOut map[string]share // the same, of what editors took out
}

// share is how many occurrences there are of which the corpus says what they are, and how many of them are markers.
type share struct{ all, markers int }

func (n share) atLeast(least float64) bool { return float64(n.markers) >= least*float64(n.all) }

// shares returns those of the phrases in sentences, of the occurrences that are counted and of which something is known.
func (t *markerTask) shares(sentences []data.Sentence, known judge, counted func(*markers.Text, markers.Span) bool) map[string]share {
	out := make(map[string]share)
	for i := range sentences {
		words, _ := stages.Words(&sentences[i])
		text := markerText(&words, nil)
		for _, x := range t.examples.Spans(text) {
			v := known(&words, text, x)
			if v == unknown || !counted(text, x) {
				continue
			}
			n := out[phraseOf(text, x)]
			n.all++
			if v == isMarker {
				n.markers++
			}
			out[phraseOf(text, x)] = n
		}
	}
	return out
}

func (t *markerTask) note(of string) {
	all, some := t.examples.Len()
	t.c.Report(stages.Event{Step: markerStep, Note: fmt.Sprintf("with %s: %d examples, %d of them markers", of, all, some)})
}

// learn adds the examples of sentences, with bare as if they had neither punctuation nor case.
func (t *markerTask) learn(ctx context.Context, sentences []data.Sentence, judge judge, bare bool) error {
	const batch = 256
	type read struct {
		words data.Sentence
		text  *markers.Text
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
			out = append(out, read{words, markerText(&words, tags)})
		}
		return out
	}, func(_ int, batch []read) error {
		for i := range batch {
			x := &batch[i]
			as := *x.text
			if bare {
				as.Written = nil
			}
			for _, span := range t.examples.Spans(x.text) {
				if v := judge(&x.words, x.text, span); v != unknown {
					t.examples.Add(&as, span, v == isMarker)
				}
			}
		}
		return ctx.Err()
	})
}

// markerText returns a sentence of words as models of discourse markers read it.
func markerText(words *data.Sentence, tags []uint32) *markers.Text {
	out := &markers.Text{Tags: tags, Written: words.Written, Closes: words.Closes}
	if words.Talk.Words > 0 {
		out.Talk = words.Talk.Rate()
	}
	for i := range words.Tokens {
		out.Words = append(out.Words, words.Tokens[i].Text)
	}
	return out
}
