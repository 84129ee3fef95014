package train

import (
	"context"
	"encoding/json"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// WordClasses makes classes of the words of sentences and of edited text, and returns
// them as they are, too, as a file. Text is cut into its sentences.
func WordClasses(ctx context.Context, tr wordclass.Trainer, sentences, text []data.Sentence) (*wordclass.Trained, []byte, error) {
	var counter wordclass.Counter
	for i := range sentences {
		counter.Add(textsOf(&sentences[i]))
	}
	for i := range text {
		for _, s := range cutSentences(&text[i]) {
			counter.Add(textsOf(&s))
		}
	}
	classes, err := tr.Train(ctx, &counter)
	if err != nil {
		return nil, nil, err
	}
	config, err := json.Marshal(map[string]any{"fine": tr.Fine, "coarse": tr.Coarse, "least": tr.Least, "passes": tr.Passes, "words": counter.Words()})
	if err != nil {
		return nil, nil, err
	}
	file, err := classes.Marshal(string(config))
	return classes, file, err
}

// textsOf returns the words of a sentence as models see them.
func textsOf(s *data.Sentence) []string {
	words, _ := stages.Words(s)
	out := make([]string, len(words.Tokens))
	for i := range out {
		out[i] = words.Tokens[i].Text
	}
	return out
}

// cutSentences cuts a line of text after its sentences. They share its memory.
func cutSentences(s *data.Sentence) []data.Sentence {
	var out []data.Sentence
	from := 0
	for i := range s.Tokens {
		if i+1 == len(s.Tokens) || s.Tokens[i].Boundary != data.NoBoundary {
			out = append(out, s.Part(from, i+1))
			from = i + 1
		}
	}
	return out
}
