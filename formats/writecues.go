package formats

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/transcript"
)

// label returns a speaker's name as it stands before what is said, changed where it
// would not be taken for a name.
func label(name string) string {
	if s, _ := transcript.Label(name + ": x"); s != name || !namesSpeaker(name) {
		name = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return r
			}
			return '_'
		}, name)
		if s, _ := transcript.Label(name + ": x"); s != name {
			name = "Speaker_" + name
		}
	}
	return name + ": "
}

func writeSRT(b *strings.Builder, t *Transcript) error {
	// Names are part of the lines.
	speaker := ""
	for i := range t.Utterances {
		u := &t.Utterances[i]
		switch {
		case u.Speaker == speaker:
		case u.Speaker != "":
			u.Words[0].Lead = label(u.Speaker) + u.Words[0].Lead
		default:
			u.Words[0].Lead = "- " + u.Words[0].Lead // somebody else
		}
		speaker = u.Speaker
	}
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%d\n%s --> %s\n", i+1, clock(c.time.Start, ","), clock(c.time.End, ","))
		b.WriteString(strings.Join(c.lines(), "\n") + "\n\n")
	}
	return nil
}

func writeVTT(b *strings.Builder, t *Transcript) error {
	cues := t.writtenCues()
	b.WriteString("WEBVTT\n\n")
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%s --> %s\n", clock(c.time.Start, "."), clock(c.time.End, "."))
		if c.speaker != "" {
			b.WriteString("<v " + escapeText(c.speaker) + ">")
		}
		b.WriteString(escapeText(strings.Join(c.lines(), "\n")) + "\n\n")
	}
	return nil
}
