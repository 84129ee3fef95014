package harm

import (
	_ "embed" // the corrections
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/training/train"
)

//go:embed testdata/corrections.tsv
var correctionText string

// WrittenProbes returns the pairs that were written by hand. Their ids are group, field
// and number, with slashes between.
func WrittenProbes() ([]Pair, error) { return train.ParsePairs(correctionText, "corrections.tsv") }

// correctionSeed is that of the corrections made of a corpus.
const correctionSeed = 3

// How many of 100 made corrections, at most, replace a word by one of its class in the lists,
// and not by one that has its tag and is about as frequent; how many of 100 repeat the word before; have a filled
// pause; are written with marks and case.
const (
	percentListed = 75
	percentShared = 50
	percentPaused = 20
	percentTyped  = 50
)

// MadeProbes makes n pairs, or as many as the corpus has sentences for, of fluent
// sentences in which a content word Y stands: "X TERM Y", X being of the class of Y. A third
// has a term of HeldOutTerms. The same corpus gives the same pairs.
func MadeProbes(sides []data.Side, n int) []Pair { return madeProbes(sides, n, false) }

// FreshProbes makes n pairs as MadeProbes does, of the same sentences, with terms of FreshTerms.
func FreshProbes(sides []data.Side, n int) []Pair { return madeProbes(sides, n, true) }

func madeProbes(sides []data.Side, n int, fresh bool) []Pair {
	d := newDrawer(correctionSeed)
	m := &corrector{drawer: d, vocabulary: make(map[string][]string)}
	var sentences []data.Sentence
	for _, s := range data.Sentences(sides) {
		if fluent(&s) {
			sentences = append(sentences, s)
		}
	}
	m.count(sentences)
	var out []Pair
	made := make(map[string]int) // by group
	used := make(map[int]bool)   // sentences
	sentences = shuffled(d, sentences)
	for _, listed := range []bool{true, false} {
		for i := range sentences {
			if len(out) == n || listed && 100*len(out) >= percentListed*n {
				break
			}
			if used[i] {
				continue
			}
			group, terms := Seen, SeenTerms()
			if len(out)%3 == 2 {
				group, terms = HeldOut, HeldOutTerms()
			}
			if fresh {
				group, terms = Fresh, FreshTerms()
			}
			verbatim, clean, ok := m.correct(&sentences[i], terms[made[group]%len(terms)], listed)
			if !ok {
				continue
			}
			used[i] = true
			made[group]++
			out = append(out, Pair{ID: fmt.Sprintf("%s/made/%03d", group, len(out)+1), Verbatim: verbatim, Clean: clean})
		}
	}
	return out
}

// fluent reports whether a sentence is whole, of a fair length, and has nothing to remove.
func fluent(s *data.Sentence) bool {
	n := len(s.Tokens)
	if n < 6 || n > 25 || s.Tokens[n-1].Boundary != data.Complete {
		return false
	}
	for i := range s.Tokens {
		t := &s.Tokens[i]
		// Interjections and doubled words may be disfluent where the annotators thought
		// otherwise.
		if t.Label() != data.O || i < n-1 && strings.IndexByte(".?!", t.Punct) >= 0 || t.Kind == data.Aside || t.POS == "UH" || t.POS == "XX" || i > 0 && lower(t) == lower(&s.Tokens[i-1]) {
			return false
		}
	}
	return true
}

func lower(t *data.Token) string { return strings.ToLower(t.Text) }

// contentTags are the tags of words that are replaced by others of the same tag.
var contentTags = []string{"NN", "NNS", "JJ", "NNP"}

// lightWords say nothing of their own, whatever their tags.
var lightWords = strings.Fields("able kind kinds sort sorts lot lots bit thing things one ones way ways course other others same such own few most more much many sure whole everything something anything nothing everybody somebody anybody nobody everyone someone anyone right left use well else though fact couple deal point case")

// corrector makes corrections.
type corrector struct {
	drawer
	vocabulary map[string][]string // words by tag and frequency
	bin        map[string]string   // tag and frequency of a word with its tag
}

// count sorts the content words of a corpus by tag and frequency, in powers of two.
func (m *corrector) count(sentences []data.Sentence) {
	counts := make(map[[2]string]int)
	for i := range sentences {
		for j := range sentences[i].Tokens {
			if t := &sentences[i].Tokens[j]; slices.Contains(contentTags, t.POS) && content(lower(t)) {
				counts[[2]string{lower(t), t.POS}]++
			}
		}
	}
	m.bin = make(map[string]string)
	for word, n := range counts {
		bin := fmt.Sprint(word[1], bits.Len(uint(n)))
		m.bin[word[0]+"/"+word[1]] = bin
		m.vocabulary[bin] = append(m.vocabulary[bin], word[0])
	}
	for _, words := range m.vocabulary {
		slices.Sort(words)
	}
}

// content reports whether a word is made of letters and says something of its own.
func content(word string) bool {
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return false
		}
	}
	return len(word) > 2 && !slices.Contains(lightWords, word)
}

// correct puts a correction into a sentence, if it has a word for it: one of the lists, or
// another.
func (m *corrector) correct(s *data.Sentence, term Term, listed bool) (verbatim, clean string, ok bool) {
	var places []int
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if i+1 < len(s.Tokens) && s.Tokens[i+1].Clitic() || t.Clitic() {
			continue
		}
		if listed && classOf[lower(t)+"/"+t.POS] != nil || !listed && len(m.vocabulary[m.bin[lower(t)+"/"+t.POS]]) > 1 {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return "", "", false
	}
	at := places[m.IntN(len(places))]
	word := lower(&s.Tokens[at])
	tagged := word + "/" + s.Tokens[at].POS
	others := classOf[tagged]
	if !listed {
		others = m.vocabulary[m.bin[tagged]]
	}
	others = slices.DeleteFunc(slices.Clone(others), func(w string) bool { return w == word })
	x := others[m.IntN(len(others))]
	typed := m.chance(percentTyped)
	if strings.ToUpper(s.Tokens[at].Text[:1]) == s.Tokens[at].Text[:1] && at > 0 {
		x = capitalised(x)
	}
	// What is said again goes with the word before, if that is one that opens a phrase; an
	// article has to, as it may be another one.
	from, shared := at, ""
	if at > 0 && !s.Tokens[at-1].Clitic() {
		before := &s.Tokens[at-1]
		opens := slices.Contains([]string{"IN", "TO", "DT", "PRP$"}, before.POS)
		indefinite := lower(before) == "a" || lower(before) == "an"
		if opens && m.chance(percentShared) || indefinite {
			from, shared = at-1, before.Text
			if indefinite {
				shared = article.ReplaceAllString("a "+x, "${1}n $2")
				shared = shared[:strings.IndexByte(shared, ' ')]
			}
			shared += " "
		}
	}
	var pause string
	if m.chance(percentPaused) && !strings.HasPrefix(term.Text, "uh") {
		pause = m.one("uh, ", "um, ")
	}
	after := ", "
	if term.Open {
		after = " "
	}
	before, rest := data.Typed(s.Tokens[:from]), data.Typed(s.Tokens[from:])
	if before != "" {
		before += " "
	}
	correction := shared + x + ", " + pause + term.Text + after
	if end := strings.TrimRight(rest, ",;:"); strings.Trim(end, ".?!") == end {
		rest = end + "."
	}
	verbatim, clean = capitalised(before+correction+rest), capitalised(before+rest)
	if !typed {
		verbatim, clean = bare(verbatim), bare(clean)
	}
	return verbatim, clean, true
}
