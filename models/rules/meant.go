package rules

import "strings"

// Meant reports whether n words from one on, which come again at another one, are such as people say twice on purpose, or
// by the grammar: words of the list [doubled], and what is enumerated ("der Beste der Besten der Besten").
func (r *Rules) Meant(words []Word, at, n, again int) bool {
	f := finder{Rules: r, words: words, folded: r.fold(words)}
	said := make([]string, 0, longestCopy)
	for i := at; i < at+n; i++ {
		said = append(said, f.folded[i])
	}
	switch first, last := said[0], said[n-1]; {
	case f.lang.Doubles[strings.Join(said, " ")], f.lang.Unspaced && n < leastUnits:
		return true
	case n > 1:
		return at > 0 && f.folded[at-1] == last || again+n < len(words) && f.folded[again+n] == first || n > 2 && first == last && !f.lang.Repeated[first]
	}
	return false
}

// Named reports whether n words from one on, which come again at another one, are a name within a sentence of text that has
// case: "Les mêmes, Vatelin Vatelin." Where nouns have capitals, that is not known.
func (r *Rules) Named(words []Word, at, n, again int) bool {
	f := finder{Rules: r, words: words}
	if r.lang.Nouns || r.lang.Caseless || f.opens(at) || again+n > len(words) {
		return false
	}
	for k := range n {
		w := words[at+k].Text
		if !capital(w) || !capital(words[again+k].Text) || r.lang.Repeated[r.lang.Lower(w)] {
			return false
		}
	}
	return true
}

// Paired reports whether two words from one on, the first of which comes again behind them, are a pair that belongs together:
// "Stein auf Stein", "minuit et minuit et demi".
func (r *Rules) Paired(words []Word, at, again int) bool {
	f := finder{Rules: r, words: words, folded: r.fold(words)}
	if again >= len(words) {
		return false
	}
	first, link := f.folded[at], f.folded[at+1]
	_, small := f.lang.Repeated[link] // though it is listed as doubled: "sten på sten"
	return again == at+2 && first == f.folded[again] && f.between(at) == "" && f.between(at+1) == "" &&
		(f.lang.Dangling[link] || small) && !f.lang.Repeated[first] && !f.lang.Dangling[first]
}

// Hesitated reports whether hesitation repeats such words: one that fluent text hardly ever has twice in a row, or several of
// which the last one ends nothing.
func (r *Rules) Hesitated(words []Word, at, n int) bool {
	last := r.lang.Lower(strings.ReplaceAll(words[at+n-1].Text, "’", "'"))
	if n == 1 {
		return r.lang.Repeated[last]
	}
	return r.lang.Dangling[last]
}

// Counted reports whether a number is among n words from one on: what comes again is another one.
func (r *Rules) Counted(words []Word, at, n int) bool {
	f := finder{Rules: r, words: words, folded: r.fold(words)}
	for i := at; i < at+n; i++ {
		if f.isNumber(i) {
			return true
		}
	}
	return false
}

// Stressed reports whether n words from one on, which come again at another one where their sentence ends, are said twice on purpose:
// "ich weiß es, ich weiß es.", "la la la."
func (r *Rules) Stressed(words []Word, at, n, again int) bool {
	f := finder{Rules: r, words: words}
	end := again + n - 1
	if end < again || !f.opens(at) && !strings.HasPrefix(words[at+n-1].After, ",") {
		return false
	}
	for i := again; i < len(words) && i <= end; i++ {
		if words[i].Ends {
			return true
		}
	}
	return false
}

// Pause reports whether a word is spelled as a filled pause: where it is one, Find says.
func (r *Rules) Pause(word string) bool {
	x := r.listed(r.lang.Lower(word))
	return x != nil && x.Kind == 'F'
}
