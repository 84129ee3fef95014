package formats

import "strings"

// The lines around the subtitles of Avid's caption plugin (SubCap).
const avidBegin, avidEnd = "<begin subtitles>", "<end subtitles>"

// avidTimes reads "00:00:01:00 00:00:03:12".
func avidTimes(line string) (times [2]anyTime, ok bool) {
	codes := strings.Fields(line)
	if len(codes) != 2 {
		return times, false
	}
	for i, code := range codes {
		x := &times[i]
		if x.seconds, x.frames, ok = parseTimeCode(code); !ok || x.frames < 0 || len(code) != len("00:00:01:05") {
			return times, false
		}
	}
	return times, true
}

func sniffAvid(text string) bool {
	for _, line := range headLines(text, 40) {
		if strings.EqualFold(strings.TrimSpace(line), avidBegin) {
			return true
		}
	}
	return false
}

// readAvid reads the subtitles of Avid: between two lines that say so, two times with frames, lines of text, and an empty line.
// Lines that start with @ are notes.
func readAvid(f *File) error {
	c := newCues(f)
	c.tagAt = noTag
	var found []textCue
	var times [][2]anyTime
	inside := false
	lines := f.lines()
	line := func(i int) string { return strings.TrimSpace(f.text[lines[i].from:lines[i].end]) }
	for i := 0; i < len(lines); i++ {
		switch text := line(i); {
		case strings.EqualFold(text, avidBegin):
			inside = true
			continue
		case strings.EqualFold(text, avidEnd):
			inside = false
			continue
		case !inside, text == "", text[0] == '@':
			continue
		}
		at, ok := avidTimes(line(i))
		if !ok {
			return f.errorLine(lines[i].from, "a subtitle of Avid starts with two times, such as 00:00:01:05 00:00:02:12")
		}
		q := textCue{cue: cue{block: span{lines[i].from, lines[i].to}}}
		for ; i+1 < len(lines) && line(i+1) != "" && !strings.EqualFold(line(i+1), avidEnd); i++ {
			q.text = append(q.text, lines[i+1])
			q.block.to = lines[i+1].to
		}
		for ; i+1 < len(lines) && line(i+1) == ""; i++ {
			q.block.to = lines[i+1].to
		}
		found, times = append(found, q), append(times, at)
	}
	if len(found) == 0 && !sniffAvid(f.text) {
		return f.errorLine(0, "these are no subtitles of Avid: there is no line %q", avidBegin)
	}
	c.addCoded(found, times)
	f.finish = c.drop
	return nil
}
