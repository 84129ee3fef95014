package chinese

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/research/annotate"
)

// annotation is what is kept of the predicted annotation of a text: of each word of it its tag,
// phrase and functional chunk.
type annotation [][3]string

// annotated returns the texts with predicted annotation, or takes that from Dir.
func (s *Study) annotated(ctx context.Context) (train, dev []zh.Sentence, err error) {
	config, err := json.Marshal(s.Annotator)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.step("annotation", string(config), s.Train, s.Dev, func() ([]byte, error) {
		report := func(p annotate.Progress) {
			if s.Report != nil {
				s.Report(stages.Event{Step: "annotation", Progress: p.Progress})
			}
		}
		train, err := annotate.Jackknifed(ctx, s.Train, s.Annotator, s.Annotator.Folds, s.Workers, report)
		if err != nil {
			return nil, err
		}
		a, err := annotate.Train(ctx, s.Train, s.Annotator, s.Workers, report)
		if err != nil {
			return nil, err
		}
		dev := a.Annotated(s.Dev, s.Workers)
		return json.Marshal([]annotation{annotationOf(train), annotationOf(dev)})
	})
	if err != nil {
		return nil, nil, fmt.Errorf("annotation: %w", err)
	}
	var both []annotation
	if err := json.Unmarshal(b, &both); err != nil || len(both) != 2 {
		return nil, nil, fmt.Errorf("annotation: a step of another text: %w", err)
	}
	if train, err = both[0].put(s.Train); err != nil {
		return nil, nil, err
	}
	dev, err = both[1].put(s.Dev)
	return train, dev, err
}

func annotationOf(text []zh.Sentence) (out annotation) {
	for _, s := range text {
		for _, w := range s.Words {
			out = append(out, [3]string{w.Tag, w.Phrase, w.Chunk})
		}
	}
	return out
}

// put returns a text with the annotation.
func (a annotation) put(text []zh.Sentence) ([]zh.Sentence, error) {
	out := slices.Clone(text)
	for i := range out {
		out[i].Words = slices.Clone(out[i].Words)
		if len(a) < len(out[i].Words) {
			return nil, fmt.Errorf("annotation: there is none of sentence %d", i+1)
		}
		for t := range out[i].Words {
			w := &out[i].Words[t]
			w.Tag, w.Phrase, w.Chunk = a[t][0], a[t][1], a[t][2]
		}
		a = a[len(out[i].Words):]
	}
	return out, nil
}

// Right counts what is right of the predicted annotation of a text: tags, and phrases and functional chunks,
// of which both ends and the kind are.
type Right struct{ Tags, Phrases, Chunks metric.Counts }

// rightOf compares the predicted annotation of a text with that of the treebank.
func rightOf(gold, found []zh.Sentence) *Right {
	r := &Right{}
	for i, g := range gold {
		f := found[i].Words
		for t := range f {
			if f[t].Tag == g.Words[t].Tag {
				r.Tags.TP++
			} else {
				r.Tags.FP, r.Tags.FN = r.Tags.FP+1, r.Tags.FN+1
			}
		}
		phrase, chunk := func(w *zh.Word) string { return w.Phrase }, func(w *zh.Word) string { return w.Chunk }
		r.Phrases = r.Phrases.Plus(spansRight(g.Words, f, phrase))
		r.Chunks = r.Chunks.Plus(spansRight(g.Words, f, chunk))
	}
	return r
}

// spansRight compares the spans of the labels of words.
func spansRight(gold, found []zh.Word, label func(*zh.Word) string) (c metric.Counts) {
	type span struct {
		from, to int
		kind     string
	}
	spans := func(words []zh.Word) map[span]bool {
		out := make(map[span]bool)
		for t := 0; t < len(words); {
			from := t
			kind, begins := strings.CutPrefix(label(&words[t]), "B-")
			for t++; begins && t < len(words) && label(&words[t]) == "I-"+kind; t++ {
			}
			if begins {
				out[span{from, t, kind}] = true
			}
		}
		return out
	}
	g, f := spans(gold), spans(found)
	for s := range f {
		c.Add(g[s], true)
	}
	for s := range g {
		if !f[s] {
			c.Add(true, false)
		}
	}
	return c
}
