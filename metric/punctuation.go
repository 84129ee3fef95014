package metric

import "github.com/tidytalk/tidytalk/data"

// Punctuation are the scores of punctuation marks on a corpus. The zero value is
// ready to Add to.
type Punctuation struct {
	Streams int `json:"streams"`
	Words   int `json:"words"`
	// Puncts are the marks after fluent words, by data.Punct.
	Puncts [data.NumPuncts]Counts `json:"-"`
	// Ends are the ends of sentences, after any word.
	Ends Counts `json:"ends"`
}

// Add adds a mark after a word. Only fluent words have marks to score: a mark after
// another word is no mark.
func (p *Punctuation) Add(fluent bool, gold, mark data.Punct) {
	p.Words++
	if !fluent {
		return
	}
	for m := data.Comma; m < data.NumPuncts; m++ {
		p.Puncts[m].Add(gold == m, mark == m)
	}
}

// All returns the counts of the three marks together; their F1 is the papers' F1 of
// punctuation.
func (p *Punctuation) All() Counts {
	var c Counts
	for m := data.Comma; m < data.NumPuncts; m++ {
		c = c.Plus(p.Puncts[m])
	}
	return c
}
