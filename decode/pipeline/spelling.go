package pipeline

import (
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// leastLowerListed is how sure the network is at least that a word is in lower case which it has not learned, and a
// dictionary has in lower case alone. Chosen on development text.
const leastLowerListed = 0.1

// spelling returns a word in its case inside a sentence. Of a word that the network has not learned it knows what
// stands around it alone: what a dictionary has in one way alone is written so.
func (r *restorer) spelling(t int) string {
	network, reading, p := r.models.Network, r.in.Reading, &r.heard.Cases[t]
	cased := network.Spelling(reading, t, p)
	if network.Knows(reading, t) {
		return cased
	}
	word := reading.Text(t)
	form := language.Written(word)
	if form == "" || form == word && p[truecase.Lower] < leastLowerListed {
		return cased
	}
	return form
}
