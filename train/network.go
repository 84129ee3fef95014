package train

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
)

// Forms in which the words of a corpus are learned from.
const (
	formSentences = iota
	formStream
	formWritten
)

// longestPart is about how many words the parts of streams have that are learned from.
const longestPart = 120

// NetworkSamples returns what the network is trained on of the sides of a corpus: each
// in sentences, in parts of a stream, and as text with marks. readers are those of
// stages.Trainer.HeldReaders.
func NetworkSamples(readers []*stages.Labeller, folds map[int]int, sides []data.Side, seed uint64, workers int) []neural.Sample {
	parts := make([][]neural.Sample, len(sides))
	parallel.Strided(workers, len(sides), func(_, i int) {
		l := readers[folds[sides[i].Conv]]
		words, gold := punct.Words(&sides[i])
		add := func(form int, s *data.Sentence, labels []data.Label, marks []neural.Mark) {
			parts[i] = append(parts[i], neural.Sample{Reading: l.Read(s), Sentence: form != formStream, Labels: labels, Marks: marks, Group: i, Form: form})
		}
		var marks []neural.Mark
		for t := range words {
			marks = append(marks, neural.MarkOf(gold.Mark(t), gold.Ends[t]))
		}
		from, begin := 0, 0
		for t := range words {
			if words[t].Boundary != data.NoBoundary || t+1 == len(words) {
				add(formSentences, &data.Sentence{Tokens: words[from : t+1]}, gold.DF[from:t+1], nil)
				from = t + 1
			}
			if n := t + 1 - begin; t+1 == len(words) || n >= longestPart/2+(i*7+begin*13)%longestPart {
				add(formStream, &data.Sentence{Tokens: words[begin : t+1]}, gold.DF[begin:t+1], marks[begin:t+1])
				begin = t + 1
			}
		}
		for _, s := range WrittenPieces(sides[i:i+1], i%2 == 1, seed) {
			w, _ := stages.Words(&s)
			if len(w.Tokens) == 0 {
				continue
			}
			var labels []data.Label
			for t := range w.Tokens {
				labels = append(labels, w.Tokens[t].Label())
			}
			add(formWritten, &w, labels, nil)
		}
	})
	var out []neural.Sample
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}
