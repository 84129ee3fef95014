package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func revAIMembers(r *node) bool {
	if list := r.get("monologues"); list != nil {
		monologues := r.list("monologues")
		return len(monologues) == 0 || monologues[0].get("elements") != nil
	}
	return r.get("elements") != nil && r.get("type") != nil
}

// readRevAI reads transcripts of Rev.ai, and single messages of its service for live
// speech: monologues of elements, which are words, punctuation with the blanks between words, and
// notes.
func readRevAI(f *File) error {
	monologues := f.root.get("monologues")
	if monologues == nil && f.root.get("elements") == nil || monologues != nil && monologues.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like Rev.ai: there is no list %q", "monologues")
	}
	f.inLanguage(f.root.str("language"))
	names := make(map[string]string) // of speakers, by number
	for _, s := range f.root.list("speakers") {
		names[s.scalar("id")] = s.str("name")
	}
	f.keeps(f.root.get("speakers"))
	words := newWordList(f)
	words.spaced = true
	if monologues == nil {
		if err := revAIElements(words, f.root, ""); err != nil {
			return err
		}
	}
	for _, m := range monologues.list() {
		from := len(words.v.utterances)
		f.keeps(m.get("speaker_info"))
		speaker := speakerOf(m.get("speaker_info"), "display_name")
		if speaker == "" {
			speaker = names[m.scalar("speaker")]
		}
		if speaker == "" {
			speaker = speakerOf(m, "speaker")
		}
		if err := revAIElements(words, m, speaker); err != nil {
			return err
		}
		words.hold(monologues, m, from)
	}
	f.finish = func(o *outcome) {
		revAIPunct(o, words)
		dropWhole(o, words)
		o.dropHolders(words.v, words.holders)
	}
	return nil
}

// revAIElements adds the elements of a monologue.
func revAIElements(words *wordList, m *node, speaker string) error {
	list := m.get("elements")
	if list == nil || list.kind != '[' {
		return words.f.errorLine(m.from, "this looks like Rev.ai, but a monologue has no list %q", "elements")
	}
	var last transcript.Interval
	for _, e := range list.list() {
		value := e.get("value")
		if value == nil || value.kind != '"' {
			return words.f.errorLine(e.from, "this looks like Rev.ai, but an element has no %q", "value")
		}
		time := revAITime(e)
		if time.Known {
			if parted(last, time) {
				words.end(speaker, transcript.Interval{})
			}
			last = time
		}
		words.word(list, e, value, time, probability(e, "confidence"), false)
	}
	words.end(speaker, transcript.Interval{})
	return nil
}

// revAITime returns when an element is said: in seconds, or, in files of Rev.com, on the
// clock.
func revAITime(e *node) transcript.Interval {
	if e.get("ts") != nil {
		return seconds(e, "ts", "end_ts", 1)
	}
	from, ok := parseClock(e.str("timestamp"), ",.")
	to, ok2 := parseClock(e.str("end_timestamp"), ",.")
	return e.tree.f.interval(e.from, from, to, ok && ok2)
}

// revAIPunct puts punctuation that comes after words into the element that follows, which is the
// blank, or into one of their own.
func revAIPunct(o *outcome, words *wordList) {
	for k := range o.splices {
		s := &o.splices[k]
		if s.from != s.to || s.text == "" || strings.Trim(s.text, restoredPunct) != "" {
			continue
		}
		i := words.endingAt(s.from)
		if i < 0 {
			continue
		}
		word := words.element(i)
		if word.str("type") != "text" {
			continue
		}
		if i+1 < len(words.units) {
			next := words.units[i+1]
			if next.utterance == words.units[i].utterance && words.element(i+1).str("type") == "punct" && !o.pieceRemoved(words.v, int(next.utterance), int(next.piece)) {
				x, _ := words.v.field(int(next.utterance), int(next.piece))
				s.span = span{x.raw.from, x.raw.from}
				continue
			}
		}
		*s = splice{span{word.to, word.to}, `,{"type":"punct","value":"` + s.text + `"}`}
	}
}

// dropWhole takes out the elements of which nothing is left, not even a blank: in formats in
// which blanks are elements, too.
func dropWhole(o *outcome, words *wordList) {
	var removed []part
	for _, u := range words.units {
		if fates := o.fates(words.v, int(u.utterance)); fates != nil && fates[u.piece].removed && fates[u.piece].text == "" {
			removed = append(removed, u.part)
		}
	}
	o.dropParts(removed)
	words.extend(o)
}

func writeRevAI(b *strings.Builder, t *Transcript) error {
	type element struct {
		Type       string  `json:"type"`
		Value      string  `json:"value"`
		Start      *second `json:"ts,omitempty"`
		End        *second `json:"end_ts,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
	}
	type monologue struct {
		Speaker  *int      `json:"speaker,omitempty"`
		Elements []element `json:"elements"`
	}
	type speaker struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	out := struct {
		Speakers   []speaker   `json:"speakers,omitempty"`
		Monologues []monologue `json:"monologues"`
	}{Monologues: []monologue{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var m monologue
		if n, ok := numbers[u.Speaker]; ok {
			m.Speaker = &n
			if n == len(out.Speakers) {
				out.Speakers = append(out.Speakers, speaker{n, u.Speaker})
			}
		}
		marks := ""
		mark := func() {
			if marks != "" {
				m.Elements = append(m.Elements, element{Type: "punct", Value: marks})
			}
			marks = ""
		}
		for k, w := range u.spoken() {
			if k > 0 && !w.Tight {
				marks += " "
			}
			marks += w.Lead
			mark()
			from, to := timesOf(w.Time.Known, w.Time.Start, w.Time.End)
			m.Elements = append(m.Elements, element{"text", w.Core, from, to, w.Confidence})
			marks = w.Trail
		}
		if mark(); len(m.Elements) > 0 {
			out.Monologues = append(out.Monologues, m)
		}
	}
	return writeJSON(b, out)
}
