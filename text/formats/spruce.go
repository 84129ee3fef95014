package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// spruceLine reads "00:00:01:05 , 00:00:02:12 , text", whose last parts of times are frames. text is
// where the text starts.
func spruceLine(line string) (times [2]anyTime, text int, ok bool) {
	const form = "00:00:01:05"
	for i := range times {
		n := strings.IndexByte(line[text:], ',')
		if n < 0 {
			return times, 0, false
		}
		code := strings.TrimSpace(line[text : text+n])
		x := &times[i]
		if x.seconds, x.frames, ok = parseTimeCode(code); !ok || x.frames < 0 || len(code) != len(form) || strings.IndexByte(code, ';') >= 0 {
			return times, 0, false
		}
		text += n + 1
	}
	return times, text, true
}

func sniffSpruce(text string) bool {
	for _, line := range headLines(text, 60) {
		if strings.HasPrefix(line, "$") || strings.HasPrefix(line, "//") {
			continue
		}
		_, _, ok := spruceLine(line)
		return ok
	}
	return false
}

// codeRate returns how many frames a second a file has whose times have so many at most: it does not say.
func codeRate(most int) float64 {
	if most >= 25 {
		return 30
	}
	return 25
}

// addCoded adds cues whose times are codes with frames.
func (c *cues) addCoded(found []textCue, times [][2]anyTime) {
	most := 0
	for _, at := range times {
		most = max(most, at[0].frames, at[1].frames)
	}
	rate := codeRate(most)
	var before transcript.Interval
	for i := range found {
		var at [2]float64
		for k, t := range times[i] {
			at[k] = t.seconds + float64(t.frames)/rate
		}
		c.f.checkTime(found[i].block.from, at[0], at[1], &before)
		found[i].time = interval(at[0], at[1], true)
	}
	c.addAll(found)
}

// readSpruce reads the text form of STL, of Spruce and DVD Studio Pro: a subtitle a line. Lines that start
// with $ or // are about how they look, and so are ^B, ^I and ^U.
func readSpruce(f *File) error {
	c := newCues(f)
	c.tagAt = spruceTag
	var found []textCue
	var times [][2]anyTime
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if line == "" || line[0] == '$' || strings.HasPrefix(line, "//") {
			continue
		}
		at, text, ok := spruceLine(line)
		if !ok {
			return f.errorLine(l.from, "a line is two times and a text, such as 00:00:01:05,00:00:02:12,Yes")
		}
		for text < len(line) && (line[text] == ' ' || line[text] == '\t') {
			text++
		}
		times = append(times, at)
		found = append(found, textCue{cue{block: l.span}, barredLines(f.text, span{l.from + text, max(l.from+text, l.end)})})
	}
	c.addCoded(found, times)
	f.finish = c.dropBroken
	return nil
}

func spruceTag(s string) (string, int) {
	if len(s) > 1 && s[0] == '^' && strings.IndexByte("BIUbiu", s[1]) >= 0 {
		return "^", 2
	}
	return "", 0
}
