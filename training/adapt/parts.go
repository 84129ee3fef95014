package adapt

import (
	"fmt"

	"github.com/tidytalk/tidytalk/data"
)

const (
	// folds is how many folds the sentences are dealt to.
	folds = 3
	// Where there are few conversations, so many sentences of a side belong together, but fewer
	// where there would be no blocks enough.
	mostInBlock  = 30
	fewestBlocks = 40
	// leastConversations is how many conversations of a fold are enough for conversations to stay
	// whole.
	leastConversations = 4
	// LeastSentences is how many labelled sentences it takes to adapt: fewer tell nothing of what is
	// gained.
	LeastSentences = 150
	// leastEvents is how many edit words and fillers together there have to be.
	leastEvents = 20
)

// part is a part of a side, with its fold.
type part struct {
	side data.Side
	fold int
}

// partsOf deals labelled sides to folds. Where there are enough conversations they stay whole, so
// that models are judged by conversations of which they have seen nothing; otherwise the parts are
// blocks of sentences, or, of sentences that do not follow each other, single ones.
func partsOf(sides []data.Side, scattered bool) []part {
	convs := make(map[int]int)
	for i := range sides {
		if _, ok := convs[sides[i].Conv]; !ok {
			convs[sides[i].Conv] = len(convs)
		}
	}
	whole := len(convs) >= leastConversations*folds && !scattered
	size := 1
	if !scattered {
		sentences := 0
		for i := range sides {
			sentences += len(sides[i].Sentences())
		}
		size = max(1, min(mostInBlock, sentences/fewestBlocks))
	}
	var out []part
	units := 0
	for i := range sides {
		s := sides[i]
		if s.Talk.Words == 0 {
			s.Talk.AddAll(&data.Sentence{Tokens: s.WithoutPartials()})
		}
		if whole {
			out = append(out, part{side: s, fold: convs[s.Conv] % folds})
			continue
		}
		from, sentences := 0, 0
		for t := range s.Tokens {
			last := t+1 == len(s.Tokens)
			if s.Tokens[t].Boundary != data.NoBoundary || last {
				sentences++
			}
			if sentences < size && !last {
				continue
			}
			block := s
			block.Tokens = s.Tokens[from : t+1 : t+1]
			out = append(out, part{side: block, fold: units % folds})
			from, sentences, units = t+1, 0, units+1
		}
	}
	return out
}

// TooFewError is the error of Adapt for a corpus that it can learn nothing from.
type TooFewError struct {
	Sentences int // with annotation
	Events    int // edit words and fillers in them
}

func (e *TooFewError) Error() string {
	switch {
	case e.Sentences == 0:
		return fmt.Sprintf("there are no sentences in which disfluencies are labelled: it takes %d", LeastSentences)
	case e.Sentences < LeastSentences:
		return fmt.Sprintf("%d labelled sentences are too few to learn from and to judge with: it takes %d", e.Sentences, LeastSentences)
	}
	return fmt.Sprintf("%d edit words and fillers in %d sentences are too few to learn from and to judge with: it takes %d", e.Events, e.Sentences, leastEvents)
}

// check returns what is wrong with the size of a corpus.
func check(sides []data.Side) error {
	e := &TooFewError{}
	for i := range sides {
		for _, s := range sides[i].Sentences() {
			e.Sentences++
			for t := range s.Tokens {
				if s.Tokens[t].Label() != data.O {
					e.Events++
				}
			}
		}
	}
	if e.Sentences < LeastSentences || e.Events < leastEvents {
		return e
	}
	return nil
}

func wordsIn(parts []part) int {
	n := 0
	for i := range parts {
		n += len(parts[i].side.Tokens)
	}
	return n
}
