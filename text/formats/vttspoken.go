package formats

import (
	"strings"
)

// Microsoft Graph delivers the transcripts of Teams with what is known of each cue as JSON in its text: who speaks, what is
// said, in which language, when by the clock.

// spokenText is the member of a cue that says what is said.
const spokenText = "spokenText"

// isSpokenJSON reports whether the texts of cues are JSON.
func isSpokenJSON(f *File, found []textCue) bool {
	for i := range found {
		if text := spokenSpan(&found[i]); text.to > text.from {
			s := f.text[text.from:text.to]
			return strings.HasPrefix(strings.TrimSpace(s), "{") && strings.Contains(s, `"`+spokenText+`"`)
		}
	}
	return false
}

// spokenSpan returns the stretch of the text of a cue.
func spokenSpan(q *textCue) span {
	if len(q.text) == 0 {
		return span{}
	}
	return span{q.text[0].from, q.text[len(q.text)-1].end}
}

// readSpokenJSON reads cues of JSON.
func (f *File) readSpokenJSON(found []textCue) error {
	v := f.newView()
	of := make([]int, 0, len(found)) // the cues of utterances
	for i := range found {
		text := spokenSpan(&found[i])
		if strings.TrimSpace(f.text[text.from:text.to]) == "" {
			continue
		}
		n, err := parseValue(f, text.from, text.to)
		if err != nil {
			return err
		}
		said := n.get(spokenText)
		if said == nil || said.kind != '"' {
			return f.errorLine(text.from, "the text of this cue is no JSON with %q, as that of others is", spokenText)
		}
		f.inLanguage(n.str("spokenLanguage"))
		v.addText(n.str("speakerName"), found[i].time, said.field(f.text))
		of = append(of, i)
	}
	// JSON are the texts alone: nothing looks for more of it in the file.
	if err := f.json.finish(); err != nil {
		return err
	}
	f.json = nil
	f.finish = func(o *outcome) {
		for u, i := range of {
			if !o.keepEmpty && o.utteranceRemoved(v, u) {
				o.remove(found[i].block)
			}
		}
	}
	return nil
}
