package data

// Sentences cuts a side into sentences in the setting of the papers: partial
// words are dropped (a boundary on one passes to the token before it), and a
// sentence ends after a token with a boundary. Tokens are shared with the side
// except where a boundary had to move. Sentences are never empty.
func (s *Side) Sentences() []Sentence {
	kept := s.WithoutPartials()
	var talk Talk
	talk.AddAll(&Sentence{Tokens: kept})
	var out []Sentence
	start := 0
	for i := range kept {
		if kept[i].Boundary != NoBoundary || i == len(kept)-1 {
			out = append(out, Sentence{Conv: s.Conv, Speaker: s.Speaker, Talk: talk, Tokens: kept[start : i+1 : i+1]})
			start = i + 1
		}
	}
	return out
}

// WithoutPartials returns the tokens of the side with partial words dropped. A
// boundary on a dropped word passes to the kept token before it, where that has
// none.
func (s *Side) WithoutPartials() []Token {
	kept := make([]Token, 0, len(s.Tokens))
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if !t.Partial() {
			kept = append(kept, *t)
			continue
		}
		if n := len(kept); n > 0 && kept[n-1].Boundary == NoBoundary {
			kept[n-1].Boundary = t.Boundary
		}
	}
	return kept
}
