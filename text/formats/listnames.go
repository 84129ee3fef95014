package formats

import (
	"strings"
	"time"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Names that members of elements of lists have.
var (
	listWords    = []string{"punctuated_word", "word", "w", "token"} // what is said, one word
	listTexts    = []string{"text", "transcript", "sentence", "utterance", "content", "body", "caption", "segment", "line"}
	listInner    = []string{"words", "tokens", "alignment", "sentences"}
	listSpeakers = []string{"speaker", "speaker_name", "speakerName", "speakerDisplayName", "speaker_label", "speakerLabel", "speaker_id", "speakerId", "speaker_tag", "speakerTag", "spk", "participant", "role", "name", "channel"}
	listSurely   = listSpeakers[:len(listSpeakers)-3]                                    // without "name" and the like, which say too little
	listNames    = []string{"name", "display_name", "displayName", "label", "id", "@id"} // of a speaker who is an object
	listStarts   = []string{"start", "start_time", "startTime", "data_start", "start_timestamp", "startOffset", "startSec", "start_sec", "begin", "from", "offset", "s", "time", "timestamp"}
	listEnds     = []string{"end", "end_time", "endTime", "data_end", "end_timestamp", "endOffset", "endSec", "end_sec", "stop", "to", "e"}
	listLengths  = []string{"duration", "dur", "d"}
	listMillis   = [][2]string{{"start_ms", "end_ms"}, {"startMs", "endMs"}, {"time_ms", ""}}
	listTrusts   = []string{"confidence", "conf", "probability", "prob", "score", "p"}
	// listAgain is the same as the text, as it was heard.
	listAgain = "raw_text"
	// listFilters are members of an object in an element that have the text again, where it is of a kind.
	listFilters = [2][]string{{"ai_filters"}, {"task", "question", "pricing", "metric", "date_and_time", "text_cleanup"}}
	// listHolders are the members of an object that hold lists, the best first: words, and
	// what is made of them.
	listHolders = []string{
		"words", "word_timestamps", "wordLevelTranscription", "tokens", "snippets", "segments", "utterances", "turns", "turnLevelTranscription", "monologues",
		"sentences", "transcript", "transcripts", "transcriptEntries", "entries", "speaker_blocks", "captions", "subtitles", "cues", "chunks", "paragraphs", "data",
	}
	// listWrappers are members that hold the object with the list, or several such objects.
	listWrappers = []string{"data", "transcript", "transcripts", "items", "callTranscripts", "retval", "result", "output", "response", "transcription"}
	// listWhole are the members of an object that hold all that is said in one string.
	listWhole = []string{"text", "transcript", "transcription", "full_text", "fullText", "full_transcript", "punct"}
	// listNotes are members beside the list that others have made of what is said.
	listNotes = []string{"summary", "default_summary", "action_items", "chapter_summaries", "key_questions", "topics", "outline", "notes", "title", "name"}
	// listTurns are lists of who speaks when, beside the words.
	listTurns = []string{"paragraphs", "speakers", "turns", "segmentation"}
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
	if s = firstOf(n, listTexts); s == nil {
		if words := n.get("words"); words != nil && words.kind == '"' {
			return words, false
		}
	}
	return s, false
}

// listPlace is a list, and the object that it is a member of; that is nil for one that is in none.
type listPlace struct{ list, in *node }

// listsOf returns the lists of a file: those that are one after another what is said. A
// list of lists is one of several recordings.
func listsOf(r *node) []listPlace { return listsIn(r, 3) }

// listsIn is listsOf for a value in which so many others may be in one another.
func listsIn(r *node, depth int) []listPlace {
	if speaks(r) {
		return []listPlace{{r, nil}}
	}
	if l := listMember(r); l != nil {
		return []listPlace{{l, r}}
	}
	var out []listPlace
	for _, e := range r.list() {
		if speaks(e) {
			out = append(out, listPlace{e, nil})
		} else if l := listMember(e); l != nil {
			out = append(out, listPlace{l, e})
		}
	}
	for i := 0; i < len(listWrappers) && len(out) == 0 && depth > 0; i++ {
		out = listsIn(r.get(listWrappers[i]), depth-1)
	}
	return out
}

// keepNotes says that what others have made of what is said stays.
func (f *File) keepNotes(n *node, depth int) {
	if n == nil || depth < 0 || speaks(n) {
		return
	}
	for _, e := range n.list() {
		f.keepNotes(e, depth-1)
	}
	if n.kind != '{' {
		return
	}
	for _, name := range listNotes {
		f.keeps(n.get(name))
	}
	for _, name := range listWrappers {
		f.keepNotes(n.get(name), depth-1)
	}
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

// listNumber is a time of an element.
type listNumber struct {
	value   float64
	seconds bool // it says so: it is a time by the clock, or of a day
}

// numberOf returns the time that a value says: a number, "0:05:32", "2025-05-14T09:00:02.1Z", or an object that
// has it relative to the start of the recording.
func numberOf(n *node) (listNumber, bool) {
	if n == nil {
		return listNumber{}, false
	}
	if n.kind == '{' {
		v, ok := n.number("relative")
		return listNumber{v, true}, ok
	}
	if v, ok := n.number(); ok {
		return listNumber{v, false}, true
	}
	if n.kind != '"' {
		return listNumber{}, false
	}
	if at, err := time.Parse(time.RFC3339, n.text); err == nil {
		return listNumber{float64(at.UnixMilli()) / 1000, true}, true
	}
	s := n.text
	if at := strings.LastIndexByte(s, '.'); at > 0 {
		s = s[:min(len(s), at+4)] // some have more than milliseconds
	}
	v, ok := parseStamp(s)
	return listNumber{v, true}, ok
}

// in returns a time in seconds.
func (n listNumber) in(scale float64) float64 {
	if n.seconds {
		return n.value
	}
	return n.value * scale
}

// epoch is the least number of seconds that is taken for a date, not for a time in a recording.
const epoch = 1e9

// sinceMidnight returns the start of the day, in UTC, of the first of some elements, 0 where they do not say the day.
func sinceMidnight(elements []*node, scale float64) float64 {
	const day = 24 * 60 * 60
	for _, e := range elements {
		if at, ok := numberOf(memberOf(e, listStarts)); ok {
			if s := at.in(scale); s >= epoch {
				return float64(int64(s) / day * day)
			}
			return 0
		}
	}
	return 0
}

// scalesOf returns how many seconds a unit of the times of elements of lists has, and one of the
// words in them.
func scalesOf(lists ...*node) (elements, inner float64) {
	var outer, words timeScale
	for _, l := range lists {
		for _, e := range l.list() {
			outer.addElement(e)
			for _, w := range e.list(innerName(e)) {
				words.addElement(w)
			}
		}
	}
	if elements = outer.seconds(); len(words.units) > 0 {
		return elements, words.seconds()
	}
	return elements, elements
}

// addElement takes an element of a list down, unless its times are by the clock.
func (s *timeScale) addElement(e *node) {
	for _, names := range [][]string{listStarts, listEnds} {
		if at, ok := numberOf(memberOf(e, names)); ok && at.seconds {
			return
		}
	}
	for _, names := range listMillis {
		if e.get(names[0]) != nil {
			return
		}
	}
	text, _ := listSpeech(e)
	if from, to, known := listTimes(e, 1); known {
		s.add(max(1, len(strings.Fields(text.str()))), from, to, memberOf(e, listStarts).scalar(), memberOf(e, listEnds).scalar(), memberOf(e, listLengths).scalar())
	}
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

// listTime returns when an element is said.
func listTime(e *node, scale float64) transcript.Interval { return interval(listTimes(e, scale)) }

// listTimes returns from when to when an element is said, in seconds, as it says so.
func listTimes(e *node, scale float64) (start, end float64, known bool) {
	for _, names := range listMillis {
		from, ok := e.number(names[0])
		to, ok2 := e.number(names[1])
		if ok && ok2 {
			return from * 1e-3, to * 1e-3, true
		}
	}
	for _, name := range []string{"timestamp", "timestamps", "time"} {
		if both := e.list(name); len(both) == 2 {
			from, ok := both[0].number()
			to, ok2 := both[1].number()
			return from * scale, to * scale, ok && ok2
		}
	}
	from, ok := numberOf(memberOf(e, listStarts))
	if to, ok2 := numberOf(memberOf(e, listEnds)); ok2 {
		return from.in(scale), to.in(scale), ok
	}
	length, ok2 := numberOf(memberOf(e, listLengths))
	start = from.in(scale)
	return start, start + length.in(scale), ok && ok2
}

// listStart returns when an element starts that does not say when it ends.
func listStart(e *node, scale float64) (float64, bool) {
	for _, names := range listMillis {
		if from, ok := e.number(names[0]); ok && e.get(names[1]) == nil {
			return from * 1e-3, true
		}
	}
	at, ok := numberOf(memberOf(e, listStarts))
	return at.in(scale), ok && memberOf(e, listEnds) == nil && memberOf(e, listLengths) == nil
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

// listSpeaker returns who says an element, by the first of some members that tells.
func listSpeaker(e *node, names ...string) string {
	for _, name := range names {
		if s := e.get(name); s != nil && s.kind == '{' {
			return speakerOf(s, listNames...)
		}
		if s := speakerOf(e, name); s != "" {
			return s
		}
	}
	return ""
}
