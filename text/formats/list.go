package formats

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Names that members of elements of lists have.
var (
	listWords    = []string{"punctuated_word", "word", "w", "token"} // what is said, one word
	listTexts    = []string{"text", "transcript", "sentence", "utterance", "content", "body", "caption", "segment", "line"}
	listInner    = []string{"words", "tokens", "alignment"}
	listSpeakers = []string{"speaker", "speaker_name", "speakerName", "speaker_label", "speakerLabel", "speaker_id", "speakerId", "speaker_tag", "speakerTag", "spk", "participant", "role", "name", "channel"}
	listStarts   = []string{"start", "start_time", "startTime", "begin", "from", "offset", "time", "s"}
	listEnds     = []string{"end", "end_time", "endTime", "stop", "to", "e"}
	listLengths  = []string{"duration", "dur", "d"}
	listMillis   = [][2]string{{"start_ms", "end_ms"}, {"startMs", "endMs"}, {"time_ms", ""}}
	listTrusts   = []string{"confidence", "conf", "probability", "prob", "score", "p"}
	// listHolders are the members of an object that hold lists, the best first: words, and
	// what is made of them.
	listHolders = []string{
		"words", "wordLevelTranscription", "tokens", "snippets", "segments", "utterances", "turns", "turnLevelTranscription", "monologues",
		"sentences", "transcript", "transcripts", "captions", "subtitles", "cues", "chunks", "paragraphs",
	}
	// listWhole are the members of an object that hold all that is said in one string.
	listWhole = []string{"text", "transcript", "transcription", "full_text", "fullText", "full_transcript", "punct"}
	// listNests are the ways to objects that hold the lists, of answers that wrap them.
	listNests = [][]string{{"retval"}, {"result", "transcription"}, {"result"}, {"transcription"}}
)

// firstOf returns the first of some members that is a string, or, if none is, the first
// that there is; nil if there is none.
func firstOf(n *node, names []string) *node {
	var other *node
	for _, name := range names {
		switch m := n.get(name); {
		case m == nil:
		case m.kind == '"':
			return m
		case other == nil:
			other = m
		}
	}
	return other
}

// listSpeech returns what an element of a list says, and whether it is called a word.
func listSpeech(n *node) (s *node, word bool) {
	if s = firstOf(n, listWords); s != nil {
		// The word as it is shown, which others have the mark after it as.
		if shown := n.get("punct"); shown != nil && shown.kind == '"' && strings.IndexFunc(shown.text, unicode.IsLetter) >= 0 {
			s = shown
		}
		return s, true
	}
	return firstOf(n, listTexts), false
}

// speaks reports whether a node is a list of objects that say something.
func speaks(n *node) bool {
	elements := n.list()
	for _, e := range elements[:min(len(elements), 20)] {
		if s, _ := listSpeech(e); s != nil && s.kind == '"' {
			return true
		}
	}
	return false
}

// listMembers reports whether there are lists, and somebody says something, or sometime:
// there is JSON enough that has texts and is no transcript.
func listMembers(r *node) bool {
	r = listRoot(r)
	if words := r.get("words"); words != nil && words.kind == '[' && len(words.list()) == 0 {
		return true
	}
	for _, l := range listsOf(r) {
		elements := l.list()
		for _, e := range elements[:min(len(elements), 20)] {
			// "name" and the like say too little.
			if _, starts := listStart(e, 1); starts || speakerOf(e, listSpeakers[:len(listSpeakers)-4]...) != "" || len(e.list(innerName(e))) > 0 {
				return true
			}
		}
	}
	return false
}

// listRoot returns the object that holds the lists of a file: the root, or one in it.
func listRoot(r *node) *node {
	if r.kind != '{' || listMember(r) != nil {
		return r
	}
	for _, way := range listNests {
		if l := memberOf(r.get(way...), listHolders); l != nil && l.kind == '[' && memberOf(r, listHolders) == nil {
			return r.get(way...)
		}
	}
	return r
}

// listsOf returns the lists of a file: those that are one after another what is said. A
// list of lists is one of several recordings.
func listsOf(r *node) []*node {
	if speaks(r) {
		return []*node{r}
	}
	if l := listMember(r); l != nil {
		return []*node{l}
	}
	var out []*node
	for _, e := range r.list() {
		if speaks(e) {
			out = append(out, e)
		} else if l := listMember(e); l != nil {
			out = append(out, l)
		}
	}
	return out
}

// listMember returns the best of the members of an object that are lists, nil if there is
// none.
func listMember(n *node) *node {
	for _, name := range listHolders {
		if l := n.get(name); speaks(l) {
			return l
		}
	}
	return nil
}

// saysNothing reports whether a node is a list of nothing, or of such lists.
func saysNothing(n *node) bool {
	if n == nil || n.kind != '[' {
		return false
	}
	return !slices.ContainsFunc(n.list(), func(e *node) bool {
		return !saysNothing(e) && !saysNothing(memberOf(e, listHolders))
	})
}

// readList reads JSON that no service has the name of: lists of words, or of segments that
// may have words in turn, with times and speakers under any of the names that are usual.
func readList(f *File) error {
	root := listRoot(f.root)
	talking := cmp.Or(memberOf(f.root, listTalk), memberOf(root, listTalk))
	f.keeps(talking)
	lists := listsOf(root)
	if len(lists) == 0 {
		if saysNothing(root) || saysNothing(memberOf(root, listHolders)) {
			newWordList(f)
			return nil
		}
		return f.errorLine(f.root.from, "this is no list of words or segments: its elements are objects with %q or %q", "text", "word")
	}
	f.inLanguage(cmp.Or(f.root.str("language_code"), f.root.str("language")))
	all := []*listReader{newListReader(f)}
	all[0].talk = talkOf(talking)
	all[0].scale, all[0].inner = scalesOf(lists...)
	for _, l := range lists {
		if err := all[0].read(l, len(lists) > 1); err != nil {
			return err
		}
	}
	// The same again, in other lists and in one string.
	for _, name := range listHolders {
		if l := root.get(name); speaks(l) && !slices.ContainsFunc(lists, l.same) {
			again := newListReader(f)
			again.scale, again.inner = scalesOf(l)
			if err := again.read(l, false); err != nil {
				return err
			}
			all = append(all, again)
		}
	}
	whole := newTexts(f)
	for _, name := range listWhole {
		whole.addAll(root.get(name))
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
	plain *wordList       // unpunctuated words, beside punctuated ones
	texts *texts          // of elements that have words, too
	scale float64         // seconds in a unit of time
	inner float64         // of the words of elements
	ends  map[int]float64 // of elements of which only starts are known, by their place: where the next one starts
	talk  []talk          // who talks when, where that is a list of its own
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
	r.ends = openEnds(elements, r.scale)
	first := len(r.words.v.utterances)
	switch {
	case areWords(elements, r.scale):
		r.words.spaced = listJoined(elements)
		for _, e := range elements {
			r.word(list, e, cmp.Or(listSpeaker(e), r.talking(e)), true)
		}
		r.end(r.words.u.Speaker, transcript.Interval{})
	default:
		r.words.spaced = false
		for _, e := range elements {
			r.words.spaced = r.words.spaced || listJoined(e.list(innerName(e)))
		}
		for _, e := range elements {
			if err := r.segment(list, e); err != nil {
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
		if s, _ := listSpeech(e); s == nil && len(e.list(innerName(e))) == 0 {
			return r.f.errorLine(e.from, "this looks like a list of words or segments, but an element has no %q or %q", "text", "word")
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

// segment adds an element that is a segment: its words, if there are any, else its text.
func (r *listReader) segment(list, e *node) error {
	text, _ := listSpeech(e)
	time, speaker := r.time(e), cmp.Or(listSpeaker(e), r.talking(e))
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
		who := cmp.Or(listSpeaker(w), speaker)
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
		r.texts.repeat(from, len(r.words.v.utterances))
	}
	r.words.hold(list, e, from)
	return nil
}

// time returns when an element is said, and warns of times that are odd.
func (r *listReader) time(e *node) transcript.Interval {
	from, to, known := listTimes(e, r.scale)
	if end, ok := r.ends[e.from]; ok && !known {
		if from, known = listStart(e, r.scale); known {
			to = end
		}
	}
	return r.f.interval(e.from, from, to, known)
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

// memberOf returns the first of some members that there is, nil if there is none.
func memberOf(n *node, names []string) *node {
	for _, name := range names {
		if m := n.get(name); m != nil {
			return m
		}
	}
	return nil
}

// listTrust returns the confidence of an element.
func listTrust(e *node) float64 {
	for _, name := range listTrusts {
		if p := probability(e, name); p > 0 {
			return p
		}
	}
	return 0
}

// listSpeaker returns who says an element.
func listSpeaker(e *node) string {
	for _, name := range listSpeakers {
		if s := e.get(name); s != nil && s.kind == '{' {
			return speakerOf(s, "name", "label", "id", "@id")
		}
		if s := speakerOf(e, name); s != "" {
			return s
		}
	}
	return ""
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
