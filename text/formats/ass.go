package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffASS reports whether text has the head of a file of SubStation Alpha.
func sniffASS(text string) bool {
	head := headLines(text, 1)
	return len(head) == 1 && strings.EqualFold(head[0], "[Script Info]")
}

// assColumns are the places of what is read of a line, by the Format line of the events.
type assColumns struct{ start, end, name, text int }

// assFormat reads the columns of "Format: Layer, Start, End, Style, Name, ..., Text".
func assFormat(list string) (c assColumns, err error) {
	names := strings.Split(list, ",")
	find := func(wanted ...string) int {
		return slices.IndexFunc(names, func(s string) bool {
			return slices.ContainsFunc(wanted, func(w string) bool { return strings.EqualFold(strings.TrimSpace(s), w) })
		})
	}
	c = assColumns{find("Start"), find("End"), find("Name", "Actor"), find("Text")}
	switch {
	case c.start < 0 || c.end < 0 || c.text < 0:
		return c, fmt.Errorf("the columns of the events lack Start, End or Text")
	case c.text != len(names)-1:
		return c, fmt.Errorf("Text is not the last column of the events")
	}
	return c, nil
}

// readASS reads SubStation Alpha, versions 4 and 4+: the dialogue lines of its events. What
// is in braces is markup or a comment; so is what is drawn.
func readASS(f *File) error {
	c := newCues(f)
	c.tagAt, c.escapes = assTag, '\\'
	c.fieldAt = func(s span) *field { return decodedField(f.text, s, assText, escapeASS) }
	var columns *assColumns
	var before transcript.Interval
	var found []textCue
	events, any := false, false
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			events, any = strings.EqualFold(line, "[Events]"), true
			continue
		}
		if !any && line != "" && !strings.HasPrefix(line, ";") {
			return f.errorLine(l.from, "this is no SubStation Alpha: it does not start with a section such as [Script Info]")
		}
		kind, rest, ok := strings.Cut(line, ":")
		switch {
		case !events || !ok:
		case strings.EqualFold(kind, "Format"):
			format, err := assFormat(rest)
			if err != nil {
				return f.errorLine(l.from, "%v", err)
			}
			columns = &format
		case !strings.EqualFold(kind, "Dialogue"):
		case columns == nil:
			return f.errorLine(l.from, "a line of dialogue before the line Format: of the events, which says what its columns are")
		default:
			q, err := columns.dialogue(f, l, l.from+len(kind)+1)
			if err != nil {
				return err
			}
			f.checkTime(l.from, q.from, q.to, &before)
			found = append(found, q.textCue)
		}
	}
	c.addAll(found)
	f.finish = c.dropBroken
	return nil
}

// assDialogue is a line of dialogue, with its times as they are written.
type assDialogue struct {
	textCue
	from, to float64
}

// dialogue reads a line of dialogue, whose columns start at an offset.
func (c *assColumns) dialogue(f *File, l textLine, at int) (q assDialogue, err error) {
	for i := 0; i < c.text; i++ {
		n := strings.IndexByte(f.text[at:l.end], ',')
		if n < 0 {
			return q, f.errorLine(l.from, "a line of dialogue has %d columns, and not %d: the file is cut off or damaged here", i+1, c.text+1)
		}
		cell := strings.TrimSpace(f.text[at : at+n])
		switch i {
		case c.start, c.end:
			seconds, ok := parseClock(cell, ".")
			if !ok || strings.Count(cell, ":") != 2 {
				return q, f.errorAt(at, "%q is no time such as 0:00:01.00", cell)
			}
			if i == c.start {
				q.from = seconds
			} else {
				q.to = seconds
			}
		case c.name:
			q.speaker = cell
		}
		at += n + 1
	}
	q.block, q.time = l.span, interval(q.from, q.to, true)
	q.text = assLines(f.text, span{at, l.end})
	return q, nil
}

// assLines cuts a text at its line breaks.
func assLines(text string, s span) []textLine {
	var out []textLine
	from := s.from
	line := func(end, to int) {
		out = append(out, textLine{span{from, to}, from + len(strings.TrimRight(text[from:end], " \t"))})
		from = to
	}
	for at := from; at < s.to; {
		if _, n := assTag(text[at:s.to]); n > 0 {
			at += n
			continue
		}
		if rest := text[at:s.to]; strings.HasPrefix(rest, `\N`) || strings.HasPrefix(rest, `\n`) {
			line(at, at+len(`\N`))
			at = from
			continue
		}
		if _, n := assText(text[at:s.to]); n > 1 {
			at += n
			continue
		}
		at++
	}
	line(s.to, s.to)
	return out
}

// assTag finds an override or a comment in braces; one that starts to draw takes along what
// is drawn.
func assTag(s string) (string, int) {
	if s[0] != '{' {
		return "", 0
	}
	n := strings.IndexByte(s, '}') + 1
	if n == 0 {
		return "", 0
	}
	for draws := assDraws(s[:n], false); draws; {
		open := strings.IndexByte(s[n:], '{')
		if open < 0 {
			return "{", len(s)
		}
		end := strings.IndexByte(s[n+open:], '}') + 1
		if end == 0 {
			return "{", len(s)
		}
		if draws = assDraws(s[n+open:n+open+end], draws); draws {
			n += open + end
		} else {
			n += open
		}
	}
	return "{", n
}

// assDraws reports whether what follows an override is drawn, where it was drawn before or
// not: \p1 starts that, \p0 ends it.
func assDraws(override string, draws bool) bool {
	for {
		n := strings.Index(override, `\p`)
		if n < 0 {
			return draws
		}
		override = override[n+len(`\p`):]
		if override[0] >= '0' && override[0] <= '9' { // not \pos, \pbo
			scale := strings.TrimLeft(override, "0")
			draws = scale[0] >= '1' && scale[0] <= '9' // there is a brace at the end
		}
	}
}

// assJoiner stands behind a backslash that is one, by custom: nobody sees it.
const assJoiner = string(joiner)

// assText decodes the character, or the escape, that s begins with.
func assText(s string) (string, int) {
	if s[0] == '\\' {
		switch {
		case strings.HasPrefix(s, `\h`):
			return " ", 2
		case strings.HasPrefix(s, `\{`), strings.HasPrefix(s, `\}`):
			return s[1:2], 2
		case strings.HasPrefix(s[1:], assJoiner):
			return `\`, 1 + len(assJoiner)
		}
		return `\`, 1
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size], size
}

// escapeASS writes what would be markup so that it is none.
func escapeASS(s string) string {
	return strings.NewReplacer(`\`, `\`+assJoiner, "{", `\{`, "}", `\}`).Replace(s)
}

func writeASS(b *strings.Builder, t *Transcript) error {
	b.WriteString("[Script Info]\nScriptType: v4.00+\nWrapStyle: 0\nScaledBorderAndShadow: yes\n\n[V4+ Styles]\n" +
		"Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n" +
		"Style: Default,Arial,18,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,10,10,10,1\n\n[Events]\n" +
		"Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n")
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "Dialogue: 0,%s,%s,Default,%s,0,0,0,,%s\n", assClock(c.time.Start), assClock(c.time.End), assName(c.speaker), strings.Join(c.said(escapeASS), `\N`))
	}
	return nil
}

// assName returns a speaker's name as a column may hold it.
func assName(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(name, ",", ";")), " ")
}

// assClock writes seconds as "1:02:03.45".
func assClock(seconds float64) string {
	cs := int64(math.Round(max(seconds, 0) * 100))
	return fmt.Sprintf("%d:%02d:%02d.%02d", cs/360000, cs/6000%60, cs/100%60, cs%100)
}
