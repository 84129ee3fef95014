package formats

import (
	"fmt"
	"math"
	"strings"
)

func sniffMPL2(text string) bool {
	head := headLines(text, 2)
	for _, line := range head {
		if _, ok := frameStamps(line, '[', ']'); !ok {
			return false
		}
	}
	return len(head) > 0
}

// readMPL2 reads MPL2: a subtitle a line, timed in tenths of a second. A slash at the start of a line makes
// it italic.
func readMPL2(f *File) error {
	c := newCues(f)
	c.tagAt = noTag
	var found []textCue
	var stamps []microDVDLine
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if line == "" {
			continue
		}
		x, ok := frameStamps(line, '[', ']')
		if !ok {
			return f.errorLine(l.from, "a line starts with the times of a subtitle in tenths of a second, such as [10][35]")
		}
		at := l.from + x.text
		q := textCue{cue: cue{block: l.span}}
		for _, part := range barredLines(f.text, span{at, max(at, l.end)}) {
			for part.from < part.end && (f.text[part.from] == ' ' || f.text[part.from] == '/') {
				part.from++
			}
			q.text = append(q.text, part)
		}
		stamps = append(stamps, x)
		found = append(found, q)
	}
	c.timeOpen(found, stamps, 10)
	c.addAll(found)
	f.finish = c.dropBroken
	return nil
}

func writeMPL2(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	tenths := func(seconds float64) int64 { return int64(math.Round(max(seconds, 0) * 10)) }
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		lines := c.named(asIs)
		for k, line := range lines {
			if strings.HasPrefix(line, "/") {
				lines[k] = string(joiner) + line
			}
		}
		fmt.Fprintf(b, "[%d][%d]%s\n", tenths(c.time.Start), tenths(c.time.End), inBarred(lines))
	}
	return nil
}
