package interruptions

import (
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// unused are the features that are not read, by their names without prev. and next.: words
// say what fills a pause, and who speaks next, and other models read words.
var unused = []string{"pause.type", "turn.end"}

// reads reports whether a feature may be read.
func reads(f prosody.Feature) bool {
	return !slices.Contains(unused, f.OfWord())
}

// boundary is one between two words of a sentence.
type boundary struct {
	token int       // the last one before it
	times []float32 // prosody.Features as far as the times of the words of the sentence give them
	voice []float32 // of a recording; nil: there is none
}

// boundaries returns those between the words of a sentence, but for those within words,
// which have no pause; none where no word has a time.
func boundaries(s *data.Sentence) []boundary {
	if !slices.ContainsFunc(s.Tokens, func(t data.Token) bool { return t.Timed }) {
		return nil
	}
	words, last := prosody.TokenWords(s.Tokens, "")
	features := prosody.Extract(words, nil)
	out := make([]boundary, len(words)-1)
	for i := range out {
		out[i] = boundary{last[i], features[i], s.Tokens[last[i]].Voice}
	}
	return out
}

// best returns the features that tell most.
func (b *boundary) best() []float32 {
	if b.voice != nil {
		return b.voice
	}
	return b.times
}

// is reports whether a word inside a repair stands before the boundary, and none behind it.
func (b *boundary) is(label func(token int) data.Label) bool {
	return label(b.token) == data.E && label(b.token+1) != data.E
}

// pick writes the values of columns to x; known reports whether one is defined.
func pick(x []float32, columns []int, features []float32) (out []float32, known bool) {
	x = x[:0]
	for _, c := range columns {
		x = append(x, features[c])
		known = known || !math.IsNaN(float64(features[c]))
	}
	return x, known
}
