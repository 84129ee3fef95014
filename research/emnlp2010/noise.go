package emnlp2010

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Confusions makes words wrong as a recogniser does. Of the errors 60% are other words, 20%
// words left out and 20% words put in:
//
//   - A word becomes another one of the text to learn from that is one letter away (another
//     letter, one more or one less), drawn by how often it is there; where there is none, one
//     with the same first letter that is as long; where there is none, a word put in.
//   - Of words to leave out, short ones are three times as likely as others: those of up to
//     three bytes, which are three letters or one Chinese character. One word is left.
//   - Words put in are the 50 most frequent short ones, drawn by how often they are there,
//     before any word.
//
// A mark stays at its word; that of a word left out goes to the word before, unless a
// sentence ends there. This is what a person would do who puts marks into the output of a
// recogniser, as Lu and Ng did (section 6.2).
type Confusions struct {
	words  []string // of the text to learn from, the most frequent ones first
	counts []int
	ids    map[string]int
	near   map[string][]int32 // words by what is left of them without one letter, or with all
	alike  map[string][]int32 // words by their first letter and length
	fillIn draw
	drawn  map[string]draw // of words that have been asked for
}

// MostNoise is the largest share of wrong words that can be made.
const MostNoise = 0.5

// Shares of the errors, and how much likelier short words are left out.
const (
	substituted = 0.6
	leftOut     = 0.2
	putIn       = 0.2
	shortBytes  = 3
	shortWeight = 3
	mostPutIn   = 50
)

// draw draws words by how often they are there.
type draw struct {
	words []int32
	sums  []int // of counts up to a word
}

func (c *Confusions) draw(words []int32) draw {
	d := draw{words, make([]int, len(words))}
	sum := 0
	for i, w := range words {
		sum += c.counts[w]
		d.sums[i] = sum
	}
	return d
}

// of returns a word.
func (d *draw) of(rng *rand.Rand) int32 {
	n := rng.IntN(d.sums[len(d.sums)-1])
	i, found := slices.BinarySearch(d.sums, n)
	if found {
		i++
	}
	return d.words[i]
}

// NewConfusions learns words from a text.
func NewConfusions(text []Utterance) *Confusions {
	c := &Confusions{ids: make(map[string]int), near: make(map[string][]int32), alike: make(map[string][]int32), drawn: make(map[string]draw)}
	counts := make(map[string]int)
	for _, u := range text {
		for _, w := range u.Words {
			if counts[w]++; counts[w] == 1 {
				c.words = append(c.words, w)
			}
		}
	}
	slices.SortFunc(c.words, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	var short []int32
	for i, w := range c.words {
		c.counts, c.ids[w] = append(c.counts, counts[w]), i
		for _, v := range without(w) {
			c.near[v] = append(c.near[v], int32(i))
		}
		c.alike[firstAndLength(w)] = append(c.alike[firstAndLength(w)], int32(i))
		if len(w) <= shortBytes && len(short) < mostPutIn {
			short = append(short, int32(i))
		}
	}
	if len(short) == 0 { // in no language, but in a text
		for i := range min(len(c.words), mostPutIn) {
			short = append(short, int32(i))
		}
	}
	c.fillIn = c.draw(short)
	return c
}

// without returns a word, and what is left of it without each of its letters.
func without(w string) []string {
	r := []rune(w)
	out := []string{w}
	for i := range r {
		v := string(r[:i]) + string(r[i+1:])
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func firstAndLength(w string) string {
	r := []rune(w)
	return string(r[:1]) + strings.Repeat("-", len(r)-1)
}

// other returns a word that a word is taken for.
func (c *Confusions) other(w string, rng *rand.Rand) string {
	d, ok := c.drawn[w]
	if !ok {
		var words []int32
		for _, v := range without(w) {
			words = append(words, c.near[v]...)
		}
		words = c.not(w, words)
		if len(words) == 0 {
			words = c.not(w, slices.Clone(c.alike[firstAndLength(w)]))
		}
		if len(words) == 0 {
			words = c.fillIn.words
		}
		d = c.draw(words)
		c.drawn[w] = d
	}
	return c.words[d.of(rng)]
}

// not returns the different ones of words that are not w.
func (c *Confusions) not(w string, words []int32) []int32 {
	slices.Sort(words)
	return slices.DeleteFunc(slices.Compact(words), func(i int32) bool { return c.words[i] == w })
}

// Apply returns a text with about a share of errors among its words, and the share that
// there is: the least number of words that differ, by the number of words. The seed fixes
// what is drawn.
func (c *Confusions) Apply(text []Utterance, share float64, seed uint64) ([]Utterance, float64) {
	n, weights := 0, 0.0
	for _, u := range text {
		for _, w := range u.Words {
			n++
			weights += weight(w)
		}
	}
	if n == 0 || share <= 0 {
		return text, 0
	}
	// Errors side by side make up for each other, so that more of them are made.
	rate, reached := share, 0.0
	var best []Utterance
	for range 6 {
		rng := rand.New(rand.NewPCG(seed, 12))
		out := make([]Utterance, len(text))
		wrong := 0
		for i := range text {
			out[i] = c.apply(&text[i], rate, weights/float64(n), rng)
			wrong += distance(text[i].Words, out[i].Words)
		}
		r := float64(wrong) / float64(n)
		if best == nil || math.Abs(r-share) < math.Abs(reached-share) {
			best, reached = out, r
		}
		if r == 0 {
			break
		}
		rate = min(1, rate*share/r)
	}
	return best, reached
}

func weight(w string) float64 {
	if len(w) <= shortBytes {
		return shortWeight
	}
	return 1
}

// apply makes errors in an utterance; mean is the mean weight of words.
func (c *Confusions) apply(u *Utterance, rate, mean float64, rng *rand.Rand) Utterance {
	var out Utterance
	for t, w := range u.Words {
		if rng.Float64() < putIn*rate {
			out.Words, out.Marks = append(out.Words, c.words[c.fillIn.of(rng)]), append(out.Marks, None)
		}
		p := rng.Float64()
		switch gone := leftOut * rate * weight(w) / mean; {
		case p < gone && (len(out.Words) > 0 || t+1 < len(u.Words)):
			if n := len(out.Marks); n > 0 && !out.Marks[n-1].ends() {
				out.Marks[n-1] = max(out.Marks[n-1], u.Marks[t])
			}
			continue
		case p >= gone && p < gone+substituted*rate:
			w = c.other(w, rng)
		}
		out.Words, out.Marks = append(out.Words, w), append(out.Marks, u.Marks[t])
	}
	out.Tags = Tags(out.Marks)
	return out
}

// distance returns the least number of words to change, leave out or put in that make b
// of a.
func distance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, w := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, v := range b {
			d := diagonal
			if w != v {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
