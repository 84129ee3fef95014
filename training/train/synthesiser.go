package train

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// editingTerms are those of artificial repairs, with their weights: as
// Penn tokens. Others are to be known by what they have in common with these.
var editingTerms = parseTerms(`
	i mean 8|no wait 3|wait no 3|sorry 4|i 'm sorry 2|rather 1|or rather 3|make that 2|or no 1|no 4|scratch that 2
	actually 3|well 2|wait 2|uh no 2|no no 1|no sorry 2|sorry no 1|no i mean 2|or i mean 1|well i mean 1|actually no 2
	no actually 2|well actually 1|or actually 1|oh sorry 1|oh no 1|oh wait 1|i mean no 1|sorry i mean 2|wait sorry 1
	sorry make that 1|no make that 1|or well 1|well no 1|or rather no 1|no no wait 1|no scratch that 1|wait i mean 1
	sorry scratch that 1|i 'm sorry i mean 1|no rather 1|actually make that 1`)

type editingTerm struct {
	words  []string
	weight int // up to and with this one
}

func parseTerms(s string) []editingTerm {
	var out []editingTerm
	total := 0
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '|' || r == '\n' }) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		n := int(f[len(f)-1][0] - '0')
		total += n
		out = append(out, editingTerm{f[:len(f)-1], total})
	}
	return out
}

// filledPauses are those of artificial repairs, the frequent ones more than once.
var filledPauses = []string{"uh", "uh", "uh", "um", "um", "er", "ah"}

// synthesiser puts artificial repairs into fluent sentences: before some words of a sentence,
// the repair, it puts others like them, the reparandum, and an editing term.
type synthesiser struct {
	classes *wordclass.Classes
	members map[wordclass.Class][]member // of fine classes, the most frequent ones first
	rng     *rand.Rand
	// seen are words that were there lately, by tag: not all words of a reparandum are of one
	// class with those of its repair.
	seen map[uint32][]string
}

// lately is how many words of a tag are remembered.
const lately = 300

// remember remembers the words of a sentence.
func (f *synthesiser) remember(t editterms.Text) {
	for i, w := range t.Words {
		if repairable[t.Tags[i]] == 0 || isPause(w) {
			continue
		}
		if all := f.seen[t.Tags[i]]; len(all) < lately {
			f.seen[t.Tags[i]] = append(all, w)
		} else {
			all[f.rng.IntN(lately)] = w
		}
	}
}

// another returns a word for the reparandum of a word with a tag: one of its class, one of its
// coarse class, or any with the tag; "": there is none.
func (f *synthesiser) another(word string, tag uint32) string {
	how := f.choose(55, 25, 20)
	if how == 0 {
		return f.mate(word)
	}
	all := f.seen[tag]
	for range 20 {
		if len(all) == 0 {
			break
		}
		v := all[f.rng.IntN(len(all))]
		if v != word && (how == 2 || f.classes.Of(v).Coarse == f.classes.Of(word).Coarse) {
			return v
		}
	}
	return ""
}

type member struct {
	word string
	log  float64 // of the count
}

// leastMember is how often a word must be there to be put in the place of others.
const leastMember = 5

// newMembers sorts the words of a text by their classes.
func newMembers(classes *wordclass.Classes, counts map[string]int) map[wordclass.Class][]member {
	out := make(map[wordclass.Class][]member)
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		if k := classes.Of(w).Fine; k != wordclass.Unknown && counts[w] >= leastMember {
			out[k] = append(out[k], member{w, math.Log2(float64(counts[w]))})
		}
	}
	for _, all := range out {
		slices.SortStableFunc(all, func(a, b member) int { return cmp.Compare(b.log, a.log) })
	}
	return out
}

// mate returns another word of the class of a word that is about as frequent, "": there
// is none.
func (f *synthesiser) mate(word string) string {
	k := f.classes.Of(word)
	all := f.members[k.Fine]
	at := slices.IndexFunc(all, func(m member) bool { return m.word == word })
	if k.Fine == wordclass.Unknown || at < 0 {
		return ""
	}
	from, to := at, at+1
	for from > 0 && all[from-1].log-all[at].log < 4 {
		from--
	}
	for to < len(all) && all[at].log-all[to].log < 4 {
		to++
	}
	if to-from < 2 {
		return ""
	}
	i := from + f.rng.IntN(to-from-1)
	if i >= at {
		i++
	}
	return all[i].word
}

// term returns an editing term, or a filled pause alone.
func (f *synthesiser) term() []string {
	pause := func() string { return filledPauses[f.rng.IntN(len(filledPauses))] }
	if f.rng.IntN(10) == 0 {
		if f.rng.IntN(8) == 0 {
			return []string{pause(), pause()}
		}
		return []string{pause()}
	}
	var out []string
	if f.rng.IntN(5) == 0 {
		out = append(out, pause())
	}
	n := f.rng.IntN(editingTerms[len(editingTerms)-1].weight)
	out = append(out, editingTerms[slices.IndexFunc(editingTerms, func(t editingTerm) bool { return n < t.weight })].words...)
	if f.rng.IntN(10) == 0 {
		out = append(out, pause())
	}
	return out
}

// repairable are the tags of words that artificial repairs begin with, and how often
// each is taken, in tenths.
var repairable = func() map[uint32]int {
	out := make(map[uint32]int)
	for tags, often := range map[string]int{"NN NNS NNP NNPS CD": 10, "JJ JJR JJS": 8, "VB VBD VBG VBN VBP VBZ": 4, "RB RBR": 3, "PRP": 1, "IN DT PRP$ MD WRB": 1} {
		for tag := range strings.FieldsSeq(tags) {
			out[m3n.Symbol(tag)] = often
		}
	}
	return out
}()

// choose returns one of the numbers from 0 on, with weights.
func (f *synthesiser) choose(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := f.rng.IntN(total)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return 0
}

// make puts a repair into a sentence, whose words are words that start a sentence
// where starts says so. other is another sentence, to take words of a reparandum from
// that are not like the repair.
func (f *synthesiser) make(t, other editterms.Text, starts []bool) (words []string, span editterms.Span, ok bool) {
	n := len(t.Words)
	for range 8 {
		p := f.rng.IntN(n)
		if f.rng.IntN(10) >= repairable[t.Tags[p]] || isPause(t.Words[p]) {
			continue
		}
		back, ahead := f.choose(60, 24, 9, 4, 3), f.choose(65, 25, 10)
		for k := 0; k < back; k++ {
			if p-k < 1 || starts[p-k] {
				back = k
			}
		}
		for k := 1; k <= ahead; k++ {
			if p+k >= n || starts[p+k] {
				ahead = k - 1
			}
		}
		said := slices.Clone(t.Words[p-back : p+ahead+1]) // the reparandum
		rest := t.Words[p-back:]
		switch f.choose(65, 15, 12) {
		case 0: // another word of the class
			if !f.replace(said, t.Tags[p-back:], back) {
				continue
			}
		case 1: // the same, and the sentence ends with the repair
			meant := slices.Clone(t.Words[p-back : p+1])
			if !f.replace(meant, t.Tags[p-back:], back) {
				continue
			}
			rest = meant
		case 2: // words that are not like the repair
			q := f.rng.IntN(len(other.Words))
			if other.Tags[q] != t.Tags[p-back] && f.rng.IntN(4) > 0 || other.Words[q] == t.Words[p-back] || isPause(other.Words[q]) {
				continue
			}
			said = slices.Clone(other.Words[q:min(len(other.Words), q+1+f.choose(5, 4, 2))])
		}
		words = append(words, t.Words[:p-back]...)
		span.From = len(words)
		words = append(words, said...)
		span.Term = len(words)
		words = append(words, f.term()...)
		span.Repair = len(words)
		return append(words, rest...), span, true
	}
	return nil, editterms.Span{}, false
}

func isPause(w string) bool { return slices.Contains(filledPauses, w) }

// replace puts another word in the place of words[at], and of a further one now and then.
func (f *synthesiser) replace(words []string, tags []uint32, at int) bool {
	v := f.another(words[at], tags[at])
	if v == "" {
		return false
	}
	words[at] = v
	for i := at + 1; i < len(words); i++ {
		if f.rng.IntN(5) == 0 {
			if v := f.another(words[i], tags[i]); v != "" {
				words[i] = v
			}
		}
	}
	return true
}
