package formats

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func googleMembers(r *node) bool {
	return r.get("results") != nil || r.get("response", "results") != nil
}

// readGoogle reads the answers of Google Speech-to-Text, versions 1 and 2, also inside
// an operation: the first alternative of every result. With diarization the last
// result holds all words again, with their speakers; then it is what is cleaned. Where
// there are no words, the transcripts are.
func readGoogle(f *File) error {
	results := f.root.get("results")
	if results == nil {
		results = f.root.get("response", "results")
	}
	if results == nil {
		return f.errorLine(f.root.from, "this does not look like Google Speech-to-Text: there is no list %q", "results")
	}
	if results.kind != '[' {
		return f.errorLine(results.from, "this looks like Google Speech-to-Text, but %q is no list", "results")
	}
	all := results.list()
	var best []*node
	before, spoken := 0, 0 // words before the last result; with speakers
	for i, r := range all {
		f.inLanguage(cmp.Or(r.str("languageCode"), r.str("language_code")))
		alternatives := r.list("alternatives")
		if len(alternatives) == 0 {
			best = append(best, nil) // a result without speech
			continue
		}
		best = append(best, alternatives[0])
		for _, w := range alternatives[0].list("words") {
			if i+1 < len(all) {
				before++
			}
			if googleSpeaker(w) != "" && i+1 < len(all) {
				spoken++
			}
		}
	}
	scale := googleScale(best)
	last := len(best) - 1
	again := last > 0 && best[last] != nil && before > 0 && spoken == 0 && len(best[last].list("words")) >= before && googleSpeaker(best[last].list("words")[0]) != ""
	again = again && !googleGoesOn(best[:last], best[last], scale)
	words := newWordList(f)
	texts := newTexts(f)
	beside := newWordList(f)
	for i, b := range best {
		if b == nil {
			continue
		}
		l := words
		if again && i != last {
			l = beside
		}
		from := len(l.v.utterances)
		list := b.get("words")
		channel := ""
		if tag := cmp.Or(all[i].scalar("channelTag"), all[i].scalar("channel_tag")); tag != "" {
			channel = "Channel " + tag
		}
		for _, w := range list.list() {
			word := w.get("word")
			if word == nil || word.kind != '"' {
				return f.errorLine(w.from, "this looks like Google Speech-to-Text, but a word has no %q", "word")
			}
			speaker := googleSpeaker(w)
			if speaker == "" {
				speaker = channel
			}
			l.flow(speaker, list, w, word, googleTime(w, scale), probability(w, "confidence"))
		}
		if len(list.list()) == 0 {
			// Words come only where their times were asked for.
			l.word(nil, nil, b.get("transcript"), transcript.Interval{}, 0, false)
			l.end(channel, transcript.Interval{})
			l.hold(results, all[i], from)
			continue
		}
		l.end(l.u.Speaker, transcript.Interval{})
		l.hold(results, all[i], from)
		texts.add(b.get("transcript"), channel, transcript.Interval{}, nil, nil)
		if !again {
			texts.repeat(from, len(l.v.utterances))
		}
	}
	f.finish = func(o *outcome) {
		words.drop(o)
		beside.drop(o)
	}
	return nil
}

// googleGoesOn reports whether a result is said after all others, by its times: it does not have their words again.
func googleGoesOn(others []*node, last *node, scale float64) bool {
	end := -1.0
	for _, b := range others {
		for _, w := range b.list("words") {
			if t := googleTime(w, scale); t.Known {
				end = max(end, t.Start)
			}
		}
	}
	first := googleTime(last.list("words")[0], scale)
	return end >= 0 && first.Known && first.Start > end
}

func googleSpeaker(w *node) string {
	for _, name := range []string{"speakerLabel", "speakerTag", "speaker_label", "speaker_tag"} {
		if s := w.scalar(name); s != "" && s != "0" {
			return "Speaker " + s
		}
	}
	return ""
}

// googleScale returns how many seconds a unit of times has that are plain numbers, as those of
// Riva are, which answers as Google does: milliseconds.
func googleScale(best []*node) float64 {
	var s timeScale
	for _, b := range best {
		for _, w := range b.list("words") {
			from, ok := googleSeconds(w, 1, googleStarts)
			to, ok2 := googleSeconds(w, 1, googleEnds)
			if end := memberOf(w, googleEnds); ok && ok2 && isPlainTime(end) {
				s.add(1, from, to, end.scalar(), memberOf(w, googleStarts).scalar())
			}
		}
	}
	return s.seconds()
}

// Names of members of words.
var (
	googleStarts = []string{"startTime", "startOffset", "start_time", "start_offset"}
	googleEnds   = []string{"endTime", "endOffset", "end_time", "end_offset"}
)

// isPlainTime reports whether a time is a number without a unit.
func isPlainTime(n *node) bool {
	return n != nil && n.kind != '{' && !strings.HasSuffix(n.text, "s")
}

// googleTime returns the times of a word: "1.300s", seconds and nanos, or a number of units.
func googleTime(w *node, scale float64) transcript.Interval {
	from, ok := googleSeconds(w, scale, googleStarts)
	to, ok2 := googleSeconds(w, scale, googleEnds)
	return w.tree.f.interval(w.from, from, to, ok && ok2)
}

func googleSeconds(w *node, scale float64, names []string) (float64, bool) {
	n := memberOf(w, names)
	switch {
	case n == nil:
		// The start of a recording is left out by some encoders: zero values are.
		return 0, names[0] == googleStarts[0] && memberOf(w, googleEnds) != nil
	case n.kind == '{':
		s, _ := n.number("seconds")
		nanos, _ := n.number("nanos")
		return s + nanos*1e-9, true
	case isPlainTime(n):
		v, ok := parseNumber(n.text)
		return v * scale, ok
	}
	return parseNumber(strings.TrimSuffix(n.text, "s"))
}

func writeGoogle(b *strings.Builder, t *Transcript) error {
	type word struct {
		Start      string  `json:"startTime"`
		End        string  `json:"endTime"`
		Word       string  `json:"word"`
		Confidence float64 `json:"confidence,omitempty"`
		Speaker    int     `json:"speakerTag,omitempty"`
	}
	type alternative struct {
		Transcript string `json:"transcript"`
		Words      []word `json:"words"`
	}
	type result struct {
		Alternatives []alternative `json:"alternatives"`
		End          string        `json:"resultEndTime"`
	}
	out := struct {
		Results []result `json:"results"`
	}{[]result{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		spoken := Utterance{Words: u.spoken()}
		if len(spoken.Words) == 0 {
			continue
		}
		a := alternative{Transcript: spoken.Text(), Words: []word{}}
		speaker := 0
		if n, ok := numbers[u.Speaker]; ok {
			speaker = n + 1
		}
		for _, w := range u.spoken() {
			a.Words = append(a.Words, word{fmt.Sprintf("%.3fs", w.Time.Start), fmt.Sprintf("%.3fs", w.Time.End), w.Text(), w.Confidence, speaker})
		}
		out.Results = append(out.Results, result{[]alternative{a}, fmt.Sprintf("%.3fs", u.Time.End)})
	}
	return writeJSON(b, out)
}
