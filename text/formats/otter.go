package formats

import (
	"cmp"
	"math"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func otterMembers(r *node) bool {
	for _, list := range [][]*node{r.list("transcripts"), r.list("speech", "transcripts"), r.list("data", "transcripts"), r.list()} {
		for _, t := range list {
			if t.get("transcript") != nil && (t.get("start_offset") != nil || t.get("alignment") != nil || t.get("speaker_model_label") != nil) {
				return true
			}
		}
	}
	return r.get("speech", "otid") != nil || r.get("otid") != nil && r.get("transcripts") != nil
}

// readOtter reads speeches of Otter.ai: their transcripts, which are segments, with the
// words of their alignment.
func readOtter(f *File) error {
	speech := f.root
	for _, name := range []string{"speech", "data"} {
		if s := f.root.get(name); s != nil {
			speech = s
		}
	}
	list := speech.get("transcripts")
	if f.root.kind == '[' {
		list = f.root
	}
	if list == nil || list.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like Otter.ai: there is no list %q: fetch the speech, not the list of speeches", "transcripts")
	}
	f.inLanguage(cmp.Or(speech.str("transcript_language"), speech.str("language")))
	names := make(map[string]string) // of speakers, by number
	for _, s := range speech.list("speakers") {
		names[s.scalar("id")] = s.str("speaker_name")
	}
	f.keeps(speech.get("speakers"))
	words, texts := newWordList(f), newTexts(f)
	var offsets []*charOffsets
	scale := otterScale(speech, list.list())
	for _, t := range list.list() {
		text := t.get("transcript")
		if text == nil || text.kind != '"' {
			return f.errorLine(t.from, "this looks like Otter.ai, but a segment has no %q", "transcript")
		}
		time := seconds(t, "start_offset", "end_offset", scale)
		speaker := cmp.Or(speakerOf(t, "speaker_name"), names[t.scalar("speaker_id")], otterLabel(t))
		from := len(words.v.utterances)
		alignment := t.get("alignment")
		start := otterStart(time, alignment.list())
		whole := newCharText(text.field(f.text))
		for _, w := range alignment.list() {
			s := w.get("word")
			if s == nil || s.kind != '"' {
				return f.errorLine(w.from, "this looks like Otter.ai, but a word has no %q", "word")
			}
			at := seconds(w, "start", "end", 1)
			at.Start, at.End = at.Start+start, at.End+start
			words.word(alignment, w, s, at, 0, false)
			if x := whole.offsets(w.get("startOffset"), w.get("endOffset"), nil); x != nil && x.stretch() == s.str() {
				offsets = append(offsets, x)
			}
		}
		if len(alignment.list()) == 0 {
			words.word(nil, nil, text, transcript.Interval{}, 0, false)
		} else {
			texts.add(text, speaker, time, nil, nil)
		}
		words.end(speaker, time)
		words.hold(list, t, from)
		texts.repeat(from, len(words.v.utterances))
	}
	f.finish = func(o *outcome) {
		o.moveOffsets(offsets)
		words.drop(o)
	}
	return nil
}

// otterLabel returns the name of a speaker whom Otter has told apart, and not recognised.
func otterLabel(t *node) string {
	if s := t.scalar("speaker_model_label"); s != "" {
		return "Speaker " + s
	}
	if s := t.scalar("speaker_id"); s != "" {
		return "Speaker " + s
	}
	return ""
}

// otterScale returns how many seconds a unit of the offsets of segments has: they are
// samples, of which there are 16,000 in a second, unless that is too fast for the words of
// a segment or for the speech as a whole: then they are milliseconds.
func otterScale(speech *node, segments []*node) float64 {
	const sample, milli = 1.0 / 16000, 1e-3
	said, length, last := 0.0, 0.0, 0.0 // seconds of words; units of their segments; the last unit
	for _, t := range segments {
		time := seconds(t, "start_offset", "end_offset", 1)
		last = max(last, time.End)
		if words := t.list("alignment"); len(words) > 0 && time.Known {
			first, end := seconds(words[0], "start", "end", 1), seconds(words[len(words)-1], "start", "end", 1)
			said, length = said+end.End-first.Start, length+time.End-time.Start
		}
	}
	closer := func(units, seconds float64) float64 {
		if math.Abs(math.Log(units*milli/seconds)) < math.Abs(math.Log(units*sample/seconds)) {
			return milli
		}
		return sample
	}
	switch duration, ok := speech.number("duration"); {
	case said > 0 && length > 0:
		return closer(length, said)
	case ok && duration > 0 && last > 0:
		return closer(last, duration)
	}
	return sample
}

// otterStart returns what the times of the words of a segment count from: its start, or
// the start of the recording, if the first word starts where the segment does.
func otterStart(time transcript.Interval, words []*node) float64 {
	const near = 1 // seconds
	if len(words) == 0 || !time.Known {
		return 0
	}
	if first, ok := words[0].number("start"); ok && math.Abs(first-time.Start) < near && time.Start >= near {
		return 0
	}
	return time.Start
}
