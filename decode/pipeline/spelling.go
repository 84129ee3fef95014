package pipeline

import (
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// How sure the network is that a word is in lower case, at least where a dictionary has a word in lower case alone that it has
// not learned, and at most where one that it has learned is written in another way alone. Chosen on development text.
const (
	leastLowerListed = 0.1
	mostLowerLearned = 0.9
)

// spelling returns a word in its case inside a sentence: as the network finds most probable, or as a dictionary has it in one
// way alone. Of words that it has not learned the network knows what stands around them alone.
func (r *restorer) spelling(t int) string {
	network, reading, p := r.models.Network, r.in.Reading, &r.heard.Cases[t]
	word, lower := reading.Text(t), p[truecase.Lower]
	cased := network.Spelling(reading, t, p)
	learned := network.Knows(reading, t)
	if learned && (lower > mostLowerLearned || cased != word && p[truecase.Title] > mostLowerLearned) {
		return cased // as most words
	}
	form := language.Written(word)
	switch {
	case form == "":
	case form != word && (!learned || lower < mostLowerLearned), form == word && !learned && lower >= leastLowerListed:
		return form
	}
	return cased
}
