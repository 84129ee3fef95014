package formats

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// writeCHAT writes an utterance a sentence.
func writeCHAT(b *strings.Builder, t *Transcript) error {
	codes := make(map[string]string)
	taken := make(map[string]bool)
	var participants []string
	for i := range t.Utterances {
		name := t.Utterances[i].Speaker
		if codes[name] != "" {
			continue
		}
		code := chatCode(name)
		for n := 2; taken[code]; n++ {
			code = fmt.Sprintf("%.2s%d", chatCode(name), n)
		}
		codes[name], taken[code] = code, true
		participants = append(participants, strings.TrimSpace(code+" "+token(name, ""))+" Adult")
	}
	code := "eng"
	if t.writtenLanguage() == langid.Chinese {
		code = "zho"
	}
	fmt.Fprintf(b, "@UTF8\n@Begin\n@Languages:\t%s\n@Participants:\t%s\n", code, strings.Join(participants, ", "))
	var line []string
	var time transcript.Interval
	flush := func(speaker, mark string) {
		if len(line) == 0 {
			return
		}
		fmt.Fprintf(b, "*%s:\t%s %s", codes[speaker], inOneLine(line), mark)
		if time.Known {
			fmt.Fprintf(b, " \x15%d_%d\x15", int64(math.Round(time.Start*1000)), int64(math.Round(time.End*1000)))
		}
		b.WriteByte('\n')
		line, time = nil, transcript.Interval{}
	}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		for _, w := range u.spoken() {
			at := w.Time
			if !at.Known {
				at = u.Time
			}
			if len(line) == 0 {
				time = at
			}
			time.Known = time.Known && at.Known && at.End >= time.Start
			time.End = at.End
			line = append(line, w.Core)
			if w.EndsSentence {
				flush(u.Speaker, chatTerminator(w.Trail))
			} else if strings.ContainsAny(w.Trail, ",，") {
				line = append(line, ",")
			}
		}
		if i+1 == len(t.Utterances) || t.Utterances[i+1].Turn != u.Turn {
			flush(u.Speaker, ".")
		}
	}
	b.WriteString("@End\n")
	return nil
}

func chatTerminator(trail string) string {
	switch {
	case strings.ContainsAny(trail, "?？"):
		return "?"
	case strings.ContainsAny(trail, "!！"):
		return "!"
	}
	return "."
}

// chatCode returns the three letters of a speaker.
func chatCode(name string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(name) {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) && b.Len() < 3 {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 || !unicode.IsLetter(rune(b.String()[0])) {
		return "SPK"
	}
	return (b.String() + "XX")[:3]
}
