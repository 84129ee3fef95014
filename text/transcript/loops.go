package transcript

import (
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// Loop is a stretch that is there over and over, as recognisers write it that run on in
// silence or noise: the same line again and again, or the same few words inside one.
type Loop struct {
	// Copies are the words of each copy, in order. A last one may be cut off. Other
	// speakers may speak between copies that are lines.
	Copies []Span
}

// What makes a loop, by what people do say. In Switchboard and AMI nobody says a stretch of
// n words in a row more often than thirteen times where n is 1 ("uh-huh"), five times where
// it is 2 or 3, and three times where it is more; and no line of a speaker comes right after
// itself more often than six times where it is of one word, and three times where it is longer.
// Of Chinese two characters count as a word.
const (
	minCopies = 4  // "no no no" is speech
	minLooped = 16 // words of all copies
	// minLines is minLooped for lines with nothing between them: "Thank you." five times.
	minLines = 10
	// maxLooped is how many words a stretch has at most that is looked for inside lines.
	maxLooped = 24
)

// Loops returns the loops of the document, in the order of their first words. No two hold
// the same word. Stretches of nothing but filled pauses are none: people say them.
func (d *Document) Loops() []Loop {
	f := &loopFinder{d: d, extra: make([]bool, len(d.Words))}
	f.number()
	f.lines()
	for i := range d.Turns {
		f.inside(d.Turns[i].Words)
	}
	slices.SortStableFunc(f.found, func(a, b Loop) int { return a.Copies[0].Start - b.Copies[0].Start })
	return f.found
}

type loopFinder struct {
	d     *Document
	ids   []int32 // of words: equal for those that are the same but for case and punctuation; 0: a note
	pause []bool  // by id
	extra []bool  // words of copies but the first
	found []Loop
}

// number gives the words their ids.
func (f *loopFinder) number() {
	f.ids = make([]int32, len(f.d.Words))
	f.pause = []bool{true}
	known := make(map[string]int32)
	for w := range f.d.Words {
		if f.d.Words[w].Tokens.Len() == 0 {
			continue
		}
		core := f.d.Text(f.d.Words[w].Core)
		id := known[core]
		if id == 0 {
			folded := f.d.folded(w)
			if id = known[folded]; id == 0 {
				id = int32(len(f.pause))
				f.pause = append(f.pause, lang.Pauses[folded] || language.ChinesePauses[folded])
				known[folded] = id
			}
			known[core] = id
		}
		f.ids[w] = id
	}
}

// spoken reports whether words are more than filled pauses and notes.
func (f *loopFinder) spoken(words Span) bool {
	return slices.ContainsFunc(f.ids[words.Start:words.End], func(id int32) bool { return !f.pause[id] })
}

// lines finds the lines of a speaker that are the same as the one before.
func (f *loopFinder) lines() {
	d := f.d
	type row struct{ line, before int } // before: the line with words before it, whoever speaks
	rows := make(map[string][]row)      // by speaker, in the order of the document
	var speakers []string
	before := -1
	for t := range d.Turns {
		turn := &d.Turns[t]
		for l := turn.FirstLine; l < len(d.Lines) && d.Lines[l].Words.Start < turn.Words.End; l++ {
			if d.Lines[l].Words.Len() == 0 || !f.spoken(d.Lines[l].Words) {
				continue
			}
			if rows[turn.Speaker] == nil {
				speakers = append(speakers, turn.Speaker)
			}
			rows[turn.Speaker] = append(rows[turn.Speaker], row{l, before})
			before = l
		}
	}
	for _, s := range speakers {
		own := rows[s]
		for i := 0; i < len(own); {
			words := d.Lines[own[i].line].Words
			end, together := i+1, true
			for end < len(own) && f.same(words, d.Lines[own[end].line].Words) {
				together = together && own[end].before == own[end-1].line
				end++
			}
			least := minLooped
			if together {
				least = minLines
			}
			if n := end - i; n >= minCopies && n*f.d.count(words) >= least {
				var l Loop
				for _, r := range own[i:end] {
					l.Copies = append(l.Copies, d.Lines[r.line].Words)
				}
				f.add(l)
			}
			i = end
		}
	}
}

// same reports whether two stretches have the same words.
func (f *loopFinder) same(a, b Span) bool {
	return slices.Equal(f.ids[a.Start:a.End], f.ids[b.Start:b.End])
}

func (f *loopFinder) add(l Loop) {
	for _, c := range l.Copies[1:] {
		for w := c.Start; w < c.End; w++ {
			f.extra[w] = true
		}
	}
	f.found = append(f.found, l)
}

// inside finds stretches that are repeated inside the words of a turn.
func (f *loopFinder) inside(turn Span) {
	for w := turn.Start; w < turn.End; {
		end := w
		for end < turn.End && !f.extra[end] {
			end++
		}
		f.periods(w, end)
		for w = end; w < turn.End && f.extra[w]; w++ {
		}
	}
}

// periods finds the loops within the words [from, to): the shortest stretches whose
// copies follow each other.
func (f *loopFinder) periods(from, to int) {
	longest := maxLooped
	for w := from; w < to; w++ {
		longest = max(longest, maxLooped*scripts[f.d.Words[w].Script].perWord)
	}
	var runs [2*maxLooped + 1]int // by length: how many of the last words are as those so far before them
	for w := from; w < to; w++ {
		for n := 1; n <= longest && w-n >= from; n++ {
			if f.ids[w] != f.ids[w-n] {
				runs[n] = 0
				continue
			}
			runs[n]++
			// All is known where the run ends.
			if w+1 < to && f.ids[w+1] == f.ids[w+1-n] {
				continue
			}
			copies := runs[n]/n + 1
			if copies < minCopies || copies*n < minLooped {
				continue
			}
			first := w + 1 - runs[n] - n
			if words := f.d.count(Span{first, first + n}); words > maxLooped || copies*words < minLooped {
				continue
			}
			if !f.spoken(Span{first, first + n}) {
				continue
			}
			var l Loop
			for at := first; at < first+copies*n; at += n {
				l.Copies = append(l.Copies, Span{at, at + n})
			}
			if rest := runs[n] % n; rest > 0 && f.endsLine(w) {
				l.Copies = append(l.Copies, Span{w + 1 - rest, w + 1}) // it was cut off
			}
			f.add(l)
			from = w + 1 // no other loop goes into it
			clear(runs[:])
			break
		}
	}
}

// LineOf returns the number, in Lines, of the line of a word.
func (d *Document) LineOf(word int) int {
	return sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i].Words.End > word })
}

// endsLine reports whether a word is the last one of its line.
func (f *loopFinder) endsLine(w int) bool { return f.d.Lines[f.d.LineOf(w)].Words.End == w+1 }

// LoopText returns the words of a loop, once, for messages.
func (d *Document) LoopText(l *Loop) string {
	var b strings.Builder
	for w := l.Copies[0].Start; w < l.Copies[0].End; w++ {
		if w > l.Copies[0].Start && !(d.Words[w-1].Joined && d.unspaced(w-1, w)) {
			b.WriteByte(' ')
		}
		b.WriteString(d.Text(d.Words[w].Core))
	}
	return b.String()
}
