package formats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// usualFrameRate is the frames a second of subtitles that do not say theirs: that of films, for which MicroDVD
// was made.
const usualFrameRate = 24000.0 / 1001

// microDVDLine is a line of MicroDVD: "{0}{25}text|text".
type microDVDLine struct {
	from, to float64 // frames; to is -1 where it is left open
	text     int     // where the text starts
}

// frameStamps reads "{0}{25}", or that with other brackets, at the start of a line.
func frameStamps(line string, open, shut byte) (l microDVDLine, ok bool) {
	for i := range 2 {
		const longest = 14 // digits and brackets
		rest := line[l.text:]
		end := strings.IndexByte(rest[:min(len(rest), longest)], shut)
		if end < 0 || rest[0] != open {
			return l, false
		}
		inside := line[l.text+1 : l.text+end]
		l.text += end + 1
		frame, err := strconv.ParseUint(inside, 10, 40)
		switch {
		case i == 0 && err == nil:
			l.from = float64(frame)
		case i == 1 && inside == "":
			l.to = -1
		case i == 1 && err == nil:
			l.to = float64(frame)
		default:
			return l, false
		}
	}
	return l, true
}

// isDefault reports whether a line of MicroDVD is about how all others look.
func isDefault(line string) bool {
	const start = "{DEFAULT}{}"
	return len(line) >= len(start) && strings.EqualFold(line[:len(start)], start)
}

func sniffMicroDVD(text string) bool {
	for _, line := range headLines(text, 2) {
		if isDefault(line) {
			continue
		}
		_, ok := frameStamps(line, '{', '}')
		return ok
	}
	return false
}

// rateOf returns the frames a second that the first subtitle of MicroDVD has for a text where it says that.
func rateOf(l microDVDLine, text string) (float64, bool) {
	rate, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	return rate, err == nil && l.from <= 1 && l.to <= 1 && rate >= 1 && rate <= 1000
}

// readMicroDVD reads MicroDVD: a subtitle a line, timed in frames. What is in braces in the text is about how
// it looks.
func readMicroDVD(f *File) error {
	c := newCues(f)
	c.tagAt = microDVDTag
	rate, known := usualFrameRate, false
	var found []textCue
	var stamps []microDVDLine
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if line == "" || isDefault(line) {
			continue
		}
		x, ok := frameStamps(line, '{', '}')
		if !ok {
			return f.errorLine(l.from, "a line starts with the frames of a subtitle, such as {25}{75}")
		}
		if r, ok := rateOf(x, line[x.text:]); ok && len(found) == 0 && !known {
			rate, known = r, true
			continue
		}
		stamps = append(stamps, x)
		found = append(found, textCue{cue{block: l.span}, barredLines(f.text, span{l.from + x.text, max(l.from+x.text, l.end)})})
	}
	if len(found) > 0 && !known {
		f.warn(found[0].block.from, "the file does not say how many frames a second has: times are those at 23.976 (a first line {1}{1}25 would say 25)")
	}
	c.timeOpen(found, stamps, rate)
	c.addAll(found)
	f.finish = c.dropBroken
	return nil
}

// timeOpen gives subtitles the times of their stamps, of which there are so many a second. One that is left
// open lasts up to the next one, and no longer than what is said.
func (c *cues) timeOpen(found []textCue, stamps []microDVDLine, rate float64) {
	var before transcript.Interval
	for i := range found {
		q, x := &found[i], stamps[i]
		start, end := x.from/rate, x.to/rate
		if x.to < 0 {
			end = start + max(shortTurn, float64(q.block.to-q.block.from)/usualSpeech)
			if i+1 < len(found) && stamps[i+1].from > x.from {
				end = min(end, stamps[i+1].from/rate)
			}
		}
		c.f.checkTime(q.block.from, start, end, &before)
		q.time = interval(start, end, true)
	}
}

// microDVDTag finds a code such as {y:i} and {C:$0000ff}; a slash at the start of a line, which is one as
// well, is left to those who read it so.
func microDVDTag(s string) (string, int) {
	if len(s) < 3 || s[0] != '{' || s[2] != ':' || !(s[1] >= 'a' && s[1] <= 'z' || s[1] >= 'A' && s[1] <= 'Z') {
		return "", 0
	}
	if n := strings.IndexAny(s[1:], "{}|") + 1; n > 0 && s[n] == '}' {
		return "{", n + 1
	}
	return "", 0
}

func writeMicroDVD(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	b.WriteString("{1}{1}23.976\n")
	frame := func(seconds float64) int64 { return int64(math.Round(max(seconds, 0) * 23.976)) }
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "{%d}{%d}%s\n", frame(c.time.Start), frame(c.time.End), inBarred(c.named(noCode)))
	}
	return nil
}

// noCode returns a line in which nothing is read as a code.
func noCode(line string) string {
	for at := 0; at < len(line); at++ {
		if _, n := microDVDTag(line[at:]); n > 0 {
			line = line[:at+1] + string(joiner) + line[at+1:]
		}
	}
	return line
}
