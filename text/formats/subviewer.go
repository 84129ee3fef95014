package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// subViewerBreak stands between the lines of a subtitle of SubViewer.
const subViewerBreak = "[br]"

// subViewerTiming reads "00:00:01.00,00:00:02.50".
func subViewerTiming(line string) (from, to float64, ok bool) {
	a, b, found := strings.Cut(line, ",")
	if !found {
		return 0, 0, false
	}
	for _, s := range [...]string{a, b} {
		if whole, fraction, _ := strings.Cut(s, "."); len(whole) < len("00:00:00") || len(fraction) != 2 {
			return 0, 0, false
		}
	}
	from, ok = parseClock(a, ".")
	if ok {
		to, ok = parseClock(b, ".")
	}
	return from, to, ok
}

func isSubViewerTiming(line string) bool {
	_, _, ok := subViewerTiming(line)
	return ok
}

func sniffSubViewer(text string) bool {
	head := headLines(text, 1)
	return len(head) == 1 && (strings.EqualFold(head[0], "[INFORMATION]") || isSubViewerTiming(head[0]))
}

// readSubViewer reads SubViewer 2: a head of lines in brackets, and subtitles of times, a line of text, and
// an empty line.
func readSubViewer(f *File) error {
	c := newCues(f)
	c.tagAt = htmlTag
	var before transcript.Interval
	var found []textCue
	lines := f.lines()
	text := func(i int) string { return strings.TrimSpace(f.text[lines[i].from:lines[i].end]) }
	first := slices.IndexFunc(lines, func(l textLine) bool { return isSubViewerTiming(strings.TrimSpace(f.text[l.from:l.end])) })
	if first < 0 {
		first = len(lines)
	}
	for i := range lines[:first] {
		if s := text(i); s != "" && !strings.HasPrefix(s, "[") {
			return f.errorLine(lines[i].from, "neither the head of SubViewer, which is in brackets, nor the times of a subtitle, such as 00:00:01.00,00:00:02.50")
		}
	}
	for i := first; i < len(lines); {
		from, to, _ := subViewerTiming(text(i))
		if i+1 == len(lines) && lines[i].to == lines[i].end {
			return f.errorLine(lines[i].from, "the file ends within a cue's times: it is cut off")
		}
		f.checkTime(lines[i].from, from, to, &before)
		q := textCue{cue: cue{block: span{lines[i].from, len(f.text)}, time: interval(from, to, true)}}
		// An empty line in a text is part of it where no times follow.
		full := 0
		for i++; i < len(lines) && !isSubViewerTiming(text(i)); i++ {
			if text(i) == "" {
				q.text = append(q.text, lines[i])
				continue
			}
			q.text = append(q.text, cutLines(f.text, span{lines[i].from, lines[i].end}, subViewerBreak)...)
			q.text[len(q.text)-1].to = lines[i].to
			full = len(q.text)
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

func writeSubViewer(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	b.WriteString("[INFORMATION]\n[TITLE]\n[AUTHOR]\n[SOURCE]\n[FILEPATH]\n[DELAY]0\n[COMMENT]\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]no,[SIZE]18,[FONT]Arial\n")
	cues := t.writtenCues()
	for i := range cues {
		c := &cues[i]
		lines := c.named(func(s string) string {
			return strings.ReplaceAll(s, subViewerBreak, "["+string(joiner)+subViewerBreak[1:])
		})
		fmt.Fprintf(b, "%s,%s\n%s\n\n", subViewerClock(c.time.Start), subViewerClock(c.time.End), strings.Join(lines, subViewerBreak))
	}
	return nil
}

// subViewerClock writes seconds as "01:02:03.45".
func subViewerClock(seconds float64) string {
	cs := int64(math.Round(max(seconds, 0) * 100))
	return fmt.Sprintf("%02d:%02d:%02d.%02d", cs/360000, cs/6000%60, cs/100%60, cs%100)
}
