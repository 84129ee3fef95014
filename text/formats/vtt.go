package formats

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffVTT reports whether text has the head of a WebVTT file.
func sniffVTT(text string) bool {
	rest, ok := strings.CutPrefix(text, "WEBVTT")
	return ok && (rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0)
}

// vttTag finds a tag or an inline timestamp; the latter has no name.
func vttTag(s string) (string, int) {
	if s[0] != '<' {
		return "", 0
	}
	n := strings.IndexByte(s, '>')
	if n < 0 {
		return "", 0
	}
	name := strings.ToLower(s[1:n])
	if i := strings.IndexAny(name, ". \t"); i >= 0 && (name[0] < '0' || name[0] > '9') {
		name = name[:i]
	}
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name = ""
	}
	if k := rubyReading(s, name, n+1); k > 0 {
		return rubyName, k
	}
	return name, n + 1
}

// unescapeHTML decodes the character, or the character reference, that s begins with.
func unescapeHTML(s string) (string, int) {
	if s[0] == '&' {
		if n := strings.IndexByte(s[:min(len(s), 12)], ';'); n > 0 && strings.IndexByte(s[1:n], '&') < 0 {
			if t := html.UnescapeString(s[:n+1]); t != s[:n+1] {
				return t, n + 1
			}
		}
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size], size
}

// textEscapes are the characters that mean something in markup.
var textEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// escapeText writes the characters that mean something in markup as references, and
// leaves out those that XML cannot hold.
func escapeText(s string) string { return textEscapes.Replace(xmlText(s)) }

// vttTiming reads "00:01.000 --> 00:02.500 align:start".
func vttTiming(line string) (from, to float64, err error) {
	a, b, _ := strings.Cut(line, "-->")
	b = strings.TrimSpace(b)
	if n := strings.IndexAny(b, " \t"); n >= 0 {
		b = b[:n]
	}
	times := [2]float64{}
	for i, s := range []string{strings.TrimSpace(a), b} {
		var ok bool
		if times[i], ok = parseClock(s, "."); !ok || len(s)-strings.LastIndexByte(s, '.') != len(".000") {
			times[i], ok = unpaddedClock(s)
		}
		if !ok {
			return 0, 0, fmt.Errorf("%q is no time such as 00:01.000", s)
		}
	}
	return times[0], times[1], nil
}

// readVTT reads WebVTT. Blocks that are no cues stay as they are.
func readVTT(f *File) error {
	if !sniffVTT(strings.TrimPrefix(f.text, "\ufeff")) {
		return f.errorLine(0, "this is no WebVTT: its first line is not WEBVTT")
	}
	c := newCues(f)
	c.tagAt, c.decode, c.escape, c.voices = vttTag, unescapeHTML, escapeText, true
	lines := f.lines()
	var before transcript.Interval
	var found []textCue
	empty := func(i int) bool { return strings.Trim(f.text[lines[i].from:lines[i].to], "\r\n") == "" }
	for i := 0; i < len(lines); {
		if empty(i) {
			i++
			continue
		}
		first := i
		timing := -1
		style := isVTTStyle(f.text[lines[i].from:lines[i].end])
		if end := f.styleEnd(lines, i); style && end > i {
			i = end
			continue
		}
		for ; i < len(lines) && !empty(i); i++ {
			if timing < 0 && i-first < 2 && strings.Contains(f.text[lines[i].from:lines[i].end], "-->") {
				timing = i
			}
		}
		if first == 0 && timing > 0 {
			first = timing // right below the head
		}
		if first == 0 {
			for _, l := range lines[1:i] {
				if name, ok := strings.CutPrefix(f.text[l.from:l.end], "Language:"); ok {
					f.inLanguage(strings.TrimSpace(name))
				}
			}
		}
		if head := f.text[lines[first].from:lines[first].end]; first == 0 || timing < 0 && (isVTTBlock(head) || len(found) == 0 && isVTTHead(head)) {
			f.inLanguage(noteLanguage(head))
			continue
		}
		if timing < 0 {
			return f.errorLine(lines[first].from, "neither a cue with its times nor NOTE, STYLE or REGION: a cue's text has no empty lines")
		}
		from, to, err := vttTiming(f.text[lines[timing].from:lines[timing].end])
		if err != nil {
			return f.errorLine(lines[timing].from, "no times of a cue: %v", err)
		}
		f.checkTime(lines[timing].from, from, to, &before)
		q := cue{block: span{lines[first].from, len(f.text)}, time: interval(from, to, true)}
		if i < len(lines) {
			q.block.to = lines[i].from
			for k := i; k < len(lines) && empty(k); k++ {
				q.block.to = lines[k].to
			}
		}
		if name := (span{lines[first].from, lines[first].end}); timing > first && isInteger(f.text[name.from:name.to]) {
			q.number = name
		} else if timing > first {
			q.speaker = cueNameSpeaker(f.text[name.from:name.to])
		}
		found = append(found, textCue{q, lines[timing+1 : i]})
	}
	if isSpokenJSON(f, found) {
		f.views = nil
		return f.readSpokenJSON(found)
	}
	c.labelled = c.allLabelled(found)
	c.addAll(found)
	f.finish = c.drop
	return nil
}

func isVTTBlock(head string) bool { return isVTTStyle(head) || startsBlock(head, "NOTE") }

// isVTTStyle reports whether a block is about how cues look.
func isVTTStyle(head string) bool { return startsBlock(head, "STYLE") || startsBlock(head, "REGION") }

func startsBlock(head, name string) bool {
	return head == name || strings.HasPrefix(head, name+" ") || strings.HasPrefix(head, name+"\t") || name != "NOTE" && head == name+":"
}

// vttHeads are what lines of the head of a file start with, which some put behind an empty line.
var vttHeads = [...]string{"X-TIMESTAMP-MAP=", "Kind:", "Language:"}

func isVTTHead(line string) bool {
	return slices.ContainsFunc(vttHeads[:], func(head string) bool { return strings.HasPrefix(line, head) })
}

// styleEnd returns the line behind a style sheet that starts in a line and has empty lines or arrows in it,
// which no standard allows, and programs write: it lasts as long as braces or comments are open. It is the line
// where the sheet starts, if that ends as a block does, or never.
func (f *File) styleEnd(lines []textLine, from int) int {
	depth, comment := 0, false
	for i := from + 1; i < len(lines); i++ {
		line := f.text[lines[i].from:lines[i].end]
		if line == "" && depth <= 0 && !comment {
			return i
		}
		for at := 0; at < len(line); at++ {
			switch {
			case comment:
				comment = !strings.HasPrefix(line[at:], "*/")
			case strings.HasPrefix(line[at:], "/*"):
				comment = true
				at++
			case line[at] == '{':
				depth++
			case line[at] == '}':
				depth--
			}
		}
		if !comment && depth > 0 && isVTTTiming(line) {
			return from // a brace too many
		}
	}
	if depth > 0 || comment {
		return from
	}
	return len(lines)
}

func isVTTTiming(line string) bool {
	_, _, err := vttTiming(line)
	return err == nil
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
		for j, line := range c.lines() {
			if j > 0 || c.speaker == "" {
				line = unlabelledCue(line)
			} else {
				line = unnamed(line)
			}
			b.WriteString(escapeText(line) + "\n")
		}
		b.WriteByte('\n')
	}
	return nil
}
