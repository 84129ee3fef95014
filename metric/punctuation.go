package metric

import "github.com/tidytalk/tidytalk/data"

// Punctuation are the scores of punctuation marks on a corpus. The zero value is
// ready to Add to.
type Punctuation struct {
	Streams int `json:"streams"`
	Words   int `json:"words"`
	// Puncts are the punctuation marks after fluent words (data.ReadersRule).
	Puncts Marks `json:"-"`
	// EndPuncts are the punctuation marks at sentence boundaries, after any word (data.PapersRule).
	EndPuncts Marks `json:"-"`
	// Ends are the sentence boundaries, after any word.
	Ends Counts `json:"ends"`
}

// Add adds a punctuation mark after a word. Only fluent words have marks to score: a mark
// after another word is none.
func (p *Punctuation) Add(fluent bool, gold, mark data.Punct) {
	p.Words++
	if !fluent {
		return
	}
	p.Puncts.Add(gold, mark)
}

// All returns the counts of the three punctuation marks after fluent words together.
func (p *Punctuation) All() Counts { return p.Puncts.All() }

// Marks are the scores of each punctuation mark, by data.Punct.
type Marks [data.NumPuncts]Counts

// Add adds what follows a word.
func (m *Marks) Add(gold, mark data.Punct) {
	for k := data.Comma; k < data.NumPuncts; k++ {
		m[k].Add(gold == k, mark == k)
	}
}

// All returns the counts of the three punctuation marks together; by data.PapersRule, their F1 is
// that of punctuation in EMNLP 2014.
func (m *Marks) All() Counts {
	var c Counts
	for k := data.Comma; k < data.NumPuncts; k++ {
		c = c.Plus(m[k])
	}
	return c
}
