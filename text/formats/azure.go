package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func azureMembers(r *node) bool {
	if r.get("recognizedPhrases") != nil || r.get("combinedRecognizedPhrases") != nil || r.get("combinedPhrases") != nil {
		return true
	}
	if list := r.list(); len(list) > 0 {
		r = list[0]
	}
	return r.get("NBest") != nil || r.get("RecognitionStatus") != nil
}

// azureForms are the forms in which a phrase is written, by their names in batch
// transcriptions and in results of the SDK. The first is what people read, the others are
// what was heard.
var azureForms = [][]string{{"display", "Display"}, {"lexical", "Lexical"}, {"itn", "ITN"}, {"maskedITN", "MaskedITN"}}

// readAzure reads batch transcriptions of Azure Speech, its fast transcriptions, and the
// results of the SDK, one or a list of them. Of a phrase the best alternative is taken:
// its words as they are shown, where there are any, else the text as it is shown, with the
// times of the words as they were heard.
func readAzure(f *File) error {
	a := &azure{f: f, shown: newWordList(f), heard: newBareList(f)}
	for i := range azureForms {
		a.forms = append(a.forms, newTexts(f))
		a.forms[i].v.bare = i > 0
	}
	a.display = newTexts(f)
	phrases, combined := f.root.get("recognizedPhrases"), f.root.get("combinedRecognizedPhrases")
	fast := phrases == nil && combined == nil && (f.root.get("phrases") != nil || f.root.get("combinedPhrases") != nil)
	var all []*node
	switch {
	case fast:
		phrases, combined = f.root.get("phrases"), f.root.get("combinedPhrases")
		all = phrases.list()
	case phrases == nil && combined == nil && f.root.kind == '[':
		phrases = f.root
		all = phrases.list()
	case phrases == nil && combined == nil:
		all = []*node{f.root}
	default:
		all = phrases.list()
	}
	if len(all) == 0 && (phrases == nil || phrases.kind != '[') {
		return f.errorLine(f.root.from, "this looks like Azure Speech, but there is no list %q", "recognizedPhrases")
	}
	a.channels = azureChannels(slices.Concat(combined.list(), all))
	for _, p := range all {
		from := len(a.shown.v.utterances)
		read := a.phrase
		if fast {
			read = a.fastPhrase
		}
		if err := read(p); err != nil {
			return err
		}
		a.shown.hold(phrases, p, from)
	}
	a.combined(combined.list())
	f.finish = func(o *outcome) {
		a.shown.drop(o)
		a.heard.drop(o)
	}
	return nil
}

// azure collects phrases.
type azure struct {
	f        *File
	shown    *wordList
	heard    *wordList
	forms    []*texts // as azureForms
	display  *texts   // the text as it is shown, once more
	channels bool     // there are several
}

// azureChannels reports whether phrases, or texts, are of several channels.
func azureChannels(phrases []*node) bool {
	for _, p := range phrases {
		if azureChannel(p) != azureChannel(phrases[0]) {
			return true
		}
	}
	return false
}

func azureChannel(n *node) string { return cmp.Or(n.scalar("channel"), n.scalar("Channel")) }

// speaker returns who says a phrase.
func (a *azure) speaker(p *node) string {
	name := speakerOf(p, "speaker", "Speaker", "SpeakerId")
	if a.channels {
		name = strings.TrimSpace("Channel " + azureChannel(p) + " " + name)
	}
	return name
}

// phrase adds a phrase of a batch transcription or of the SDK.
func (a *azure) phrase(p *node) error {
	if p.kind != '{' {
		return a.f.errorLine(p.from, "this looks like Azure Speech, but a phrase is no object")
	}
	a.f.inLanguage(cmp.Or(p.str("locale"), p.str("PrimaryLanguage", "Language")))
	n := len(a.shown.v.utterances)
	best := p
	if alternatives := slices.Concat(p.list("nBest"), p.list("NBest")); len(alternatives) > 0 {
		best = alternatives[0]
	} else if memberOf(p, []string{"DisplayText", "displayText"}) == nil {
		if status := cmp.Or(p.str("recognitionStatus"), p.str("RecognitionStatus")); status != "" && status != "Success" {
			return nil // silence, or noise
		}
		return a.f.errorLine(p.from, "this looks like Azure Speech, but a phrase has neither %q nor %q", "NBest", "DisplayText")
	}
	speaker, time := a.speaker(p), azureTime(p)
	list := memberOf(best, []string{"displayWords", "DisplayWords"})
	display := firstOf(best, []string{"display", "Display", "DisplayText", "displayText"})
	if display == nil {
		display = firstOf(best, []string{"lexical", "Lexical"})
	}
	for _, w := range list.list() {
		s := memberOf(w, []string{"displayText", "DisplayText"})
		if s == nil || s.kind != '"' {
			return a.f.errorLine(w.from, "this looks like Azure Speech, but a word has no %q", "displayText")
		}
		a.shown.word(list, w, s, azureTime(w), 0, false)
	}
	if len(list.list()) == 0 && display.str() != "" {
		a.shown.word(nil, nil, display, transcript.Interval{}, probability(best, "confidence"), false)
		a.heard.v.times = true
		display = nil
	}
	a.shown.end(speaker, time)
	words := memberOf(best, []string{"words", "Words"})
	for _, w := range words.list() {
		s := memberOf(w, []string{"word", "Word"})
		if s == nil || s.kind != '"' {
			return a.f.errorLine(w.from, "this looks like Azure Speech, but a word has no %q", "word")
		}
		a.heard.word(words, w, s, azureTime(w), max(probability(w, "confidence"), probability(w, "Confidence")), false)
	}
	a.heard.end(speaker, time)
	for i, names := range azureForms {
		if s := firstOf(best, names); s != nil && (i > 0 || display != nil) {
			a.forms[i].add(s, speaker, time, nil, nil)
		}
	}
	if s := p.get("DisplayText"); s != nil && best != p {
		a.display.add(s, speaker, time, nil, nil)
	}
	a.repeat(n)
	return nil
}

// repeat says that all that was added beside the words shown repeats those from an
// utterance on.
func (a *azure) repeat(from int) {
	to := len(a.shown.v.utterances)
	a.heard.repeat(from, to)
	a.display.repeat(from, to)
	for _, t := range a.forms {
		t.repeat(from, to)
	}
}

// fastPhrase adds a phrase of a fast transcription.
func (a *azure) fastPhrase(p *node) error {
	text := p.get("text")
	if text == nil || text.kind != '"' {
		return a.f.errorLine(p.from, "this looks like Azure Speech, but a phrase has no %q", "text")
	}
	a.f.inLanguage(p.str("locale"))
	n := len(a.shown.v.utterances)
	speaker, time := a.speaker(p), azureTime(p)
	list := p.get("words")
	for _, w := range list.list() {
		s := w.get("text")
		if s == nil || s.kind != '"' {
			return a.f.errorLine(w.from, "this looks like Azure Speech, but a word has no %q", "text")
		}
		a.shown.word(list, w, s, azureTime(w), probability(w, "confidence"), false)
	}
	if len(list.list()) == 0 {
		a.shown.word(nil, nil, text, transcript.Interval{}, probability(p, "confidence"), false)
		text = nil
	}
	a.shown.end(speaker, time)
	a.forms[0].add(text, speaker, time, nil, nil)
	a.repeat(n)
	return nil
}

// combined adds all that is said in each channel.
func (a *azure) combined(channels []*node) {
	n := len(a.shown.v.utterances)
	forms := append([][]string{{"text"}}, azureForms...)
	for i, names := range forms {
		t := newTexts(a.f)
		t.v.bare = i > 1
		for _, c := range channels {
			s := firstOf(c, names)
			if s == nil || s.kind != '"' {
				continue
			}
			if !a.channels {
				t.addAll(s)
				t.repeat(0, n)
				continue
			}
			// Among the others, the words of a channel are known by their speaker.
			const longest = 1e9 // seconds
			t.add(s, strings.TrimSpace("Channel "+azureChannel(c)), transcript.Interval{End: longest, Known: true}, nil, nil)
		}
	}
}

// azureTime returns when a phrase or a word is said: in ticks of 100 nanoseconds, in
// milliseconds, or as ISO durations.
func azureTime(n *node) transcript.Interval {
	for _, x := range []struct {
		offset, duration string
		scale            float64
	}{
		{"offsetInTicks", "durationInTicks", 1e-7}, {"Offset", "Duration", 1e-7},
		{"offsetMilliseconds", "durationMilliseconds", 1e-3}, {"offset", "duration", 1e-3},
	} {
		from, ok := n.number(x.offset)
		length, ok2 := n.number(x.duration)
		if ok && ok2 {
			return n.tree.f.interval(n.from, from*x.scale, (from+length)*x.scale, true)
		}
	}
	from, ok := isoSeconds(n.str("offset"))
	length, ok2 := isoSeconds(n.str("duration"))
	return n.tree.f.interval(n.from, from, from+length, ok && ok2)
}

// isoSeconds reads an ISO 8601 duration of hours, minutes and seconds: "PT1M2.5S".
func isoSeconds(s string) (float64, bool) {
	rest, ok := strings.CutPrefix(s, "PT")
	if !ok || rest == "" {
		return 0, false
	}
	total := 0.0
	for _, unit := range []struct {
		name    string
		seconds float64
	}{{"H", 3600}, {"M", 60}, {"S", 1}} {
		number, after, found := strings.Cut(rest, unit.name)
		if !found {
			continue
		}
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return 0, false
		}
		total, rest = total+v*unit.seconds, after
	}
	return total, rest == ""
}

func writeAzure(b *strings.Builder, t *Transcript) error {
	type word struct {
		Text     string `json:"text"`
		Offset   millis `json:"offsetMilliseconds"`
		Duration millis `json:"durationMilliseconds"`
	}
	type phrase struct {
		Speaker    *int    `json:"speaker,omitempty"`
		Offset     millis  `json:"offsetMilliseconds"`
		Duration   millis  `json:"durationMilliseconds"`
		Text       string  `json:"text"`
		Words      []word  `json:"words,omitempty"`
		Locale     string  `json:"locale"`
		Confidence float64 `json:"confidence,omitempty"`
	}
	type combined struct {
		Text string `json:"text"`
	}
	out := struct {
		Duration millis     `json:"durationMilliseconds"`
		Combined []combined `json:"combinedPhrases"`
		Phrases  []phrase   `json:"phrases"`
	}{Combined: []combined{{t.text()}}, Phrases: []phrase{}}
	numbers := t.numbers()
	end := 0.0
	for i := range t.Utterances {
		u := &t.Utterances[i]
		spoken := Utterance{Words: u.spoken()}
		if len(spoken.Words) == 0 {
			continue
		}
		p := phrase{Offset: millis(u.Time.Start), Duration: lasts(u.Time), Text: spoken.Text(), Locale: t.writtenLanguage()}
		if n, ok := numbers[u.Speaker]; ok {
			p.Speaker = &n
		}
		if u.timed() {
			u.fill()
			for _, w := range u.spoken() {
				p.Words = append(p.Words, word{w.Text(), millis(w.Time.Start), lasts(w.Time)})
			}
		}
		out.Phrases = append(out.Phrases, p)
		end = max(end, u.Time.End)
	}
	out.Duration = millis(end)
	return writeJSON(b, out)
}

// lasts returns how long an interval lasts, so that its end is the same to the millisecond.
func lasts(t transcript.Interval) millis {
	round := func(s float64) float64 { v, _ := strconv.ParseFloat(fmt.Sprintf("%.3f", s), 64); return v }
	return millis(round(t.End) - round(t.Start))
}
