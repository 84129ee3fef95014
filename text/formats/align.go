package formats

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// index finds the words of the first view that another view repeats.
type index struct {
	doc      *transcript.Document
	order    []entry            // the words with tokens, in the order of the file
	timed    []int32            // places in order, by time; empty where not all words are timed
	lines    []int32            // in the order of the file
	speakers []string           // of each line
	starts   map[string][]int32 // places in order of each word, in lower case; nil: not needed yet
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
// to repeat; else, if it has times, among those of its speaker at that time, and, as long as not
// all are found, among anybody's then, where the utterance before ended, and where it starts.
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
		best, most := []int32(nil), 0
		for _, where := range placesOf(v, line, len(x.timed) > 0) {
			switch where {
			case inUtterances:
				candidates = x.in(candidates[:0], v.of[line.Utterance])
			case atTime, atTimeOfSpeaker:
				candidates = x.at(candidates[:0], line.Time, speakers[words[from].line], where == atTime)
			case inOrder:
				candidates = x.after(candidates[:0], next, end-from)
			case anywhere:
				candidates = x.after(candidates[:0], x.startOf(words[from:end], d, next), end-from)
			}
			pairs, n := x.pair(words[from:end], d, candidates)
			if n > most {
				best, most = pairs, n
			}
			if n == end-from {
				break
			}
		}
		for w, place := range best {
			if place < 0 {
				continue
			}
			next = int(place) + 1
			mine, theirs := d.Words[words[from+w].word].Tokens, x.doc.Words[x.order[place].word].Tokens
			for i := 0; i < mine.Len() && i < theirs.Len(); i++ {
				to[mine.Start+i] = int32(theirs.Start + i)
			}
		}
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

// whereabouts says where the words of a line are looked for.
type whereabouts uint8

const (
	inUtterances whereabouts = iota
	atTimeOfSpeaker
	atTime
	inOrder  // from where the line before ended
	anywhere // from where the line starts in the file: its times are wrong, or it has none and lines are in another order
)

// placesOf returns where the words of a line of a view are looked for, the most likely first.
func placesOf(v *view, line *transcript.Line, timed bool) []whereabouts {
	switch {
	case v.of != nil:
		return []whereabouts{inUtterances}
	case line.Time.Known && timed:
		return []whereabouts{atTimeOfSpeaker, atTime, inOrder, anywhere}
	}
	return []whereabouts{inOrder, anywhere}
}

// after returns the words from a place on among which those of a line with so many words are looked for.
func (x *index) after(out []int32, from, words int) []int32 {
	for i := from; i < len(x.order) && i < from+2*words+lookAhead; i++ {
		out = append(out, int32(i))
	}
	return out
}

// startOf returns where the first words of a line are, best not before a given place.
func (x *index) startOf(words []entry, d *transcript.Document, from int) int {
	if x.starts == nil {
		x.starts = make(map[string][]int32)
		for i, e := range x.order {
			word := strings.ToLower(x.doc.Text(x.doc.Words[e.word].Core))
			x.starts[word] = append(x.starts[word], int32(i))
		}
	}
	first := len(x.order)
	for _, place := range x.starts[strings.ToLower(d.Text(d.Words[words[0].word].Core))] {
		n := 1
		for n < runWords && n < len(words) && int(place)+n < len(x.order) &&
			sameFolded(x.doc.Text(x.doc.Words[x.order[int(place)+n].word].Core), d.Text(d.Words[words[n].word].Core)) {
			n++
		}
		if n < min(runWords, len(words)) {
			continue
		}
		if int(place) >= from {
			return int(place)
		}
		first = min(first, int(place))
	}
	return first
}

// at returns the words of a speaker, or of anybody, that start within an interval, in the order of
// the file.
func (x *index) at(out []int32, t transcript.Interval, speaker string, anybody bool) []int32 {
	first := sort.Search(len(x.timed), func(i int) bool { return x.start(x.timed[i]) >= t.Start-apart })
	for _, i := range x.timed[first:] {
		if x.start(i) > t.End+apart {
			break
		}
		if anybody || x.speakers[x.order[i].line] == speaker {
			out = append(out, i)
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

// pair returns, for each word of a line, the candidate that it is, -1 for none, and how many there are. A word
// that the candidates lack costs no other.
func (x *index) pair(words []entry, d *transcript.Document, candidates []int32) (pairs []int32, n int) {
	same := func(w, k int) bool {
		return sameFolded(x.doc.Text(x.doc.Words[x.order[candidates[k]].word].Core), d.Text(d.Words[words[w].word].Core))
	}
	pairs = make([]int32, len(words))
	for w := range pairs {
		pairs[w] = -1
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
		pairs[w] = candidates[k]
		n, w, k = n+1, w+1, k+1
	}
	return pairs, n
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
