package train

import "github.com/tidytalk/tidytalk/data"

const (
	// numFolds is the number of parts of a cross-validation.
	numFolds = 5
	// Blocks are of so many words at most, and there are so many for each fold at least where
	// the text is long enough.
	blockWords    = 200
	blocksPerFold = 4
)

// Folds returns for each sentence of texts, one text after the other, in which part of a
// cross-validation it is, from 0. The texts are of the same talk, such as with times and
// without: what is in a fold of one is in the same fold of the others. A fold has whole
// conversations; where there are fewer conversations than folds it has blocks of neighbouring
// sentences of one speaker. Sentences of no conversation are dealt out one by one.
func Folds(texts ...[]data.Sentence) []int {
	numbers := make(map[block]int) // of conversations, or of their blocks
	size, conversations := 0, make(map[int]bool)
	words := 0
	for _, text := range texts {
		n := 0
		for i := range text {
			if c := text[i].Conv; c > 0 { // others are text of other kinds
				conversations[c] = true
				n += len(text[i].Tokens)
			}
		}
		words = max(words, n)
	}
	if len(conversations) < numFolds {
		size = max(1, min(blockWords, words/(numFolds*blocksPerFold)))
	}
	var out []int
	for _, text := range texts {
		alone := 0
		said := make(map[block]int) // words of a speaker so far
		for i := range text {
			s := &text[i]
			if s.Conv == 0 {
				out = append(out, alone%numFolds)
				alone++
				continue
			}
			of := block{conv: s.Conv}
			if size > 0 && s.Conv > 0 {
				of.speaker = s.Speaker
				at := said[of]
				said[of] += len(s.Tokens)
				of.number = at / size
			}
			k, ok := numbers[of]
			if !ok {
				k = len(numbers)
				numbers[of] = k
			}
			out = append(out, k%numFolds)
		}
	}
	return out
}

// block is what is not parted: a conversation, or some of what a speaker says in one.
type block struct {
	conv    int
	speaker byte
	number  int
}
