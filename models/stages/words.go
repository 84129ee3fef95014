package stages

import "github.com/tidytalk/tidytalk/data"

// Words returns the sentence that models see: the tokens that are neither partial
// words nor without a letter or digit, in lower case, and their positions. Where these
// are all tokens as they are, it shares their memory.
func Words(s *data.Sentence) (words data.Sentence, at []int) {
	at = make([]int, 0, len(s.Tokens))
	same := true
	for i := range s.Tokens {
		if t := &s.Tokens[i]; !t.Partial() && isWord(t.Text) {
			at = append(at, i)
			same = same && normalise(t.Text) == t.Text
		}
	}
	if same && len(at) == len(s.Tokens) {
		return *s, at
	}
	words = data.Sentence{Conv: s.Conv, Speaker: s.Speaker, Talk: s.Talk, Opens: s.Opens, Closes: s.Closes, Tokens: make([]data.Token, len(at))}
	for j, i := range at {
		words.Tokens[j] = s.Tokens[i]
		words.Tokens[j].Text = normalise(s.Tokens[i].Text)
		if s.Ends != nil {
			words.Ends, words.Puncts = append(words.Ends, s.Ends[i]), append(words.Puncts, s.Puncts[i])
		}
	}
	if s.Written != nil {
		words.Written = writtenOf(s, at)
	}
	if s.Heard != nil {
		words.Heard = make([][data.NumLabels]float32, len(at))
		for j, i := range at {
			words.Heard[j] = s.Heard[i]
		}
	}
	return words, at
}

// OnTokens returns the decisions about all tokens of a sentence, given those about its
// words and where they are (see Words). A partial word is E, any other token that is
// no word O, both for sure.
func OnTokens(s *data.Sentence, at []int, words []data.Decision) []data.Decision {
	if len(at) == len(s.Tokens) {
		return words
	}
	out := make([]data.Decision, len(s.Tokens))
	for i := range out {
		if s.Tokens[i].Partial() {
			out[i].Label = data.E
		}
		out[i].Posteriors[out[i].Label], out[i].Confidence = 1, 1
	}
	for j, i := range at {
		out[i] = words[j]
	}
	return out
}

// writtenOf returns how the words of a sentence are written. What stands between two of
// them and is no word leaves its punctuation to the word before it, a partial word one of its
// own.
func writtenOf(s *data.Sentence, at []int) []data.Written {
	out := make([]data.Written, len(at))
	for j, i := range at {
		out[j] = s.Written[i]
		next := len(s.Tokens)
		if j+1 < len(at) {
			next = at[j+1]
		}
		for k := i + 1; k < next; k++ {
			out[j].After = max(out[j].After, s.Written[k].After)
			if s.Tokens[k].Partial() {
				out[j].After = max(out[j].After, data.CutMark)
			}
		}
	}
	return out
}
