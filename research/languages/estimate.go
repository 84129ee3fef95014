// Package languages makes the table of package langid, and measures what that makes of lines in
// many languages.
//
// [Estimate] and [Measure] are all of it.
package languages

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/langid/table"
)

// How large the table is.
const (
	ownWords      = 1000   // words of each language, and
	englishWords  = 4000   // of English, that have rows of their own
	knownEnglish  = 20_000 // words of English that are known
	trigramRows   = 9000
	leastOfWord   = 3
	leastOfLetter = 4
)

// What is added to counts: less than once is a word said that was never seen. English is full of
// words of others, so that there it is more.
const (
	unseen        = 0.3
	unseenEnglish = 3
	enoughText    = 60_000 // words: what is not seen in so many is rare
	backedWord    = 300    // words of all others that stand for what a language has not seen
)

// Weights of what is known of a word of English only: that it is one, or a name in English text.
const (
	knownWeight = -2.5
	nameWeight  = -0.5
)

// lowerShare is the share of small letters in places where a capital would tell a name.
const lowerShare = 0.3

// counted is what was counted of a language.
type counted struct {
	code    string
	total   float64
	words   map[string]float64
	lower   map[string]float64 // inside sentences, in small letters
	inside  map[string]float64
	letters map[[3]rune]float64
	context map[[2]rune]float64
}

// Estimate makes the table of sources below a folder.
func Estimate(folder string) (*table.Source, error) {
	by := make(map[string]*counted)
	for i := range Sources {
		s := &Sources[i]
		c := by[s.Language]
		if c == nil {
			c = &counted{code: s.Language, words: map[string]float64{}, lower: map[string]float64{}, inside: map[string]float64{}}
			by[s.Language] = c
		}
		if err := s.lines(folder, c.add); err != nil {
			return nil, err
		}
	}
	english := by[English]
	delete(by, English)
	var others []*counted
	for _, code := range slices.Sorted(maps.Keys(by)) {
		others = append(others, by[code])
	}
	out := &table.Source{Words: make(map[string]table.Row), Trigrams: make(map[[3]rune]table.Row)}
	for _, c := range others {
		out.Codes = append(out.Codes, c.code)
	}
	out.Codes = append(out.Codes, Other)
	known := english.frequent(knownEnglish, 1)
	rows := make(map[string]bool)
	for _, w := range english.frequent(englishWords, lowerShare) {
		rows[w] = true
	}
	for _, c := range others {
		share := lowerShare
		if c.code == "de" { // whose nouns have capitals
			share = 0
		}
		for _, w := range c.frequent(ownWords, share) {
			rows[w] = true
		}
	}
	for _, w := range known {
		weight := knownWeight
		if english.isName(w) {
			weight = nameWeight
		}
		var row table.Row
		for i := range out.Codes {
			row[i] = step(weight)
		}
		out.Words[w] = row
	}
	for w := range rows {
		out.Words[w] = wordRow(w, english, others)
	}
	spell(out, english, others)
	return out, nil
}

// Other is the code of all languages that the table does not have.
const Other = "und"

// add counts a line.
func (c *counted) add(line []string) {
	first := true
	for _, token := range line {
		core := strings.TrimFunc(token, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		ends := strings.HasSuffix(token, ".") || strings.HasSuffix(token, "?") || strings.HasSuffix(token, "!")
		if core == "" || strings.ContainsFunc(core, unicode.IsDigit) || language.English().Pauses[string(table.Fold(nil, core))] {
			first = first || ends
			continue
		}
		w := string(table.Fold(nil, core))
		for {
			n := 0
			if c.code != English {
				n = table.Elided(w)
			}
			part := w
			if n > 0 {
				part = w[:n]
			}
			c.total++
			c.words[part]++
			if !first {
				c.inside[part]++
				if strings.HasPrefix(core, part) || !table.IsName(core) {
					c.lower[part]++
				}
			}
			if n == 0 {
				break
			}
			w, core, first = w[n:], core[min(n, len(core)):], false
		}
		first = ends
	}
}

// isName reports whether a word has a capital in most places that tell.
func (c *counted) isName(w string) bool { return c.lower[w] < lowerShare*c.inside[w] }

// frequent returns the most frequent words that are written in small letters often enough.
func (c *counted) frequent(most int, share float64) []string {
	var out []string
	for w, n := range c.words {
		if n >= leastOfWord && (share == 1 || c.lower[w] >= share*c.inside[w]) {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(c.words[b], c.words[a]), cmp.Compare(a, b)) })
	return out[:min(most, len(out))]
}

// wordRow returns the weights of a word. What a language of little text has not seen is as in all others together.
func wordRow(w string, english *counted, others []*counted) (row table.Row) {
	base := (english.words[w] + unseenEnglish) / english.total
	all := 0.0
	for _, c := range others {
		all += c.words[w] / c.total / float64(len(others))
	}
	mean := 0.0
	for i, c := range others {
		p := (c.words[w] + unseen*min(1, c.total/enoughText) + backedWord*all) / (c.total + backedWord)
		mean += p / float64(len(others))
		row[i] = step(math.Log(p / base))
	}
	row[len(others)] = step(math.Log(mean / base))
	return row
}

// mostOfAWord is what a word tells at most, as a logarithm: any may be a name, or quoted.
const mostOfAWord = 6

// step returns a weight in steps.
func step(weight float64) int8 {
	return int8(math.Round(max(-mostOfAWord, min(mostOfAWord, weight)) * table.Unit))
}

// spell estimates the trigrams of words that have no rows.
func spell(out *table.Source, english *counted, others []*counted) {
	for _, c := range append([]*counted{english}, others...) {
		c.letters, c.context = make(map[[3]rune]float64), make(map[[2]rune]float64)
		for w, n := range c.words {
			if _, ok := out.Words[w]; !ok {
				c.spell(w, min(n, 3))
			}
		}
	}
	total := make(map[[3]rune]float64)
	for _, c := range others {
		for g, n := range c.letters {
			total[g] += n / c.total
		}
	}
	type ranked struct {
		g     [3]rune
		row   table.Row
		worth float64
	}
	var all []ranked
	for g, n := range total {
		seen := english.letters[g]
		for _, c := range others {
			seen += c.letters[g]
		}
		if seen < leastOfLetter {
			continue
		}
		row, most := letterRow(g, english, others)
		all = append(all, ranked{g, row, n * most})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), slices.Compare(a.g[:], b.g[:]))
	})
	for _, r := range all[:min(len(all), trigramRows)] {
		out.Trigrams[r.g] = r.row
	}
}

func (c *counted) spell(w string, n float64) {
	a, b := ' ', ' '
	for _, r := range w + " " {
		c.letters[[3]rune{a, b, r}] += n
		c.context[[2]rune{a, b}] += n
		a, b = b, r
	}
}

// letterRow returns the weights of a trigram, and the largest. What a language has not seen enough of is as in
// all others together.
func letterRow(g [3]rune, english *counted, others []*counted) (row table.Row, most float64) {
	const smooth, alphabet, backed = 2, 40, 20
	context := [2]rune{g[0], g[1]}
	plain := func(c *counted) float64 { return (c.letters[g] + smooth) / (c.context[context] + smooth*alphabet) }
	mean := 0.0
	for _, c := range others {
		mean += plain(c) / float64(len(others))
	}
	base := plain(english)
	for i, c := range others {
		weight := math.Log((c.letters[g] + backed*mean) / (c.context[context] + backed) / base)
		row[i], most = step(weight), max(most, math.Abs(weight))
	}
	row[len(others)] = step(math.Log(mean / base))
	return row, most
}
