package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func deepgramMembers(r *node) bool {
	return r.get("results", "channels") != nil || r.get("channel", "alternatives") != nil
}

// readDeepgram reads the answers of Deepgram: the first alternative of every channel, its
// paragraphs, and the utterances.
func readDeepgram(f *File) error {
	channels := f.root.list("results", "channels")
	if live := f.root.get("channel"); live != nil {
		channels = []*node{live} // a message of the service for live speech
	} else if list := f.root.get("results", "channels"); list == nil || list.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like Deepgram: there is no list %q", "results.channels")
	}
	d := &deepgram{f: f, shown: newWordList(f), plain: newBareList(f), all: newTexts(f), parts: newTexts(f)}
	paragraphTexts, utteranceTexts := newTexts(f), newTexts(f)

	speaks := func(w *node, channel string) string {
		name := ""
		if s := w.scalar("speaker"); s != "" {
			name = "Speaker " + s
		}
		if len(channels) < 2 {
			return name
		}
		if name != "" {
			name = " " + name
		}
		return "Channel " + channel + name
	}
	for i, c := range channels {
		f.inLanguage(c.str("detected_language"))
		alternatives := c.list("alternatives")
		if len(alternatives) == 0 {
			return f.errorLine(c.from, "this looks like Deepgram, but a channel has no alternatives")
		}
		best, channel := alternatives[0], fmt.Sprint(i)
		if text := best.get("transcript"); text != nil && text.text != "" && len(best.list("words")) == 0 {
			return f.errorLine(best.from, "this looks like Deepgram without words: ask for words, and turn filler_words on")
		}
		if err := d.words(best.get("words"), func(w *node) string { return speaks(w, channel) }); err != nil {
			return err
		}
		d.shown.end(d.shown.u.Speaker, transcript.Interval{})
		d.plain.end(d.plain.u.Speaker, transcript.Interval{})
		d.all.addAll(best.get("transcript"))
		paragraphTexts.addLines(best.get("paragraphs", "transcript"))
		paragraphs := best.get("paragraphs", "paragraphs")
		for _, p := range paragraphs.list() {
			from := len(d.parts.v.utterances)
			sentences := p.get("sentences")
			for _, s := range sentences.list() {
				d.parts.add(s.get("text"), speaks(p, channel), seconds(s, "start", "end", 1), sentences, s)
			}
			d.parts.holders = append(d.parts.holders, d.parts.v.holder(paragraphs, p, from))
		}
	}
	utterances := f.root.get("results", "utterances")
	beside := &deepgram{f: f, shown: newWordList(f), plain: newBareList(f)}
	for _, u := range utterances.list() {
		who := func(w *node) string { return speaks(w, u.scalar("channel")) }
		time := seconds(u, "start", "end", 1)
		from := len(beside.shown.v.utterances)
		if err := beside.words(u.get("words"), who); err != nil {
			return err
		}
		beside.shown.end(beside.shown.u.Speaker, time)
		beside.plain.end(beside.plain.u.Speaker, time)
		beside.shown.hold(utterances, u, from)
		utteranceTexts.add(u.get("transcript"), who(u), time, nil, nil)
	}
	results := f.root.get("results")
	analyses := newAnalyses(f, 1, results.get("sentiments", "segments"), results.get("topics", "segments"), results.get("intents", "segments"))
	f.finish = func(o *outcome) {
		d.shown.drop(o)
		beside.shown.drop(o)
		d.parts.drop(o)
		analyses.drop(o)
	}
	return nil
}

// deepgram collects words as they are shown and as they were recognised.
type deepgram struct {
	f            *File
	shown, plain *wordList
	all, parts   *texts
}

func (d *deepgram) words(list *node, speaker func(w *node) string) error {
	for _, w := range list.list() {
		word, shown := w.get("word"), w.get("punctuated_word")
		if word == nil || word.kind != '"' {
			return d.f.errorLine(w.from, "this looks like Deepgram, but a word has no %q", "word")
		}
		time, confidence := seconds(w, "start", "end", 1), probability(w, "confidence")
		if shown == nil {
			d.shown.flow(speaker(w), list, w, word, time, confidence)
			continue
		}
		d.shown.flow(speaker(w), list, w, shown, time, confidence)
		d.plain.flow(speaker(w), nil, nil, word, time, confidence)
	}
	return nil
}

func writeDeepgram(b *strings.Builder, t *Transcript) error {
	type word struct {
		Word       string  `json:"word"`
		Start      second  `json:"start"`
		End        second  `json:"end"`
		Confidence float64 `json:"confidence"`
		Speaker    *int    `json:"speaker,omitempty"`
		Punctuated string  `json:"punctuated_word"`
	}
	type alternative struct {
		Transcript string `json:"transcript"`
		Words      []word `json:"words"`
	}
	type channel struct {
		Alternatives []alternative `json:"alternatives"`
	}
	best := alternative{Transcript: t.text(), Words: []word{}}
	numbers := t.numbers()
	end := 0.0
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var speaker *int
		if n, ok := numbers[u.Speaker]; ok {
			speaker = &n
		}
		for _, w := range u.spoken() {
			best.Words = append(best.Words, word{strings.ToLower(w.Core), second(w.Time.Start), second(w.Time.End), w.Confidence, speaker, w.Text()})
			end = max(end, w.Time.End)
		}
	}
	var out struct {
		Metadata struct {
			Duration second `json:"duration"`
			Channels int    `json:"channels"`
		} `json:"metadata"`
		Results struct {
			Channels []channel `json:"channels"`
		} `json:"results"`
	}
	out.Metadata.Duration, out.Metadata.Channels = second(end), 1
	out.Results.Channels = []channel{{[]alternative{best}}}
	return writeJSON(b, out)
}
