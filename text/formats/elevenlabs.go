package formats

import (
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func elevenLabsMembers(r *node) bool {
	for _, t := range elevenLabsParts(r) {
		words := t.list("words")
		if len(words) > 0 && (words[0].str("type") == "word" || words[0].str("type") == "spacing" || words[0].str("type") == "audio_event") {
			return true
		}
		if t.get("words") != nil && t.get("language_probability") != nil {
			return true
		}
	}
	return false
}

// elevenLabsParts returns the transcripts of a file: the file itself, or one a channel.
func elevenLabsParts(r *node) []*node {
	if channels := r.list("transcripts"); len(channels) > 0 {
		return channels
	}
	return []*node{r}
}

// readElevenLabs reads transcripts of ElevenLabs: words, which are words, the blanks
// between them, and events. The blanks are elements of their own; events stay. The formats that may be asked for
// besides follow.
func readElevenLabs(f *File) error {
	var lines []*node // of transcripts that are plain text
	for _, part := range append(elevenLabsParts(f.root), f.root) {
		for _, x := range part.list("additional_formats") {
			content := x.get("content")
			switch encoded := x.scalar("is_base64_encoded") == "true"; {
			case content == nil || content.scalar() == "" && content.kind != '{' && content.kind != '[':
			case content.kind != '"':
				return f.cannotFollow(content, "additional_formats", x.str("requested_format"), nil)
			case !encoded && x.str("requested_format") == "txt":
				lines = append(lines, content)
			case encoded || len(f.subtitlesIn(content)) == 0:
				f.holdsFile(insideFile{member: "additional_formats", kind: x.str("requested_format"), content: content, encoded: encoded})
			}
		}
	}
	words := newWordList(f)
	words.spaced = true
	var whole []*node
	for _, part := range elevenLabsParts(f.root) {
		list := part.get("words")
		if list == nil || list.kind != '[' {
			return f.errorLine(part.from, "this does not look like ElevenLabs: there is no list %q", "words")
		}
		f.inLanguage(part.str("language_code"))
		channel := part.scalar("channel_index")
		speaker, last := "", transcript.Interval{}
		for _, w := range list.list() {
			text := w.get("text")
			if text == nil || text.kind != '"' {
				return f.errorLine(w.from, "this looks like ElevenLabs, but a word has no %q", "text")
			}
			switch w.str("type") {
			case "audio_event":
				continue
			case "spacing":
				words.word(list, w, text, transcript.Interval{}, 0, true)
				continue
			}
			who, time := speakerOf(w, "speaker_id"), seconds(w, "start", "end", 1)
			if who == "" && channel != "" {
				who = "Channel " + channel // else speakers are told apart over channels, too
			}
			if who != speaker || parted(last, time) {
				words.end(speaker, transcript.Interval{})
			}
			speaker, last = who, time
			words.word(list, w, text, time, elevenLabsTrust(w), true)
		}
		words.end(speaker, transcript.Interval{})
		whole = append(whole, part.get("text"))
	}
	texts := newTexts(f)
	for _, text := range whole {
		texts.addAll(text)
	}
	for _, text := range lines {
		texts.addLines(text)
	}
	f.finish = func(o *outcome) {
		dropWhole(o, words)
		texts.dropLines(o)
	}
	return nil
}

// elevenLabsTrust returns the confidence of a word, of which the logarithm is given.
func elevenLabsTrust(w *node) float64 {
	if p, ok := w.number("logprob"); ok && p <= 0 {
		return math.Round(1e4*math.Exp(p)) / 1e4
	}
	return 0
}

func writeElevenLabs(b *strings.Builder, t *Transcript) error {
	type word struct {
		Text    string  `json:"text"`
		Start   second  `json:"start"`
		End     second  `json:"end"`
		Type    string  `json:"type"`
		Speaker *string `json:"speaker_id,omitempty"`
	}
	out := struct {
		Language    string  `json:"language_code"`
		Probability float64 `json:"language_probability"`
		Text        string  `json:"text"`
		Words       []word  `json:"words"`
	}{Language: t.writtenLanguage(), Probability: 1, Text: t.text(), Words: []word{}}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var speaker *string
		if u.Speaker != "" {
			speaker = &u.Speaker
		}
		for k, w := range u.spoken() {
			if n := len(out.Words); n > 0 && (k == 0 && !language.Unspaced(out.Words[n-1].Text, w.Text()) || k > 0 && !w.Tight) {
				before := &out.Words[n-1]
				out.Words = append(out.Words, word{" ", before.End, second(max(float64(before.End), w.Time.Start)), "spacing", before.Speaker})
			}
			out.Words = append(out.Words, word{w.Text(), second(w.Time.Start), second(w.Time.End), "word", speaker})
		}
	}
	return writeJSON(b, out)
}
