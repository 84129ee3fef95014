package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffSBV reports whether text starts with the times of a cue of SBV.
func sniffSBV(text string) bool {
	head := headLines(text, 1)
	return len(head) == 1 && isSBVTiming(head[0])
}

func isSBVTiming(line string) bool {
	_, _, err := sbvTiming(line)
	return err == nil
}

// sbvTiming reads "0:00:01.000,0:00:02.500".
func sbvTiming(line string) (from, to float64, err error) {
	a, b, ok := strings.Cut(line, ",")
	if !ok {
		return 0, 0, fmt.Errorf("there is no comma between two times")
	}
	times := [2]float64{}
	for i, s := range []string{a, b} {
		if times[i], ok = parseClock(s, "."); !ok || strings.Count(s, ":") != 2 {
			return 0, 0, fmt.Errorf("%q is no time such as 0:00:01.000", s)
		}
	}
	return times[0], times[1], nil
}

// noTag is for formats without markup.
func noTag(string) (string, int) { return "", 0 }

// readSBV reads the subtitles of YouTube: cues of times, text, and an empty line.
func readSBV(f *File) error {
	c := newCues(f)
	c.tagAt = noTag
	var before transcript.Interval
	var found []textCue
	lines := f.lines()
	for i := 0; i < len(lines); {
		l := lines[i]
		if l.from == l.end {
			i++
			continue
		}
		from, to, err := sbvTiming(strings.TrimSpace(f.text[l.from:l.end]))
		if err != nil {
			return f.errorLine(l.from, "no times of a cue: %v", err)
		}
		if i+1 == len(lines) && l.to == l.end {
			return f.errorLine(l.from, "the file ends within a cue's times: it is cut off")
		}
		f.checkTime(l.from, from, to, &before)
		q := textCue{cue: cue{block: span{l.from, len(f.text)}, time: interval(from, to, true)}}
		// An empty line in a cue's text is part of it where no cue follows.
		full := 0
		for i++; i < len(lines) && !isSBVTiming(strings.TrimSpace(f.text[lines[i].from:lines[i].end])); i++ {
			if q.text = append(q.text, lines[i]); lines[i].end > lines[i].from {
				full = len(q.text)
			}
		}
		if q.text = q.text[:full]; i < len(lines) {
			q.block.to = lines[i].from
		}
		found = append(found, q)
	}
	c.addAll(found)
	f.finish = c.drop
	return nil
}

func writeSBV(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%s,%s\n%s\n\n", sbvClock(c.time.Start), sbvClock(c.time.End), strings.Join(c.named(asIs), "\n"))
	}
	return nil
}

// sbvClock writes seconds as "1:02:03.456".
func sbvClock(seconds float64) string { return strings.TrimPrefix(clock(seconds, "."), "0") }
