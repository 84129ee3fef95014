package formats

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffSRT reports whether text starts with a cue.
func sniffSRT(text string) bool {
	head := headLines(text, 2)
	return len(head) == 2 && (startsPadded(head[0]) && isTiming(head[0]) && !saysBehindTimes(head[0]) || isInteger(head[0]) && isTiming(head[1]))
}

// startsPadded reports whether a time with its leading zeros is before an arrow: others write headers of turns without them.
func startsPadded(line string) bool {
	from, _, ok := strings.Cut(line, "-->")
	if ok {
		_, ok = paddedClock(strings.TrimSpace(from))
	}
	return ok
}

// saysBehindTimes reports whether words stand behind the times of a cue, which are no settings: other programs
// write what is said there.
func saysBehindTimes(line string) bool {
	_, rest, _ := strings.Cut(line, "-->")
	fields := strings.Fields(rest)
	for i := 1; i < len(fields); i++ {
		if !strings.Contains(fields[i], ":") && !strings.HasSuffix(fields[i-1], ":") && strings.ContainsFunc(fields[i], unicode.IsLetter) {
			return true
		}
	}
	return false
}

// isTiming reports whether a line has the times of an SRT cue.
func isTiming(line string) bool {
	_, _, err := srtTiming(line)
	return err == nil
}

func isInteger(s string) bool { return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == "" }

// srtTiming reads "00:00:01,000 --> 00:00:02,500", maybe with coordinates after it.
func srtTiming(line string) (from, to float64, err error) {
	a, b, ok := strings.Cut(line, "-->")
	if !ok {
		return 0, 0, fmt.Errorf("there is no --> between two times")
	}
	b = strings.TrimSpace(b)
	if n := strings.IndexAny(b, " \t"); n >= 0 {
		b = b[:n]
	}
	if from, ok = srtClock(strings.TrimSpace(a)); !ok {
		return 0, 0, fmt.Errorf("%q is no time such as 00:00:01,000", strings.TrimSpace(a))
	}
	if to, ok = srtClock(b); !ok {
		return 0, 0, fmt.Errorf("%q is no time such as 00:00:01,000", b)
	}
	return from, to, nil
}

// srtClock reads a time of SubRip: one of paddedClock, or without leading zeros, which has a fraction, or what is torn would be one.
func srtClock(s string) (seconds float64, ok bool) {
	if seconds, ok = paddedClock(s); ok || strings.Count(s, ":") != 2 || !strings.ContainsAny(s, ",.") {
		return seconds, ok
	}
	return unpaddedClock(strings.Replace(s, ",", ".", 1))
}

// paddedClock reads a time of SubRip: with a point for the comma, without hours, or with hours and without
// milliseconds as others write it.
func paddedClock(s string) (seconds float64, ok bool) {
	if seconds, ok = parseClock(s, ",."); !ok && strings.Count(s, ":") == 2 && !strings.ContainsAny(s, ",.") {
		seconds, ok = parseClock(s+".0", ".")
	}
	return seconds, ok
}

// srtTag finds the tags of SubRip and the overrides of other players.
func srtTag(s string) (string, int) {
	switch {
	case strings.HasPrefix(s, `{\`):
		if n := strings.IndexByte(s, '}'); n > 0 {
			return "{", n + 1
		}
	case s[0] == '<':
		return htmlTag(s)
	}
	return "", 0
}

// readSRT reads SubRip subtitles. Cues may lack numbers; an empty line in a cue's text
// is part of it where no cue follows.
func readSRT(f *File) error {
	c := newCues(f)
	c.tagAt, c.decode, c.escape, c.loose = srtTag, unescapeText, escapeText, true
	lines := f.lines()
	text := func(i int) string { return f.text[lines[i].from:lines[i].end] }
	var found []textCue
	var q *cue
	var body []textLine
	finish := func(end int) {
		if q != nil {
			q.block.to = end
			for len(body) > 0 && body[len(body)-1].end == body[len(body)-1].from {
				body = body[:len(body)-1]
			}
			found = append(found, textCue{*q, body})
		}
		q, body = nil, nil
	}
	var before transcript.Interval
	blank := true // the line before is empty, or there is none
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		s := text(i)
		if s == "" {
			if blank = true; q != nil {
				body = append(body, l)
			}
			continue
		}
		number := span{}
		timing := i
		if isInteger(strings.TrimSpace(s)) {
			if i+1 == len(lines) && (blank || q == nil) {
				return f.errorLine(l.from, "a cue's number without its times: the file is cut off")
			}
			next := ""
			if i+1 < len(lines) {
				next = strings.TrimSpace(text(i + 1))
			}
			if q == nil || isTiming(next) || blank && (strings.Contains(next, "-->") || startsClock(next)) {
				number = span{l.from + len(s) - len(strings.TrimLeft(s, " \t")), l.end}
				timing = i + 1
			}
		}
		switch {
		case timing > i, strings.Contains(s, "-->") && (blank || isTiming(s)):
			from, to, err := srtTiming(text(timing))
			if err != nil {
				return f.errorLine(lines[timing].from, "no times of a cue: %v", err)
			}
			if saysBehindTimes(text(timing)) {
				return f.errorLine(lines[timing].from, "words stand behind the times of a cue, not below them: as SRT they would not be cleaned; name the format headed")
			}
			if timing+1 == len(lines) && lines[timing].to == lines[timing].end {
				return f.errorLine(lines[timing].from, "the file ends within a cue's times: it is cut off")
			}
			finish(l.from)
			q = &cue{block: span{l.from, 0}, number: number, time: interval(from, to, true)}
			f.checkTime(lines[timing].from, from, to, &before)
			i, blank = timing, false
		case q == nil:
			return f.errorLine(l.from, "neither the number nor the times of a cue: this is no SRT, or it is damaged here")
		default:
			body = append(body, l)
			blank = false
		}
	}
	finish(len(f.text))
	c.addAll(found)
	f.finish = c.drop
	return nil
}

// startsClock reports whether a line begins as a time does.
func startsClock(s string) bool {
	n := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	return n > 0 && n < 4 && s[n] == ':' && (len(s) == n+1 || s[n+1] >= '0' && s[n+1] <= '9')
}

// writeSRT writes SubRip subtitles. Names are part of the lines.
func writeSRT(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%d\n%s --> %s\n", i+1, clock(c.time.Start, ","), clock(c.time.End, ","))
		for _, line := range c.named(func(s string) string { return noArrow(escapeLoose(s)) }) {
			b.WriteString(line + "\n")
		}
		b.WriteByte('\n')
	}
	return nil
}
