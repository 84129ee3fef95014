package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// sniffCTM reports whether the first lines are those of a CTM file.
func sniffCTM(text string) bool {
	rows := 0
	for _, line := range headLines(text, 12) {
		if strings.HasPrefix(line, ";;") {
			continue
		}
		c := strings.Fields(line)
		if len(c) < 5 || len(c) > 8 || !isNumber(c[2]) || !isNumber(c[3]) || isNumber(c[4]) && len(c) > 5 && !isNumber(c[5]) {
			return false
		}
		rows++
	}
	return rows > 0
}

// readCTM reads NIST CTM: a word a line, with file, channel, start and duration, and
// maybe a confidence, a type and a speaker.
func readCTM(f *File) error {
	v := f.newView()
	var rows []row
	var u transcript.Utterance
	var fields []*field
	var open []int
	end := func() {
		if len(fields) > 0 {
			n := v.add(u, fields)
			for _, i := range open {
				rows[i].utterance = n
			}
		}
		u, fields, open = transcript.Utterance{}, nil, nil
	}
	var before transcript.Interval
	recording := ""
	for _, l := range f.rows() {
		c := f.cells(l)
		if len(c) < 5 {
			return f.errorLine(l.from, "a line of CTM has a file, a channel, a start, a duration and a word: this has %d of them", len(c))
		}
		if len(c) > 8 {
			return f.errorAt(c[8].from, "a line of CTM has at most 8 fields")
		}
		start, ok := parseSeconds(f.cell(c[2]))
		if !ok {
			return f.errorAt(c[2].from, "%q is no start in seconds", f.cell(c[2]))
		}
		duration, ok := parseSeconds(f.cell(c[3]))
		if !ok {
			return f.errorAt(c[3].from, "%q is no duration in seconds", f.cell(c[3]))
		}
		name := f.cell(c[0]) + " " + f.cell(c[1])
		if name != recording {
			before = transcript.Interval{}
		}
		f.checkTime(l.from, start, start+duration, &before)
		speaker := f.cell(c[0]) + "-" + f.cell(c[1])
		if len(c) == 8 && f.cell(c[7]) != "unknown" && f.cell(c[7]) != "NA" {
			speaker = f.cell(c[7])
		}
		time := interval(start, start+duration, duration >= 0)
		if n := len(u.Pieces); n > 0 && (speaker != u.Speaker || name != recording || time.Known && start-u.Time.End > wordPause) {
			end()
		}
		word := f.cell(c[4])
		if strings.HasPrefix(word, "<") || len(c) > 6 && f.cell(c[6]) == "non-lex" {
			continue // <ALT_BEGIN>, <s>, a noise: no word
		}
		if len(fields) == 0 {
			u.Speaker, u.Time, u.Break = speaker, time, name != recording
		} else {
			u.Pieces, fields = append(u.Pieces, transcript.Piece{Text: " "}), append(fields, nil)
		}
		recording = name
		if time.Known {
			u.Time.End = max(u.Time.End, time.End)
		}
		confidence := 0.0
		if len(c) > 5 {
			if p, ok := parseNumber(f.cell(c[5])); ok && p > 0 && p <= 1 {
				confidence = p
			}
		}
		open = append(open, len(rows))
		rows = append(rows, row{l, 0, len(u.Pieces)})
		u.Pieces = append(u.Pieces, transcript.Piece{Time: time, Confidence: confidence})
		fields = append(fields, plainField(f.text, c[4]))
	}
	end()
	f.finish = func(o *outcome) { o.dropRows(v, rows) }
	return nil
}

func writeCTM(b *strings.Builder, t *Transcript) error {
	name := t.recording()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		for _, w := range u.spoken() {
			fmt.Fprintf(b, "%s %s %.3f %.3f %s", name, token(u.Speaker, "1"), w.Time.Start, w.Time.End-w.Time.Start, w.Core)
			if w.Confidence > 0 {
				fmt.Fprintf(b, " %.4g", w.Confidence)
			}
			b.WriteByte('\n')
		}
	}
	return nil
}
