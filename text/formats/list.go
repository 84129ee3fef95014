package formats

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// speaks reports whether a node is a list of objects that say something.
func speaks(n *node) bool {
	elements := n.list()
	for _, e := range elements[:min(len(elements), 20)] {
		if s, _ := listSpeech(e); s != nil && s.kind == '"' || saysInWords(e) {
			return true
		}
	}
	return false
}

// saysInWords reports whether an element is what somebody says, or what is said at a time, in words alone.
func saysInWords(e *node) bool {
	if _, ok := numberOf(memberOf(e, listStarts)); !ok && listSpeaker(e, listSurely...) == "" {
		return false
	}
	return speaks(e.get(innerName(e)))
}

// listMembers reports whether there are lists, and somebody says something, or sometime:
// there is JSON enough that has texts and is no transcript.
func listMembers(r *node) bool {
	if words := r.get("words"); words != nil && words.kind == '[' && len(words.list()) == 0 {
		return true
	}
	for _, l := range listsOf(r) {
		elements := l.list.list()
		for _, e := range elements[:min(len(elements), 20)] {
			// "name" and the like say too little.
			if _, starts := listStart(e, 1); starts || listTime(e, 1).Known || memberOf(e, listEnds) != nil || listSpeaker(e, listSurely...) != "" || len(e.list(innerName(e))) > 0 {
				return true
			}
		}
	}
	return false
}

// saysNothing reports whether a node is a list of nothing, or of such lists.
func saysNothing(n *node) bool {
	if n == nil || n.kind != '[' {
		return false
	}
	return !slices.ContainsFunc(n.list(), func(e *node) bool { return !saysNothing(e) && !holdsNothing(e, 3) })
}

// holdsNothing reports whether an object has such a list, or it is in objects in it, so many in one another.
func holdsNothing(n *node, depth int) bool {
	if saysNothing(memberOf(n, listHolders)) {
		return true
	}
	for _, name := range listWrappers {
		if w := n.get(name); w != nil && depth > 0 && (saysNothing(w) || holdsNothing(w, depth-1)) {
			return true
		}
	}
	return false
}

// readList reads JSON that no service has the name of: lists of words, or of segments that
// may have words in turn, with times and speakers under any of the names that are usual.
func readList(f *File) error {
	lists := listsOf(f.root)
	f.keepNotes(f.root, 3)
	f.keeps(f.root.get("segmentation"))
	if len(lists) == 0 {
		if saysNothing(f.root) || holdsNothing(f.root, 3) {
			newWordList(f)
			return nil
		}
		return f.errorLine(f.root.from, "this is no list of words or segments: its elements are objects with %q or %q", "text", "word")
	}
	f.inLanguage(cmp.Or(f.root.str("language_code"), f.root.str("language")))
	all := []*listReader{newListReader(f)}
	var nodes []*node
	for _, l := range lists {
		nodes = append(nodes, l.list)
	}
	all[0].scale, all[0].inner = scalesOf(nodes...)
	in := []*node{f.root} // what may have the same again
	for _, l := range lists {
		if !l.in.same(f.root) && l.in != nil {
			in = append(in, l.in)
		}
		if all[0].turns = turnsIn(l.in); all[0].turns == nil {
			all[0].turns = turnsIn(f.root)
		}
		if err := all[0].read(l.list, len(lists) > 1); err != nil {
			return err
		}
	}
	// The same again, in other lists and in one string.
	for _, n := range in {
		for _, name := range listHolders {
			if l := n.get(name); speaks(l) && !slices.ContainsFunc(lists, func(p listPlace) bool { return p.list.same(l) }) {
				again := newListReader(f)
				again.copied = true
				again.scale, again.inner = scalesOf(l)
				if err := again.read(l, false); err != nil {
					return err
				}
				all = append(all, again)
			}
		}
	}
	whole := newTexts(f)
	for _, n := range in {
		for _, name := range listWhole {
			whole.addAll(n.get(name))
		}
	}
	f.finish = func(o *outcome) {
		for _, r := range all {
			r.words.drop(o)
		}
	}
	return nil
}

// listReader reads a list into views.
type listReader struct {
	f     *File
	words *wordList
	plain *wordList // unpunctuated words, beside punctuated ones
	texts *texts    // of elements that have words, too
	scale float64   // seconds in a unit of time
	inner float64   // of the words of elements
	// midnight is when the day starts where times are dates, as seconds since 1970.
	midnight float64
	copied   bool    // the list is there again: its elements may be cut otherwise than those of the first one
	turns    []*node // who speaks when, where words do not say it
	again    *texts  // texts as they were heard, beside what was made of them; nil: there are none
	kinds    *texts  // texts again, in lists of those of a kind; nil: there are none
}

func newListReader(f *File) *listReader {
	return &listReader{f: f, words: newWordList(f), plain: newBareList(f), texts: newTexts(f)}
}

// read reads a list. apart says that it does not go on from the one before.
func (r *listReader) read(list *node, apart bool) error {
	elements := list.list()
	if err := r.check(elements); err != nil {
		return err
	}
	r.midnight = sinceMidnight(elements, r.scale)
	first := len(r.words.v.utterances)
	switch {
	case areWords(elements, r.scale):
		r.words.spaced = listJoined(elements)
		for _, e := range elements {
			r.word(list, e, cmp.Or(listSpeaker(e, listSpeakers...), r.turnOf(e)), true)
		}
		r.end(r.words.u.Speaker, transcript.Interval{})
	default:
		r.words.spaced = false
		for _, e := range elements {
			r.words.spaced = r.words.spaced || listJoined(e.list(innerName(e)))
		}
		for i, e := range elements {
			next := math.Inf(1)
			if i+1 < len(elements) {
				if at, ok := listStart(elements[i+1], r.scale); ok {
					next = at
				}
			}
			if err := r.segment(list, e, next); err != nil {
				return err
			}
		}
	}
	if apart && first < len(r.words.v.utterances) {
		r.words.v.utterances[first].Break = true
	}
	return nil
}

// check refuses a list with elements that say nothing in any way that is known.
func (r *listReader) check(elements []*node) error {
	for _, e := range elements {
		if s, _ := listSpeech(e); s == nil && len(e.list(innerName(e))) == 0 && !saysNothing(memberOf(e, listInner)) {
			return r.f.errorLine(e.from, "this looks like a list of words or segments, but an element has no %q or %q; 'tidytalk formats guess %s' proposes how to read it", "text", "word", r.f.Name)
		}
	}
	return nil
}

// innerName returns the name of the member of a segment that holds its words.
func innerName(e *node) string {
	for _, name := range listInner {
		if speaks(e.get(name)) {
			return name
		}
	}
	return listInner[0]
}

// segment adds an element that is a segment: its words, if there are any, else its text. next is when the
// next one starts, where elements do not say when they end.
func (r *listReader) segment(list, e *node, next float64) error {
	text, _ := listSpeech(e)
	time, speaker := r.time(e), listSpeaker(e, listSpeakers...)
	if at, ok := listStart(e, r.scale); ok {
		if next <= at {
			next = math.Inf(1)
		}
		to := shareTime(at, next, []int{len(text.str())})[0].End
		time = r.f.interval(e.from, r.since(at), r.since(to), true)
	}
	r.f.inLanguage(cmp.Or(e.str("languageCode"), e.str("speechLanguage")))
	from := len(r.words.v.utterances)
	inner := e.get(innerName(e))
	words := inner.list()
	if err := r.check(words); err != nil {
		return err
	}
	scale := r.scale
	r.scale = r.inner
	now := speaker
	for _, w := range words {
		who := cmp.Or(listSpeaker(w, listSpeakers...), speaker)
		if who != now {
			r.end(now, transcript.Interval{})
			now = who
		}
		r.word(inner, w, who, false)
	}
	r.scale = scale
	if len(words) == 0 {
		r.words.word(nil, nil, text, transcript.Interval{}, listTrust(e), false)
	}
	if len(r.words.v.utterances) > from {
		time = transcript.Interval{} // each speaker has that of the words
	}
	r.end(now, time)
	if len(words) > 0 {
		r.texts.add(text, speaker, time, nil, nil)
		r.repeat(r.texts, from, len(r.words.v.utterances))
	}
	r.words.hold(list, e, from)
	r.copies(e, from)
	return nil
}

// repeat says which utterances the text added last repeats, in the first list; in others that is found.
func (r *listReader) repeat(t *texts, from, to int) {
	if !r.copied {
		t.repeat(from, to)
	}
}

// copies adds what an element has again of its text.
func (r *listReader) copies(e *node, from int) {
	to := len(r.words.v.utterances)
	if text := e.get(listAgain); text != nil {
		if r.again == nil {
			r.again = newTexts(r.f)
			r.again.v.bare = !strings.ContainsAny(text.str(), ".?!,")
		}
		r.again.add(text, "", transcript.Interval{}, nil, nil)
		r.repeat(r.again, from, to)
	}
	filters := memberOf(e, listFilters[0])
	for _, name := range listFilters[1] {
		if text := filters.get(name); text != nil && strings.Contains(text.str(), " ") {
			if r.kinds == nil {
				r.kinds = newTexts(r.f)
			}
			r.kinds.add(text, "", transcript.Interval{}, nil, nil)
			r.repeat(r.kinds, from, to)
		}
	}
}

// since returns a time in the recording, or of the day.
func (r *listReader) since(seconds float64) float64 {
	if r.midnight > 0 && seconds >= epoch {
		return math.Round((seconds-r.midnight)*1000) / 1000
	}
	return seconds
}

// time returns when an element is said, and warns of times that are odd.
func (r *listReader) time(e *node) transcript.Interval {
	from, to, known := listTimes(e, r.scale)
	return r.f.interval(e.from, r.since(from), r.since(to), known)
}

// word adds an element that is a word.
func (r *listReader) word(list, e *node, speaker string, flow bool) {
	s, _ := listSpeech(e)
	time, trust := r.time(e), listTrust(e)
	tight := s != nil && s.kind == '"' && s.str() != "" && strings.Trim(s.str(), ".,?!;:…") == ""
	plain := e.get("word")
	if plain.same(s) {
		plain = nil
	}
	if flow && !tight {
		r.words.flow(speaker, list, e, s, time, trust)
		r.plain.flow(speaker, nil, nil, plain, time, trust)
		return
	}
	r.words.word(list, e, s, time, trust, tight)
	r.plain.word(nil, nil, plain, time, trust, tight)
}

func (r *listReader) end(speaker string, time transcript.Interval) {
	r.words.end(speaker, time)
	r.plain.end(speaker, time)
}

// areWords reports whether the elements of a list are words: they are called that, or
// nearly all are a single word and short.
func areWords(elements []*node, scale float64) bool {
	single, called, timed, length := 0, 0, 0, 0.0
	for _, e := range elements {
		if len(e.list(innerName(e))) > 0 {
			return false
		}
		s, word := listSpeech(e)
		if word {
			called++
		}
		if len(strings.Fields(s.str())) <= 1 {
			single++
		}
		if t := listTime(e, scale); t.Known {
			timed++
			length += t.End - t.Start
		}
	}
	if called*2 > len(elements) {
		return true
	}
	const wordLength = 0.7 // seconds, more than words last on average
	return single*10 > 9*len(elements) && timed*10 > 9*len(elements) && length < wordLength*float64(timed)
}

// listJoined is joined for elements of any names.
func listJoined(elements []*node) bool {
	return slices.ContainsFunc(elements, func(e *node) bool {
		s, _ := listSpeech(e)
		return s != nil && strings.HasPrefix(s.str(), " ")
	})
}

func writeList(b *strings.Builder, t *Transcript) error {
	type word struct {
		Word       string  `json:"word"`
		Start      *second `json:"start,omitempty"`
		End        *second `json:"end,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
	}
	type segment struct {
		Speaker string  `json:"speaker,omitempty"`
		Start   *second `json:"start,omitempty"`
		End     *second `json:"end,omitempty"`
		Text    string  `json:"text"`
		Words   []word  `json:"words,omitempty"`
	}
	out := []segment{}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		x := segment{Speaker: u.Speaker, Text: u.Text()}
		x.Start, x.End = timesOf(u.Time.Known, u.Time.Start, u.Time.End)
		if u.timed() || len(u.Words) == 1 { // alone, it would look like a word in a list of words
			for _, w := range u.Words {
				y := word{Word: w.Text(), Confidence: w.Confidence}
				y.Start, y.End = timesOf(w.Time.Known, w.Time.Start, w.Time.End)
				x.Words = append(x.Words, y)
			}
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		b.WriteString("{\n  \"words\": []\n}\n") // a list of nothing is no transcript
		return nil
	}
	return writeJSON(b, out)
}
