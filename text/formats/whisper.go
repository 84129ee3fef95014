package formats

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// whisperMembers leaves text alone, without any segments, to AssemblyAI, where that is
// more likely.
func whisperMembers(r *node) bool {
	if all := r.list("segments"); len(all) > 0 && all[0].get("text") == nil && len(all[0].list("words")) > 0 {
		return false // a list of segments that are words alone
	}
	if segments := r.list("segments"); len(segments) > 0 && segments[0].get("text") == nil && segments[0].get("body") != nil {
		return false // a transcript of a podcast
	}
	if all := r.list("segments"); len(all) > 0 && all[0].get("start") == nil && all[0].get("start_time") != nil {
		return false // segments of ElevenLabs, and the like
	}
	return r.get("segments") != nil || r.get("word_segments") != nil || r.get("text") != nil && (r.get("chunks") != nil || !assemblyAIMembers(r))
}

// readWhisper reads what Whisper, its service (with words beside the segments) and
// WhisperX write. The words of segments are what is cleaned, where there are any, else
// the text of the segment; the other texts follow.
func readWhisper(f *File) error {
	f.inLanguage(f.root.str("language"))
	segments := f.root.get("segments")
	whole := f.root.get("text")
	if chunks := f.root.get("chunks"); segments == nil && chunks != nil && chunks.kind == '[' {
		// Of those who speak insanely-fast-whisper makes a list of its own.
		if speakers := f.root.get("speakers"); len(speakers.list()) > 0 && speakers.list()[0].get("text") != nil {
			return readChunks(f, whole, speakers, chunks)
		}
		return readChunks(f, whole, chunks)
	}
	if segments == nil {
		if whole == nil || whole.kind != '"' {
			return f.errorLine(f.root.from, "this looks like Whisper without segments: ask for verbose JSON")
		}
	}
	if segments != nil && segments.kind != '[' {
		return f.errorLine(segments.from, "this looks like Whisper, but %q is no list", "segments")
	}
	words := newWordList(f)
	segmentTexts := newTexts(f)
	letters := newWordList(f)
	letters.spaced = true
	all := segments.list()
	for _, s := range all {
		words.spaced = words.spaced || joined(s.list("words"), "word") || joined(s.list("words"), "text")
	}
	for _, s := range all {
		text := s.get("text")
		if s.kind != '{' || text == nil || text.kind != '"' {
			return f.errorLine(s.from, "this looks like Whisper, but a segment has no %q", "text")
		}
		time := seconds(s, "start", "end", 1)
		from := len(words.v.utterances)
		speaker := s.scalar("speaker")
		list := s.get("words")
		for _, w := range list.list() {
			if w.kind != '{' || whisperWord(w) == nil {
				return f.errorLine(w.from, "this looks like Whisper, but a word has no %q", "word")
			}
			// WhisperX gives speakers to words.
			if who := cmp.Or(w.scalar("speaker"), s.scalar("speaker")); who != speaker {
				words.end(speaker, transcript.Interval{})
				speaker = who
			}
			words.word(list, w, whisperWord(w), seconds(w, "start", "end", 1), whisperConfidence(w), false)
		}
		if len(list.list()) == 0 {
			words.word(nil, nil, text, transcript.Interval{}, 0, false)
		} else {
			segmentTexts.add(text, s.scalar("speaker"), time, nil, nil)
		}
		if len(words.v.utterances) > from {
			time = transcript.Interval{} // each speaker has that of the words
		}
		words.end(speaker, time)
		words.hold(segments, s, from)
		segmentTexts.repeat(from, len(words.v.utterances))
		whisperLetters(letters, s)
		letters.repeat(from, len(words.v.utterances))
	}
	said := whisperWhole(f, words, segments, whole)
	beside := append(whisperBeside(f), whisperOriginal(f)...)
	f.finish = func(o *outcome) {
		words.drop(o)
		letters.drop(o)
		said.dropLines(o)
		for _, l := range beside {
			l.drop(o)
		}
	}
	return nil
}

// whisperWhole adds the text of all: where there are no segments, it is what is said.
func whisperWhole(f *File, words *wordList, segments, whole *node) *texts {
	all := segments.list()
	said := newTexts(f)
	if len(all) == 0 {
		if segments != nil && saysNames(whole.scalar()) {
			whole = nil
		}
		words.word(nil, nil, whole, transcript.Interval{}, 0, false)
		words.end("", transcript.Interval{})
	} else if speakers := slices.ContainsFunc(all, func(s *node) bool { return s.get("speaker") != nil }); speakers && whole != nil && strings.Contains(whole.text, "\n") {
		said.addLines(whole) // with who says it in front
	} else {
		said.addAll(whole)
	}
	return said
}

// whisperBeside returns the lists of all words beside the segments: WhisperX's, or that of the
// service beside segments without any.
func whisperBeside(f *File) (beside []*wordList) {
	for _, name := range []string{"word_segments", "words"} {
		list := f.root.get(name)
		if len(list.list()) == 0 {
			continue
		}
		l := newWordList(f)
		l.v.bare, l.v.times = name == "words", name == "words"
		l.spaced = joined(list.list(), "word")
		for _, w := range list.list() {
			l.word(list, w, whisperWord(w), seconds(w, "start", "end", 1), whisperConfidence(w), false)
		}
		l.end("", transcript.Interval{})
		beside = append(beside, l)
	}
	return beside
}

// whisperOriginal returns the lists of what stable-ts keeps of the segments as they were before it has cut them anew.
func whisperOriginal(f *File) (beside []*wordList) {
	original := f.root.get("ori_dict")
	list := original.get("segments")
	if list == nil || list.kind != '[' {
		return nil
	}
	l, parts := newWordList(f), newTexts(f)
	for _, s := range list.list() {
		words := s.get("words")
		l.spaced = joined(words.list(), "word")
		for _, w := range words.list() {
			l.word(words, w, whisperWord(w), seconds(w, "start", "end", 1), 0, false)
		}
		from := len(l.v.utterances)
		if text := s.get("text"); len(words.list()) == 0 {
			l.word(nil, nil, text, transcript.Interval{}, 0, false)
			l.end("", seconds(s, "start", "end", 1))
		} else {
			l.end("", transcript.Interval{})
			parts.add(text, "", seconds(s, "start", "end", 1), nil, nil)
		}
		l.hold(list, s, from)
	}
	newTexts(f).addAll(original.get("text"))
	return append(beside, l)
}

// whisperLetters adds the letters of a segment, which WhisperX gives times.
func whisperLetters(l *wordList, segment *node) {
	for _, name := range []string{"chars", "char_segments"} {
		list := segment.get(name)
		for _, c := range list.list() {
			l.word(list, c, c.get("char"), seconds(c, "start", "end", 1), 0, true)
		}
	}
	l.end(segment.scalar("speaker"), transcript.Interval{})
}

// whisperWord returns the string of a word: some programs around Whisper have another
// name for it.
func whisperWord(w *node) *node {
	if s := w.get("word"); s != nil {
		return s
	}
	return w.get("text")
}

func whisperConfidence(w *node) float64 {
	return max(probability(w, "probability"), probability(w, "score"), probability(w, "confidence"))
}

// readChunks reads what pipelines of transformers write: chunks with timestamps, which
// may be words. Further lists say the same once more.
func readChunks(f *File, whole *node, lists ...*node) error {
	var all []*wordList
	for _, list := range lists {
		words, err := readChunkList(f, list)
		if err != nil {
			return err
		}
		all = append(all, words)
	}
	newTexts(f).addAll(whole)
	f.finish = func(o *outcome) {
		for _, words := range all {
			words.drop(o)
		}
	}
	return nil
}

// chunkTime returns when a chunk is said. The last one of a stretch of sound may have no end: it lasts up to the start of the next one, but no
// longer than it takes to say it.
func (f *File) chunkTime(chunks []*node, i int) transcript.Interval {
	stamps := chunks[i].list("timestamp")
	if len(stamps) != 2 {
		return transcript.Interval{}
	}
	from, starts := stamps[0].number()
	to, ends := stamps[1].number()
	if starts && !ends && stamps[1].kind != '"' {
		next := math.Inf(1)
		if i+1 < len(chunks) {
			if after := chunks[i+1].list("timestamp"); len(after) == 2 {
				if at, ok := after[0].number(); ok && at > from {
					next = at
				}
			}
		}
		to, ends = shareTime(from, next, []int{utf8.RuneCountInString(chunks[i].str("text"))})[0].End, true
	}
	return f.interval(chunks[i].from, from, to, starts && ends)
}

func readChunkList(f *File, chunks *node) (*wordList, error) {
	words := newWordList(f)
	all := chunks.list()
	single := 0
	for _, c := range all {
		text := c.get("text")
		if text == nil || text.kind != '"' {
			return nil, f.errorLine(c.from, "this looks like Whisper, but a chunk has no %q", "text")
		}
		if len(strings.Fields(text.text)) == 1 {
			single++
		}
	}
	areWords := single*10 > 9*len(all)
	words.spaced = joined(all, "text")
	for i, c := range all {
		time := f.chunkTime(all, i)
		if areWords {
			words.flow(c.scalar("speaker"), chunks, c, c.get("text"), time, 0)
			continue
		}
		from := len(words.v.utterances)
		words.word(nil, nil, c.get("text"), transcript.Interval{}, 0, false)
		words.end(c.scalar("speaker"), time)
		words.hold(chunks, c, from)
	}
	words.end(words.u.Speaker, transcript.Interval{})
	return words, nil
}

func writeWhisper(b *strings.Builder, t *Transcript) error {
	type word struct {
		Word        string  `json:"word"`
		Start       second  `json:"start"`
		End         second  `json:"end"`
		Probability float64 `json:"probability,omitempty"`
	}
	type segment struct {
		ID      int    `json:"id"`
		Start   second `json:"start"`
		End     second `json:"end"`
		Text    string `json:"text"`
		Speaker string `json:"speaker,omitempty"`
		Words   []word `json:"words,omitempty"`
	}
	out := struct {
		Text     string    `json:"text"`
		Segments []segment `json:"segments"`
		Language string    `json:"language"`
	}{Text: " " + t.text(), Segments: []segment{}, Language: t.writtenLanguage()}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		x := segment{ID: i, Start: second(u.Time.Start), End: second(u.Time.End), Text: " " + u.Text(), Speaker: u.Speaker}
		if u.timed() {
			u.fill()
			for _, w := range u.Words {
				text := w.Text()
				if !w.Tight {
					text = " " + text
				}
				x.Words = append(x.Words, word{text, second(w.Time.Start), second(w.Time.End), w.Confidence})
			}
		}
		out.Segments = append(out.Segments, x)
	}
	return writeJSON(b, out)
}
