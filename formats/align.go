package formats

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// index finds the words of the first view that another view repeats.
type index struct {
	doc   *transcript.Document
	order []entry // the words with tokens, in the order of the file
	timed []int   // places in order, by time; empty where not all words are timed
}

type entry struct {
	word      int
	key       string // in lower case
	speaker   string
	start     float64
	utterance int
}

// entries returns the words of a document in the order of its file, with the line of each.
func entries(d *transcript.Document) (out []entry, lines []int) {
	speakers := make([]string, len(d.Lines))
	for _, t := range d.Turns {
		for l := t.FirstLine; l < len(d.Lines) && d.Lines[l].Words.Start < t.Words.End; l++ {
			speakers[l] = t.Speaker
		}
	}
	byFile := make([]int, len(d.Lines))
	for i := range byFile {
		byFile[i] = i
	}
	slices.SortStableFunc(byFile, func(a, b int) int { return cmp.Compare(d.Lines[a].Utterance, d.Lines[b].Utterance) })
	for _, l := range byFile {
		for w := d.Lines[l].Words.Start; w < d.Lines[l].Words.End; w++ {
			word := &d.Words[w]
			if word.Tokens.Len() == 0 {
				continue
			}
			out = append(out, entry{w, strings.ToLower(d.Text(word.Core)), speakers[l], word.Time.Start, d.Lines[l].Utterance})
			lines = append(lines, l)
		}
	}
	return out, lines
}

func newIndex(d *transcript.Document) *index {
	x := &index{doc: d}
	x.order, _ = entries(d)
	for i, e := range x.order {
		if !d.Words[e.word].Time.Known {
			x.timed = nil
			break
		}
		x.timed = append(x.timed, i)
	}
	slices.SortStableFunc(x.timed, func(a, b int) int { return cmp.Compare(x.order[a].start, x.order[b].start) })
	return x
}

// apart is how far, in seconds, the times of a word in two places may be apart.
const apart = 0.06

// align returns the token of the index's document that each token of a view repeats, -1
// for none. The words of an utterance are looked for in the utterances that it is known
// to repeat; else, if it has times, among those of its speaker at that time; else where
// the utterance before ended.
func (x *index) align(v *view) []int {
	d := v.doc
	to := make([]int, len(d.Tokens))
	for i := range to {
		to[i] = -1
	}
	words, lines := entries(d)
	next := 0 // in x.order
	var candidates []int
	for from := 0; from < len(words); {
		end := from + 1
		for end < len(words) && lines[end] == lines[from] {
			end++
		}
		line := &d.Lines[lines[from]]
		candidates = candidates[:0]
		if v.of != nil {
			candidates = x.in(candidates, v.of[line.Utterance])
		} else if line.Time.Known && len(x.timed) > 0 {
			candidates = x.at(candidates, line.Time, words[from].speaker)
		}
		if len(candidates) == 0 && v.of == nil {
			for i := next; i < len(x.order) && i < next+2*(end-from)+lookAhead; i++ {
				candidates = append(candidates, i)
			}
		}
		at := 0
		for _, w := range words[from:end] {
			k := x.find(candidates, at, w)
			if k < 0 {
				continue
			}
			at = k + 1
			next = candidates[k] + 1
			mine, theirs := d.Words[w.word].Tokens, x.doc.Words[x.order[candidates[k]].word].Tokens
			for i := 0; i < mine.Len() && i < theirs.Len(); i++ {
				to[mine.Start+i] = theirs.Start + i
			}
		}
		from = end
	}
	if v.bare && v.of != nil {
		x.alignGaps(v, to)
	}
	return to
}

// in returns the words of some utterances.
func (x *index) in(out []int, of span) []int {
	first := sort.Search(len(x.order), func(i int) bool { return x.order[i].utterance >= of.from })
	for i := first; i < len(x.order) && x.order[i].utterance < of.to; i++ {
		out = append(out, i)
	}
	return out
}

// at returns the words of a speaker that start within an interval, in the order of the
// file. Where the speaker has none there, anybody's are taken.
func (x *index) at(out []int, t transcript.Interval, speaker string) []int {
	first := sort.Search(len(x.timed), func(i int) bool { return x.order[x.timed[i]].start >= t.Start-apart })
	last := first
	for last < len(x.timed) && x.order[x.timed[last]].start <= t.End+apart {
		last++
	}
	for _, same := range []bool{true, false} {
		for _, i := range x.timed[first:last] {
			if !same || x.order[i].speaker == speaker {
				out = append(out, i)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	slices.Sort(out)
	return out
}

// lookAhead is how many words may be missing in a view.
const lookAhead = 40

// find returns the place in candidates, from at on, of a word: the next one, or the
// nearest that is the same. Words with times have to be at the same time.
func (x *index) find(candidates []int, at int, w entry) int {
	for k := at; k < len(candidates) && k < at+lookAhead; k++ {
		if c := &x.order[candidates[k]]; c.key == w.key {
			return k
		}
	}
	return -1
}
