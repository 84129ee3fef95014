package neural

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The columns of embeddings.
const (
	colWord = iota
	colPrefix
	colSuffix
	colTag
	numColumns
)

var columnNames = [numColumns]string{"word", "prefix", "suffix", "tag"}

// reach is how far words are compared.
const reach = 8

// skipReach is how far they are compared where fillers do not count.
const skipReach = 6

var (
	pauseSteps  = [...]float64{0.001, 0.06, 0.15, 0.3, 0.6, 1.2}
	lengthSteps = [...]float64{0.1, 0.16, 0.24, 0.34, 0.5}
	talkSteps   = [...]float64{-5.6, -5.1, -4.7, -4.4, -4.1, -3.8, -3.5, -3.2} // of data.Talk.Rate
)

// The flags. Those with a distance stand for the words behind, then for those before.
const (
	flagWord     = 0
	flagTag      = flagWord + 2*reach
	flagPrefix   = flagTag + 2*reach
	flagPair     = flagPrefix + 2*reach
	flagSkip     = flagPair + 2*reach
	flagSentence = flagSkip + 2*skipReach // the sequence is a sentence
	flagFirst    = flagSentence + 1
	flagSecond   = flagFirst + 1
	flagLast     = flagSecond + 1
	flagBeforeL  = flagLast + 1
	flagFiller   = flagBeforeL + 1
	flagCutOff   = flagFiller + 1
	flagPauseB   = flagCutOff + 1
	flagPauseA   = flagPauseB + len(pauseSteps) + 1
	flagLength   = flagPauseA + len(pauseSteps) + 1
	flagWritten  = flagLength + len(lengthSteps) + 1
	flagAfter    = flagWritten + 1 // punctuation of punctuated text
	flagAfterL   = flagAfter + data.NumMarks
	flagBefore   = flagAfterL + data.NumMarks
	flagShape    = flagBefore + data.NumMarks
	flagTurnA    = flagShape + 6                    // the speaker's turn ends after the word
	flagTurnB    = flagTurnA + 1                    // or before it
	flagStyle    = flagTurnB + 1                    // see Style
	flagTalk     = flagStyle + numStyles*styleSteps // how people talk in the text
	nearFlags    = flagTalk + len(talkSteps) + 1    // networks of old bundles have no more
	flagFar      = nearFlags                        // the word and the next one stand again, farther than reach: behind, then before
	numFlags     = flagFar + 2*len(farSteps)
)

// farSteps are up to which distances, in words that are no fillers, pairs of words are looked
// for that stand again.
var farSteps = [...]int{11, 16, 25}

// Form is what a sequence of words is.
type Form bool

// The forms.
const (
	Stream   Form = false // a part of a stream of words
	Sentence Form = true
)

// Hidden says what of a reading the network is not to see.
type Hidden struct {
	Times   bool
	Written bool
	Turns   bool
}

// Style is how heavily a transcriber punctuates, in steps (see punct.Style), from 1 on;
// 0: that is not known.
type Style [numStyles]uint8

const (
	numStyles  = 4
	styleSteps = 5
)

// columns fills inputs of the network. It belongs to one goroutine.
type columns struct {
	flags int   // that the network has
	kept  []int // words that are no fillers
	place []int
}

func step(steps []float64, v float64) int32 {
	n := int32(0)
	for _, at := range steps {
		if v > at {
			n++
		}
	}
	return n
}

// fill appends the words of a reading to an input that is empty.
func (c *columns) fill(in *rnn.Input, v *vocabulary, r *stages.Reading, form Form, style Style, talk data.Talk, hide Hidden) {
	n := r.Len()
	written := r.Written()
	if hide.Written {
		written = nil
	}
	c.kept, c.place = c.kept[:0], append(c.place[:0], make([]int, n)...)
	for t := range n {
		c.place[t] = -1
		if !r.Filler(t) {
			c.place[t] = len(c.kept)
			c.kept = append(c.kept, t)
		}
	}
	talks := flagTalk + int(step(talkSteps[:], talk.Rate()))
	for t := range n {
		v.symbols(in, r, t)
		near(in, r, t)
		c.skip(in, r, t)
		if c.flags > nearFlags {
			c.far(in, r, t)
		}
		if r.CutOff(t) {
			flag(in, flagCutOff)
		}
		if form == Sentence {
			flag(in, flagSentence)
			for k, at := range [...]int{0, 1, n - 1, n - 2} {
				if t == at {
					flag(in, flagFirst+k)
				}
			}
		}
		if !hide.Times {
			timing(in, r, t)
		}
		if !hide.Turns {
			if r.TurnEnds(t) {
				flag(in, flagTurnA)
			}
			if r.TurnBegins(t) {
				flag(in, flagTurnB)
			}
		}
		if talk.Words > 0 {
			flag(in, talks)
		}
		for k, v := range style {
			if v > 0 {
				flag(in, flagStyle+k*styleSteps+int(v)-1)
			}
		}
		if len(written) > 0 {
			w := written[t]
			flag(in, flagWritten)
			flag(in, flagAfter+int(w.After))
			flag(in, flagBefore+int(w.Before))
			flag(in, flagShape+int(w.Shape))
			if t > 0 {
				flag(in, flagAfterL+int(written[t-1].After))
			}
		}
		in.End()
	}
}

func flag(in *rnn.Input, f int) { in.Flags = append(in.Flags, int32(f)) }

// near says which words within reach a word is like.
func near(in *rnn.Input, r *stages.Reading, t int) {
	n := r.Len()
	for d := 1; d <= reach; d++ {
		for side, u := range [2]int{t + d, t - d} {
			if u < 0 || u >= n {
				continue
			}
			at := side*reach + d - 1
			switch {
			case r.Symbol(t) == r.Symbol(u):
				flag(in, flagWord+at)
				if t+1 < n && u+1 < n && r.Symbol(t+1) == r.Symbol(u+1) {
					flag(in, flagPair+at)
				}
			case r.Prefix(t) == r.Prefix(u):
				flag(in, flagPrefix+at)
			}
			if r.Tag(t) == r.Tag(u) {
				flag(in, flagTag+at)
			}
		}
	}
}

// skip says where a word stands again beyond fillers, or that it is one.
func (c *columns) skip(in *rnn.Input, r *stages.Reading, t int) {
	k := c.place[t]
	if k < 0 {
		flag(in, flagFiller)
		return
	}
	for d := 1; d <= skipReach; d++ {
		for side, m := range [2]int{k + d, k - d} {
			if m < 0 || m >= len(c.kept) {
				continue
			}
			if u := c.kept[m]; u-t != m-k && r.Symbol(t) == r.Symbol(u) {
				flag(in, flagSkip+side*skipReach+d-1)
			}
		}
	}
}

// far says whether a word and the next one stand again beyond reach, as where a speaker takes
// up a clause again after an aside.
func (c *columns) far(in *rnn.Input, r *stages.Reading, t int) {
	k := c.place[t]
	if k < 0 || k+1 >= len(c.kept) {
		return
	}
	a, b := r.Symbol(t), r.Symbol(c.kept[k+1])
	again := func(m int) bool {
		return m >= 0 && m+1 < len(c.kept) && r.Symbol(c.kept[m]) == a && r.Symbol(c.kept[m+1]) == b
	}
	for side, by := range [2]int{1, -1} {
		from := reach
		for i, to := range farSteps {
			found := false
			for d := from + 1; d <= to && !found; d++ {
				found = again(k + by*d)
			}
			if found {
				flag(in, flagFar+side*len(farSteps)+i)
				break
			}
			from = to
		}
	}
}

// timing says how long a word lasts, and the pauses around it.
func timing(in *rnn.Input, r *stages.Reading, t int) {
	if t > 0 {
		if pause := r.Start(t) - r.End(t-1); !math.IsNaN(pause) {
			flag(in, flagPauseB+int(step(pauseSteps[:], pause)))
		}
	}
	if t+1 < r.Len() {
		if pause := r.Start(t+1) - r.End(t); !math.IsNaN(pause) {
			flag(in, flagPauseA+int(step(pauseSteps[:], pause)))
		}
	}
	if length := r.End(t) - r.Start(t); !math.IsNaN(length) {
		flag(in, flagLength+int(step(lengthSteps[:], length)))
	}
}
