package chinese

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	zh "github.com/tidytalk/tidytalk/chinese"
	"github.com/tidytalk/tidytalk/stages"
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
		report := func(p zh.AnnotatorProgress) {
			if s.Report != nil {
				s.Report(stages.Event{Step: "annotation", Progress: p.Progress})
			}
		}
		train, err := zh.Jackknifed(ctx, s.Train, s.Annotator, s.Annotator.Folds, s.Workers, report)
		if err != nil {
			return nil, err
		}
		a, err := zh.TrainAnnotator(ctx, s.Train, s.Annotator, s.Workers, report)
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
