package formats

import (
	"cmp"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// index finds the words of the first view that another view repeats.
type index struct {
	doc      *transcript.Document
	order    []entry  // the words with tokens, in the order of the file
	timed    []int32  // places in order, by time; empty where not all words are timed
	lines    []int32  // in the order of the file
	speakers []string // of each line
}

// entry is a word of a document, and its line.
type entry struct{ word, line int32 }

// entries returns the words of a document in the order of its file, its lines in that order,
// and their speakers.
func entries(d *transcript.Document) (out []entry, byFile []int32, speakers []string) {
	speakers = make([]string, len(d.Lines))
	for _, t := range d.Turns {
		for l := t.FirstLine; l < len(d.Lines) && d.Lines[l].Words.Start < t.Words.End; l++ {
			speakers[l] = t.Speaker
		}
	}
	byFile = make([]int32, len(d.Lines))
	for i := range byFile {
		byFile[i] = int32(i)
	}
	slices.SortStableFunc(byFile, func(a, b int32) int { return cmp.Compare(d.Lines[a].Utterance, d.Lines[b].Utterance) })
	out = make([]entry, 0, len(d.Words))
	for _, l := range byFile {
		for w := d.Lines[l].Words.Start; w < d.Lines[l].Words.End; w++ {
			if d.Words[w].Tokens.Len() > 0 {
				out = append(out, entry{int32(w), l})
			}
		}
	}
	return out, byFile, speakers
}

func newIndex(d *transcript.Document) *index {
	x := &index{doc: d}
	x.order, x.lines, x.speakers = entries(d)
	if slices.ContainsFunc(x.order, func(e entry) bool { return !d.Words[e.word].Time.Known }) {
		return x
	}
	x.timed = make([]int32, len(x.order))
	for i := range x.timed {
		x.timed[i] = int32(i)
	}
	slices.SortStableFunc(x.timed, func(a, b int32) int { return cmp.Compare(x.start(a), x.start(b)) })
	return x
}

// start returns when a word of order starts.
func (x *index) start(i int32) float64 { return x.doc.Words[x.order[i].word].Time.Start }

// utterance returns the utterance of a word of order.
func (x *index) utterance(i int) int { return x.doc.Lines[x.order[i].line].Utterance }

// apart is how far, in seconds, the times of a word in two places may be apart.
const apart = 0.06

// align returns the token of the index's document that each token of a view repeats, -1
// for none. The words of an utterance are looked for in the utterances that it is known
// to repeat; else, if it has times, among those of its speaker at that time; else where
// the utterance before ended.
func (x *index) align(v *view, d *transcript.Document) []int32 {
	to := make([]int32, len(d.Tokens))
	for i := range to {
		to[i] = -1
	}
	words, _, speakers := entries(d)
	next := 0 // in x.order
	var candidates []int32
	for from := 0; from < len(words); {
		end := from + 1
		for end < len(words) && words[end].line == words[from].line {
			end++
		}
		line := &d.Lines[words[from].line]
		candidates = candidates[:0]
		if v.of != nil {
			candidates = x.in(candidates, v.of[line.Utterance])
		} else if line.Time.Known && len(x.timed) > 0 {
			candidates = x.at(candidates, line.Time, speakers[words[from].line])
		}
		if len(candidates) == 0 && v.of == nil {
			for i := next; i < len(x.order) && i < next+2*(end-from)+lookAhead; i++ {
				candidates = append(candidates, int32(i))
			}
		}
		x.pair(words[from:end], d, candidates, func(w, k int) {
			next = int(candidates[k]) + 1
			mine, theirs := d.Words[words[from+w].word].Tokens, x.doc.Words[x.order[candidates[k]].word].Tokens
			for i := 0; i < mine.Len() && i < theirs.Len(); i++ {
				to[mine.Start+i] = int32(theirs.Start + i)
			}
		})
		from = end
	}
	if v.bare && v.of != nil {
		x.alignGaps(v, to, d)
	}
	return to
}

// in returns the words of some utterances.
func (x *index) in(out []int32, of span) []int32 {
	first := sort.Search(len(x.order), func(i int) bool { return x.utterance(i) >= of.from })
	for i := first; i < len(x.order) && x.utterance(i) < of.to; i++ {
		out = append(out, int32(i))
	}
	return out
}

// at returns the words of a speaker that start within an interval, in the order of the
// file. Where the speaker has none there, anybody's are taken.
func (x *index) at(out []int32, t transcript.Interval, speaker string) []int32 {
	first := sort.Search(len(x.timed), func(i int) bool { return x.start(x.timed[i]) >= t.Start-apart })
	last := first
	for last < len(x.timed) && x.start(x.timed[last]) <= t.End+apart {
		last++
	}
	for _, same := range []bool{true, false} {
		for _, i := range x.timed[first:last] {
			if !same || x.speakers[x.order[i].line] == speaker {
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

// Where two places part, they are looked for where they say the same again: runWords words in a row are
// enough wherever they are, fewer only if they are near.
const runWords = 3

// nearRuns is how many words, of both places together, may be missing before so many that are the same.
var nearRuns = [runWords + 1]int{0, 8, 16, lookAhead}

// pair calls f with the words of a line, by their numbers, and the candidates that they are. One that
// the candidates lack costs no other.
func (x *index) pair(words []entry, d *transcript.Document, candidates []int32, f func(w, k int)) {
	same := func(w, k int) bool {
		return sameFolded(x.doc.Text(x.doc.Words[x.order[candidates[k]].word].Core), d.Text(d.Words[words[w].word].Core))
	}
	for w, k := 0, 0; w < len(words) && k < len(candidates); {
		if !same(w, k) {
			skipped, missing, ok := resume(len(words)-w, len(candidates)-k, func(i, j int) bool { return same(w+i, k+j) })
			if !ok {
				w++
				continue
			}
			w, k = w+skipped, k+missing
		}
		f(w, k)
		w, k = w+1, k+1
	}
}

// resume returns how many of n words and of m others are to be skipped so that both go on alike. Each
// word more that they have in common makes up for some that are skipped.
func resume(n, m int, same func(i, j int) bool) (i, j int, ok bool) {
	const worth = 2
	best := lookAhead
	for skipped := 1; skipped <= lookAhead && skipped-worth*runWords < best; skipped++ {
		for a := max(0, skipped-m+1); a <= skipped && a < n; a++ {
			b, run := skipped-a, 0
			for run < runWords && a+run < n && b+run < m && same(a+run, b+run) {
				run++
			}
			if cost := skipped - worth*run; run > 0 && skipped <= nearRuns[run] && cost < best {
				i, j, best, ok = a, b, cost, true
			}
		}
	}
	return i, j, ok
}

// sameFolded reports whether two words are the same in lower case.
func sameFolded(a, b string) bool {
	for len(a) > 0 && len(b) > 0 {
		r, n := utf8.DecodeRuneInString(a)
		s, m := utf8.DecodeRuneInString(b)
		if r != s && unicode.ToLower(r) != unicode.ToLower(s) {
			return false
		}
		a, b = a[n:], b[m:]
	}
	return len(a) == len(b)
}
