// Package postag tags words with their parts of speech where there is no annotated text to
// learn from: a hidden Markov model of first order, whose words have the tags that a lexicon
// allows, learned from untagged text by expectation maximisation (Merialdo 1994, Tagging English
// text with a probabilistic model; the lexicon's shares are its prior, so that few passes
// suffice and tags keep their meaning).
//
// Start with [ReadLexicon] and [Train].
package postag

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tagger is a hidden Markov model of tags. It is immutable and may be shared; Tag may be
// called concurrently.
type Tagger struct {
	lexicon *Lexicon
	tags    []string
	index   map[string]uint8
	words   map[string]int32
	of      [][]emission // by word
	move    []float64    // probability of a tag after another: [before*n + after]; the last row is that of starts
}

// emission is a tag of a word.
type emission struct {
	tag   uint8
	prior float64
	p     float64 // of the word, given the tag
}

const (
	// passes are of expectation maximisation: with more, tags drift from what they mean.
	passes = 4
	// trust is how many occurrences of a word its prior is worth.
	trust = 4
	// capitals are the shares of the occurrences with a capital inside sentences from which
	// a word may be, and is nothing but, a name.
	someCapitals, mostCapitals = 0.05, 0.6
	leastMove                  = 1e-6
)

// Train learns a tagger from the words of sentences, with capitals where they have them:
// inside of sentences those tell names.
func Train(l *Lexicon, sentences [][]string) *Tagger {
	t := &Tagger{lexicon: l, index: make(map[string]uint8), words: make(map[string]int32)}
	type count struct{ all, inside, capital float64 }
	var counts []count
	var words []string
	ids := make([][]int32, len(sentences))
	names := make([][]bool, len(sentences))
	for i, s := range sentences {
		ids[i], names[i] = make([]int32, len(s)), make([]bool, len(s))
		for j, w := range s {
			low := strings.ToLower(w)
			id, ok := t.words[low]
			if !ok {
				id = int32(len(counts))
				t.words[low], counts, words = id, append(counts, count{}), append(words, low)
			}
			c := &counts[id]
			c.all++
			if j > 0 {
				c.inside++
				if isName(w) {
					c.capital++
					names[i][j] = true
				}
			}
			ids[i][j] = id
		}
	}
	t.of = make([][]emission, len(counts))
	for id, w := range words {
		c := counts[id]
		t.of[id] = t.emissions(t.possible(w, c.capital/max(1, c.inside)))
	}
	n := len(t.tags)
	t.move = make([]float64, (n+1)*n)
	t.start(ids, func(id int32) float64 { return counts[id].all })
	e := newExpectation(t)
	for range passes {
		for i := range ids {
			e.add(ids[i], names[i])
		}
		e.maximise()
	}
	return t
}

// isName reports whether a word inside a sentence is written as names are.
func isName(w string) bool {
	r, size := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) && len(w) > size && !strings.HasPrefix(w, "I'")
}

// possible returns the tags of a word, a share of whose occurrences inside sentences has a
// capital.
func (t *Tagger) possible(word string, capital float64) []Possible {
	tags := slices.Clone(t.lexicon.Tags(word))
	if _, ok := t.lexicon.closed[word]; ok {
		return tags
	}
	if len(tags) == 0 {
		tags = guess(word)
	}
	total := 0.0
	for _, p := range tags {
		total += p.Share
	}
	switch {
	case capital >= mostCapitals:
		return []Possible{{"NNP", 1}}
	case capital >= someCapitals:
		tags = append(slices.DeleteFunc(slices.Clone(tags), func(p Possible) bool { return p.Tag == "NNP" }), Possible{"NNP", total * capital / (1 - capital)})
	}
	return tags
}

// emissions numbers tags.
func (t *Tagger) emissions(tags []Possible) []emission {
	total := 0.0
	for _, p := range tags {
		total += p.Share
	}
	var out []emission
	for _, p := range tags {
		k, ok := t.index[p.Tag]
		if !ok {
			k = uint8(len(t.tags))
			t.index[p.Tag], t.tags = k, append(t.tags, p.Tag)
		}
		out = append(out, emission{tag: k, prior: p.Share / total})
	}
	return out
}

// start sets the probabilities to those of words whose tags are drawn from the prior.
func (t *Tagger) start(ids [][]int32, count func(int32) float64) {
	n := len(t.tags)
	for _, s := range ids {
		for j, id := range s {
			for _, y := range t.of[id] {
				if j == 0 {
					t.move[n*n+int(y.tag)] += y.prior
					continue
				}
				for _, x := range t.of[s[j-1]] {
					t.move[int(x.tag)*n+int(y.tag)] += x.prior * y.prior
				}
			}
		}
	}
	t.normalise(t.move)
	total := make([]float64, n)
	for id, of := range t.of {
		for k := range of {
			of[k].p = of[k].prior * count(int32(id))
			total[of[k].tag] += of[k].p
		}
	}
	for _, of := range t.of {
		for k := range of {
			of[k].p /= total[of[k].tag]
		}
	}
}

// normalise makes rows of counts probabilities.
func (t *Tagger) normalise(counts []float64) {
	n := len(t.tags)
	for r := range n + 1 {
		row := counts[r*n : (r+1)*n]
		total := 0.0
		for k := range row {
			row[k] += leastMove
			total += row[k]
		}
		for k := range row {
			t.move[r*n+k] = row[k] / total
		}
	}
}

// expectation sums up what a pass expects.
type expectation struct {
	t           *Tagger
	move        []float64
	of          [][]float64
	ahead, back [][]float64
	name        uint8
}

func newExpectation(t *Tagger) *expectation {
	e := &expectation{t: t, move: make([]float64, len(t.move)), of: make([][]float64, len(t.of)), name: t.index["NNP"]}
	for id := range e.of {
		e.of[id] = make([]float64, len(t.of[id]))
	}
	return e
}

// weight is the probability of a word given one of its tags; where it is written as a name,
// other tags are unlikely.
func (e *expectation) weight(x emission, name bool) float64 {
	if name && x.tag != e.name {
		return x.p * 0.02
	}
	return x.p
}

// add adds a sentence, by the forward-backward algorithm, scaled at every word.
func (e *expectation) add(ids []int32, names []bool) {
	t, n := e.t, len(e.t.tags)
	for len(e.ahead) < len(ids) {
		e.ahead, e.back = append(e.ahead, nil), append(e.back, nil)
	}
	for j, id := range ids {
		of := t.of[id]
		row := append(e.ahead[j][:0], make([]float64, len(of))...)
		total := 0.0
		for k, y := range of {
			sum := 0.0
			if j == 0 {
				sum = t.move[n*n+int(y.tag)]
			} else {
				for i, x := range t.of[ids[j-1]] {
					sum += e.ahead[j-1][i] * t.move[int(x.tag)*n+int(y.tag)]
				}
			}
			row[k] = sum * e.weight(y, names[j])
			total += row[k]
		}
		for k := range row {
			row[k] /= total
		}
		e.ahead[j] = row
	}
	for j := len(ids) - 1; j >= 0; j-- {
		of := t.of[ids[j]]
		row := append(e.back[j][:0], make([]float64, len(of))...)
		for k := range row {
			row[k] = 1
		}
		if j+1 < len(ids) {
			total := 0.0
			for k, x := range of {
				sum := 0.0
				for i, y := range t.of[ids[j+1]] {
					sum += t.move[int(x.tag)*n+int(y.tag)] * e.weight(y, names[j+1]) * e.back[j+1][i]
				}
				row[k] = sum
				total += sum
			}
			// Pairs, from the sums before they are scaled.
			all := 0.0
			for k := range of {
				all += e.ahead[j][k] * row[k]
			}
			for k, x := range of {
				for i, y := range t.of[ids[j+1]] {
					e.move[int(x.tag)*n+int(y.tag)] += e.ahead[j][k] * t.move[int(x.tag)*n+int(y.tag)] * e.weight(y, names[j+1]) * e.back[j+1][i] / all
				}
			}
			for k := range row {
				row[k] /= total
			}
		}
		e.back[j] = row
		all := 0.0
		for k := range of {
			all += e.ahead[j][k] * row[k]
		}
		for k, x := range of {
			p := e.ahead[j][k] * row[k] / all
			e.of[ids[j]][k] += p
			if j == 0 {
				e.move[n*n+int(x.tag)] += p
			}
		}
	}
}

// maximise sets the probabilities to what was expected, and forgets that.
func (e *expectation) maximise() {
	t := e.t
	t.normalise(e.move)
	total := make([]float64, len(t.tags))
	for id, of := range t.of {
		for k := range of {
			of[k].p = e.of[id][k] + trust*of[k].prior
			total[of[k].tag] += of[k].p
		}
	}
	for id, of := range t.of {
		for k := range of {
			of[k].p /= total[of[k].tag]
			e.of[id][k] = 0
		}
	}
	clear(e.move)
}

// Tag returns the most probable tags of the words of a sentence. A capital inside it tells a
// name.
func (t *Tagger) Tag(words []string) []string {
	n := len(t.tags)
	e := expectation{t: t, name: t.index["NNP"]}
	cells := make([][]emission, len(words))
	best, from := make([][]float64, len(words)), make([][]int, len(words))
	for j, w := range words {
		low := strings.ToLower(w)
		if id, ok := t.words[low]; ok {
			cells[j] = t.of[id]
		} else {
			for _, p := range t.possible(low, 0) {
				if k, ok := t.index[p.Tag]; ok {
					cells[j] = append(cells[j], emission{tag: k, p: p.Share})
				}
			}
			if len(cells[j]) == 0 { // no word that was learned from has any of its tags
				for k := range t.tags {
					cells[j] = append(cells[j], emission{tag: uint8(k), p: 1})
				}
			}
		}
		best[j], from[j] = make([]float64, len(cells[j])), make([]int, len(cells[j]))
		name := j > 0 && isName(w)
		for k, y := range cells[j] {
			best[j][k] = math.Inf(-1)
			if j == 0 {
				best[j][k] = math.Log(t.move[n*n+int(y.tag)])
			} else {
				for i, x := range cells[j-1] {
					if v := best[j-1][i] + math.Log(t.move[int(x.tag)*n+int(y.tag)]); v > best[j][k] {
						best[j][k], from[j][k] = v, i
					}
				}
			}
			best[j][k] += math.Log(e.weight(y, name))
		}
	}
	out := make([]string, len(words))
	if len(words) == 0 {
		return out
	}
	last := len(words) - 1
	k := slices.Index(best[last], slices.Max(best[last]))
	for j := last; j >= 0; j-- {
		out[j] = t.tags[cells[j][k].tag]
		k = from[j][k]
	}
	return out
}
