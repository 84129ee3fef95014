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
	order    []entry                  // the words with tokens, in the order of the file
	timed    []int32                  // places in order, by time; empty where not all words are timed
	lines    []int32                  // in the order of the file
	speakers []string                 // of each line
	runs     [runWords + 1]wordPlaces // in order, of each stretch of so many words; nil: not needed yet
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
// for none. d is the document of the view, whose words and speakers of lines are given.
func (x *index) align(v *view, d *transcript.Document, words []entry, speakers []string) []int32 {
	to := make([]int32, len(d.Tokens))
	for i := range to {
		to[i] = -1
	}
	s := search{x: x, view: v, doc: d}
	for from := 0; from < len(words); {
		end := from + 1
		for end < len(words) && words[end].line == words[from].line {
			end++
		}
		for w, place := range s.line(words[from:end], speakers[words[from].line]) {
			if place < 0 {
				continue
			}
			s.next = int(place) + 1
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

// search looks for the lines of a view's document, one after another.
type search struct {
	x                 *index
	view              *view
	doc               *transcript.Document
	next              int     // where the line before ended
	candidates, tried []int32 // places in order
	pairs, best       []int32
}

// line returns the place of each word of a line, -1 for none. They are looked for in the utterances that its own is
// known to repeat; else, if it has times, among those of its speaker at that time, and, as long as not all are found, among
// anybody's then, where the line before ended, and where it starts.
func (s *search) line(words []entry, speaker string) []int32 {
	line := &s.doc.Lines[words[0].line]
	s.best, s.tried = s.best[:0], s.tried[:0]
	most := 0
	for _, where := range placesOf(s.view, line, len(s.x.timed) > 0) {
		out := s.candidates[:0]
		switch where {
		case inUtterances:
			out = s.x.in(out, s.view.of[line.Utterance])
		case atTime, atTimeOfSpeaker:
			out = s.x.at(out, line.Time, speaker, where == atTime)
		case inOrder:
			out = s.x.after(out, s.next, len(words))
		case anywhere:
			out = s.x.after(out, s.x.startOf(words, s.doc, s.next), len(words))
		}
		if s.candidates = out; slices.Equal(out, s.tried) {
			continue
		}
		n := s.pair(words)
		if n > most {
			most = n
			s.best, s.pairs = s.pairs, s.best
		}
		if n == len(words) {
			break
		}
		s.candidates, s.tried = s.tried, s.candidates
	}
	return s.best
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
	n := min(runWords, len(words))
	if x.runs[n] == nil {
		x.runs[n] = make(wordPlaces, 0, len(x.order))
		for i := 0; i+n <= len(x.order); i++ {
			x.runs[n] = append(x.runs[n], wordPlace{hashOfEntries(x.doc, x.order[i:i+n]), int32(i)})
		}
		x.runs[n].sort()
	}
	if at := x.runs[n].find(hashOfEntries(d, words[:n]), from); at >= 0 {
		return at
	}
	return len(x.order)
}

// hashOfEntries returns the hash of words of a document in lower case.
func hashOfEntries(d *transcript.Document, words []entry) uint32 {
	var hashes [runWords]uint32
	for i, e := range words {
		for _, r := range d.Text(d.Words[e.word].Core) {
			hashes[i] = hashes[i]*16777619 ^ uint32(unicode.ToLower(r))
		}
	}
	return hashOf(hashes[:len(words)])
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

// pair sets pairs to the candidate that each word of a line is, -1 for none, and returns how many there are. A word that
// the candidates lack costs no other.
func (s *search) pair(words []entry) (n int) {
	s.pairs = s.pairs[:0]
	for range words {
		s.pairs = append(s.pairs, -1)
	}
	for w, k := 0, 0; w < len(words) && k < len(s.candidates); {
		if !s.same(words[w], s.candidates[k]) {
			skipped, missing, ok := resume(len(words)-w, len(s.candidates)-k, func(i, j int) bool { return s.same(words[w+i], s.candidates[k+j]) })
			if !ok {
				w++
				continue
			}
			w, k = w+skipped, k+missing
		}
		s.pairs[w] = s.candidates[k]
		n, w, k = n+1, w+1, k+1
	}
	return n
}

// same reports whether a word of a line is the one at a place.
func (s *search) same(word entry, place int32) bool {
	return sameFolded(s.x.doc.Text(s.x.doc.Words[s.x.order[place].word].Core), s.doc.Text(s.doc.Words[word.word].Core))
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
