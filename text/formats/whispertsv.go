package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// tsvColumns are the places of what is read of a line, by the names in the first one; speaker is -1 where
// there is none.
type tsvColumns struct{ start, end, speaker, text int }

// tsvHead reads the first line of the TSV of Whisper: start, end, text, and what programs that go on from
// there have between.
func tsvHead(line string) (c tsvColumns, ok bool) {
	names := strings.Split(strings.ToLower(strings.TrimSpace(line)), "\t")
	find := func(name string) int { return slices.Index(names, name) }
	c = tsvColumns{find("start"), find("end"), find("speaker"), find("text")}
	return c, c.start >= 0 && c.end >= 0 && c.text == len(names)-1
}

func sniffWhisperTSV(text string) bool {
	head := headLines(text, 20)
	if len(head) == 0 {
		return false
	}
	_, ok := tsvHead(head[0])
	_, speech := areLabels(head)
	return ok || speech
}

// areLabels reports whether lines are labels of Audacity: a start and an end in seconds, and a text; and whether they are
// speech: those of sounds look the same, but for that they are no sentences.
func areLabels(lines []string) (are, speech bool) {
	labels, sentences := 0, 0
	for _, line := range lines {
		if strings.HasPrefix(line, labelFrequencies) {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) < 2 || len(cells) > 3 {
			return false, false
		}
		for _, c := range cells[:2] {
			if _, ok := parseNumber(c); !ok || !strings.Contains(c, ".") {
				return false, false
			}
		}
		if labels++; strings.Contains(strings.TrimSpace(cells[len(cells)-1]), " ") {
			sentences++
		}
	}
	return labels > 0, 3*sentences >= labels && labels > 0
}

// readWhisperTSV reads what Whisper and its kin write as TSV: a segment a line, with times in
// milliseconds, or in seconds where one has a point; and the labels of Audacity, which have no line with names.
func readWhisperTSV(f *File) error {
	c := newCues(f)
	c.tagAt = noTag
	lines := f.lines()
	if len(lines) == 0 {
		return nil
	}
	columns, ok := tsvHead(f.text[lines[0].from:lines[0].end])
	rows := lines[1:]
	labels, _ := areLabels(headLines(strings.TrimPrefix(f.text, "\ufeff"), 20))
	if labels {
		columns, rows, ok = tsvColumns{0, 1, -1, 2}, lines, true
	}
	if !ok {
		return f.errorLine(0, "this is no TSV of Whisper: its first line is not start, end and text, with tabs between. Name the format of another table, such as %s", CSV)
	}
	scale := 1e-3
	if slices.ContainsFunc(rows, func(l textLine) bool {
		start, _, _ := strings.Cut(f.text[l.from:l.end], "\t")
		return strings.Contains(start, ".")
	}) {
		scale = 1
	}
	var before transcript.Interval
	var found []textCue
	for _, l := range rows {
		if strings.HasPrefix(f.text[l.from:l.end], labelFrequencies) && len(found) > 0 {
			found[len(found)-1].block.to = l.to
			continue
		}
		if l.end == l.from {
			continue
		}
		q, times, err := f.tsvRow(l, columns, labels, scale)
		if err != nil {
			return err
		}
		f.checkTime(l.from, times[0], times[1], &before)
		found = append(found, q)
	}
	c.addAll(found)
	f.finish = c.drop
	return nil
}

// labelFrequencies is what a line starts with that says which frequencies the label before it is about.
const labelFrequencies = "\\\t"

// tsvRow reads a line. Labels may be without a text.
func (f *File) tsvRow(l textLine, columns tsvColumns, labels bool, scale float64) (q textCue, times [2]float64, err error) {
	q.block = l.span
	at := l.from
	for i := 0; i < columns.text; i++ {
		n := strings.IndexByte(f.text[at:l.to], '\t')
		last := n < 0 && labels && i == columns.end
		if last {
			n = l.end - at
		}
		if n < 0 {
			return q, times, f.errorLine(l.from, "a line has %d columns, and not %d: the file is cut off or damaged here", i+1, columns.text+1)
		}
		cell := strings.TrimSpace(f.text[at : at+n])
		switch i {
		case columns.start, columns.end:
			seconds, ok := parseNumber(cell)
			if !ok {
				return q, times, f.errorAt(at, "%q is no time in milliseconds, or in seconds", cell)
			}
			if i == columns.start {
				times[0] = seconds * scale
			} else {
				times[1] = seconds * scale
			}
		case columns.speaker:
			q.speaker = cell
		}
		if at += n; !last {
			at++
		}
	}
	q.time = interval(times[0], times[1], true)
	q.text = []textLine{{span{at, max(at, l.end)}, max(at, l.end)}}
	return q, times, nil
}

// writeWhisperTSV writes a segment an utterance.
func writeWhisperTSV(b *strings.Builder, t *Transcript) error {
	t.nameSpeakers()
	b.WriteString("start\tend\ttext\n")
	for i := range t.Utterances {
		u := &t.Utterances[i]
		c := writtenCue{u.Speaker, u.Time, u.Words}
		for k := range c.words {
			c.words[k].StartsLine = false
		}
		fmt.Fprintf(b, "%d\t%d\t%s\n", wholeMillis(u.Time.Start), wholeMillis(u.Time.End), c.named(asIs)[0])
	}
	return nil
}

func wholeMillis(seconds float64) int64 { return int64(math.Round(max(seconds, 0) * 1000)) }
