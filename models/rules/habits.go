package rules

import "strings"

// Habits says how a text writes the words that fillers look like: in dialects of Norwegian "e" is the verb "er", as it is a
// filled pause. Who writes "er" most of the time does not write "e" for it. The zero value is a text of which nothing is
// known. Find counts what is in its turn besides.
type Habits struct {
	// Words is how many words were counted, Signs how many of them Find removes at the standard level: filled pauses, partial
	// words, and words that hardly anybody writes twice.
	Words, Signs int
	// Full is how many words there are that a filler looks like, in full, Short how many that may be one of them, or the filler.
	Full, Short int
}

// full reports whether a text writes such words in full.
func (h Habits) full() bool { return h.Full > h.Short }

// Signs counts the words of a turn that tell that somebody talks. marked is as in Find.
func (r *Rules) Signs(words []Word, marked bool, h *Habits) {
	for _, x := range r.Find(words, marked, *h, make([]Removal, 0, len(words))) {
		if x.Why != 0 && x.Level <= likelyLevel {
			h.Signs++
		}
	}
	h.Words += len(words)
}

// spelledKnown reports whether it is known how the text writes words that fillers look like.
func (h Habits) spelledKnown() bool { return h.Full > 0 || h.Short > 0 }

// Habits counts how the words of a turn are spelled.
func (r *Rules) Habits(words []Word, h *Habits) {
	if len(r.spelled) == 0 {
		return
	}
	f := finder{Rules: r, words: words, folded: r.fold(words)}
	for i, w := range f.folded {
		switch {
		case r.inFull[w]:
			h.Full++
		case r.spelled[w] && f.isAlike(i):
			h.Short++
		}
	}
}

// fold returns words as they are looked for.
func (r *Rules) fold(words []Word) []string {
	folded := make([]string, len(words))
	for i := range words {
		folded[i] = r.lang.Lower(strings.ReplaceAll(words[i].Text, "’", "'"))
	}
	return folded
}
