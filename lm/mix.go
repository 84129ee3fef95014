package lm

import (
	"fmt"
	"math"
	"slices"
)

// Mix returns the mixture (1-share) a + share b of two models as one back-off model, as
// SRILM's ngram -mix-lm makes it (Stolcke 2002): its n-grams are those of both, with their mixed
// probabilities, and back-off weights by which all words after a context have a probability of 1
// together. A word that one of the models does not know has the probability 0 there. share is
// from 0 to 1. The order is that of the longer model; the mixture of quantised models is not
// quantised.
func Mix(a, b *Model, share float64) (*Model, error) {
	if !(share >= 0 && share <= 1) {
		return nil, fmt.Errorf("the share of a model in a mixture is from 0 to 1, not %g", share)
	}
	x := mixer{of: [2]*Model{a, b}, shares: [2]float64{1 - share, share}}
	x.vocabulary()
	for k := 2; k <= len(x.counts); k++ {
		x.add(k)
		x.backOff(k)
	}
	return x.build()
}

// mixer makes a mixture.
type mixer struct {
	ngramLists
	of     [2]*Model
	shares [2]float64
	ids    [2][]uint32 // of the words of the mixture, in each model
	joint  [2][]uint32 // of the words of each model, in the mixture
}

// knows reports whether a model has a word of the mixture.
func (x *mixer) knows(i int, word uint32) bool { return word <= End || x.ids[i][word] != Unknown }

// vocabulary sets the words and the unigrams.
func (x *mixer) vocabulary() {
	a, b := x.of[0].vocab, x.of[1].vocab
	for w := range uint32(a.Len()) {
		x.words = append(x.words, a.Word(w))
		x.joint[0] = append(x.joint[0], w)
	}
	for w := range uint32(b.Len()) {
		id := w
		if word := b.Word(w); w > End {
			if id = a.ID(word); id == Unknown {
				id = uint32(len(x.words))
				x.words = append(x.words, word)
			}
		}
		x.joint[1] = append(x.joint[1], id)
	}
	for i := range x.of {
		x.ids[i] = make([]uint32, len(x.words))
		for w, id := range x.joint[i] {
			x.ids[i][id] = uint32(w)
		}
	}
	for w := range x.words {
		x.prob = append(x.prob, x.mixed(uint32(w), [2]State{}))
	}
	x.backoffs = make([]float32, len(x.words))
	x.counts = make([]int, max(x.of[0].order, x.of[1].order))
	x.counts[0] = len(x.words)
}

// mixed returns the logarithm of the mixed probability of a word after states of both.
func (x *mixer) mixed(word uint32, after [2]State) float32 {
	sum := 0.0
	for i, m := range x.of {
		if x.knows(i, word) {
			p, _ := m.Score(after[i], x.ids[i][word])
			sum += x.shares[i] * math.Exp(p)
		}
	}
	return float32(max(math.Log(sum), float64(logZero)))
}

// add adds the n-grams of an order, sorted by their words.
func (x *mixer) add(k int) {
	var grams []arpaNgram
	for i, m := range x.of {
		if k > m.order {
			continue
		}
		m.each(k, func(words []uint32, _, _ float32) bool {
			var g arpaNgram
			for j, w := range words {
				g.words[j] = x.joint[i][w]
			}
			grams = append(grams, g)
			return true
		})
	}
	slices.SortFunc(grams, byWords(k))
	grams = slices.CompactFunc(grams, func(a, b arpaNgram) bool { return a.words == b.words })
	var after [2]State
	for n := range grams {
		g := &grams[n]
		if n == 0 || !slices.Equal(g.words[:k-1], grams[n-1].words[:k-1]) {
			for i, m := range x.of {
				after[i] = 0
				for _, w := range g.words[:k-1] {
					_, after[i] = m.Score(after[i], x.ids[i][w])
				}
			}
		}
		g.prob = x.mixed(g.words[k-1], after)
	}
	x.orders, x.counts[k-1] = append(x.orders, grams), len(grams)
}

// backOff sets the back-off weights of the contexts of the n-grams of an order.
func (x *mixer) backOff(k int) {
	grams := x.orders[k-2]
	for from := 0; from < len(grams); {
		to, seen, lower := from, 0.0, 0.0
		context := grams[from].words[:k-1]
		for ; to < len(grams) && slices.Equal(context, grams[to].words[:k-1]); to++ {
			seen += math.Exp(float64(grams[to].prob))
			lower += math.Exp(float64(x.score(k-1, grams[to].words[1:k])))
		}
		// Where the n-grams of the context are all there can be, nothing is backed off to.
		weight := float32(0)
		if seen < 1 && lower < 1 {
			weight = float32(math.Log((1 - seen) / (1 - lower)))
		}
		if k == 2 {
			x.backoffs[context[0]] = weight
		} else {
			g, _ := x.find(k-1, len(x.orders[k-3]), context)
			g.backoff = weight
		}
		from = to
	}
}

// score returns the logarithm of the probability of the last of k words after the others.
func (x *mixer) score(k int, words []uint32) float32 {
	if k == 1 {
		return x.prob[words[0]]
	}
	if g, ok := x.find(k, x.counts[k-1], words); ok {
		return g.prob
	}
	return x.backedOff(k, words)
}
