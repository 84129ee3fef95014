package train

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
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
	sorry scratch that 1|i 'm sorry i mean 1|no rather 1|actually make that 1
	whoops 1|whoops no 1|nope 1|no no no 1|shoot 1|damn 1|darn it 1|oh dear 1|oh dear no 1|uh-oh 1|never mind 1|forget that 1|no forget that 1
	cancel that 1|delete that 1|ignore that 1|no ignore that 1|change that 1|let me change that 1|no make it 1|hold on 2|no hold on 1
	hold on no 1|i take that back 1|no i take that back 1|apologies 1|my apologies 1|let me rephrase 1|let me rephrase that 1|let me start over 1
	let me start again 1|let me try again 1|let me try that again 1|let me back up 1|let me fix that 1|that 's wrong 1|no that 's wrong 1
	that 's not right 1|no that 's not right 1|i 'm wrong 1|no i 'm wrong 1|i tell a lie 1|no i tell a lie 1|sorry about that 1
	slip of the tongue 1|that came out wrong 1|to be precise 1|to be exact 1|or should i say 1|or more precisely 1
	that is to say 1|more like 2|or more like 1|no more like 1|well more like 1|or to be exact 1`)

// termOpeners are the first words of editing terms that are no pronoun, which are said all the time.
var termOpeners = func() map[string]bool {
	out := make(map[string]bool)
	for _, t := range editingTerms {
		if w := t.words[0]; w != "i" && w != "that" {
			out[w] = true
		}
	}
	return out
}()

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

// term returns an editing term, or filled pauses alone, and which of its words are filled pauses.
func (f *synthesiser) term() (words []string, pauses []bool) {
	pause := func() {
		words, pauses = append(words, filledPauses[f.rng.IntN(len(filledPauses))]), append(pauses, true)
	}
	if f.rng.IntN(10) == 0 {
		if pause(); f.rng.IntN(8) == 0 {
			pause()
		}
		return words, pauses
	}
	if f.rng.IntN(5) == 0 {
		pause()
	}
	n := f.rng.IntN(editingTerms[len(editingTerms)-1].weight)
	term := editingTerms[slices.IndexFunc(editingTerms, func(t editingTerm) bool { return n < t.weight })].words
	words, pauses = append(words, term...), append(pauses, make([]bool, len(term))...)
	if f.rng.IntN(10) == 0 {
		pause()
	}
	return words, pauses
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
// Where the sentence has punctuation, so has what is put into it.
func (f *synthesiser) make(t, other editterms.Text, starts []bool) (made artificial, ok bool) {
	n := len(t.Words)
	for range 8 {
		p := f.place(t)
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
		term, pauses := f.term()
		made.words = slices.Concat(t.Words[:p-back], said, term, rest)
		made.From = p - back
		made.Term = made.From + len(said)
		made.Repair = made.Term + len(term)
		if t.Marks != nil {
			made.marks = f.marked(t.Marks, made.From, len(made.words), made.Span, pauses)
		}
		return made, true
	}
	return artificial{}, false
}

// artificial is a sentence with a repair.
type artificial struct {
	editterms.Span
	words []string
	marks []data.Mark // nil: it has no punctuation
}

// numbersFirst is how many of 100 artificial repairs are of a number where the sentence has one:
// numbers are corrected more often than their share of words.
const numbersFirst = 25

// place returns a word of a sentence.
func (f *synthesiser) place(t editterms.Text) int {
	p := f.rng.IntN(len(t.Words))
	if f.rng.IntN(100) >= numbersFirst {
		return p
	}
	for i := range t.Words {
		if k := (p + i) % len(t.Words); language.IsNumber(t.Words[k]) {
			return k
		}
	}
	return p
}

// hesitant puts filled pauses into fluent text, as people say them: where sentences start, before words that open editing
// terms and now and then elsewhere. Without such examples a pause would tell of a repair: "did you see him
// uh no i did not". Where the text has punctuation, most pauses are set off.
func (f *synthesiser) hesitant(t editterms.Text, starts []bool) (words []string, marks []data.Mark) {
	for i, w := range t.Words {
		often := 4
		switch {
		case termOpeners[w]:
			often = 50
		case i > 0 && starts[i]:
			often = 25
		}
		if i > 0 && f.rng.IntN(100) < often && !isPause(w) {
			words = append(words, filledPauses[f.rng.IntN(len(filledPauses))])
			if t.Marks != nil {
				if last := len(marks) - 1; marks[last] == data.NoMark && f.rng.IntN(4) > 0 {
					marks[last] = data.CommaMark
				}
				marks = append(marks, []data.Mark{data.CommaMark, data.NoMark}[f.choose(75, 25)])
			}
		}
		words = append(words, w)
		if t.Marks != nil {
			marks = append(marks, t.Marks[i])
		}
	}
	return words, marks
}

// anaphora says a short clause three times with another last word each time, which is no repair: "we believe in
// kindness, we believe in honesty, we believe in patience".
func (f *synthesiser) anaphora(t editterms.Text) (words []string, marks []data.Mark, ok bool) {
	const often = 4 // such words begin repairs
	n := len(t.Words)
	for n > 0 && repairable[t.Tags[n-1]] < often {
		n--
	}
	if n < 2 || n > 7 {
		return nil, nil, false
	}
	for k := range 3 {
		clause := slices.Clone(t.Words[:n])
		if k < 2 && !f.replace(clause, t.Tags, n-1) {
			return nil, nil, false
		}
		if k == 2 && f.rng.IntN(3) == 0 {
			clause = slices.Insert(clause, 0, "and")
		}
		words = append(words, clause...)
		if t.Marks != nil {
			marks = append(marks, make([]data.Mark, len(clause))...)
			marks[len(marks)-1] = []data.Mark{data.CommaMark, data.PeriodMark}[k/2]
		}
	}
	return words, marks, true
}

// marked returns the marks of a sentence of so many words with a repair, whose words from a place on are said
// behind it: most who type a term set it off. pauses says which words of the term are filled pauses.
func (f *synthesiser) marked(of []data.Mark, from, words int, span editterms.Span, pauses []bool) []data.Mark {
	out := make([]data.Mark, 0, words)
	out = append(out, of[:from]...)
	out = append(out, make([]data.Mark, span.Repair-span.From)...)
	out = append(out, of[from:min(len(of), from+words-span.Repair)]...)
	if out[words-1] == data.NoMark && from+words-span.Repair < len(of) {
		out[words-1] = data.PeriodMark // the sentence ends with the repair
	}
	breaks := func(at int, often ...int) {
		out[at] = []data.Mark{data.CommaMark, data.DashMark, data.EllipsisMark, data.NoMark}[f.choose(often...)]
	}
	breaks(span.Term-1, 80, 8, 3, 9)
	for i := span.Term; i+1 < span.Repair; i++ {
		if pauses[i-span.Term] != pauses[i+1-span.Term] || f.rng.IntN(10) == 0 {
			breaks(i, 70, 3, 2, 25)
		}
	}
	breaks(span.Repair-1, 55, 5, 2, 38)
	return out
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
