package formats

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// rows returns the lines that are neither empty nor comments.
func (f *File) rows() []textLine {
	return slices.DeleteFunc(f.lines(), func(l textLine) bool {
		return l.from == l.end || strings.HasPrefix(f.text[l.from:], ";;")
	})
}

// cells cuts a line at its blanks.
func (f *File) cells(l textLine) []span {
	var out []span
	for at := l.from; at < l.end; {
		for at < l.end && (f.text[at] == ' ' || f.text[at] == '\t') {
			at++
		}
		from := at
		for at < l.end && f.text[at] != ' ' && f.text[at] != '\t' {
			at++
		}
		if at > from {
			out = append(out, span{from, at})
		}
	}
	return out
}

func (f *File) cell(c span) string { return f.text[c.from:c.to] }

// row is a line that holds an utterance, or a piece of one, and goes with it.
type row struct {
	textLine
	utterance, piece int // piece < 0: all of the utterance
}

// dropRows takes out the lines whose words go.
func (o *outcome) dropRows(v *view, rows []row) {
	for _, r := range rows {
		if r.piece < 0 && !o.keepEmpty && o.utteranceGone(v, r.utterance) || r.piece >= 0 && o.pieces[v.number][r.utterance][r.piece].gone {
			o.remove(r.span)
		}
	}
}

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

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.Trim(s, "0123456789.-+eE") == ""
}

// parseSeconds reads a time in seconds.
func parseSeconds(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && isNumber(s)
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
			if p, err := strconv.ParseFloat(f.cell(c[5]), 64); err == nil && p > 0 && p <= 1 {
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

// sniffSTM reports whether the first lines are those of an STM file.
func sniffSTM(text string) bool {
	rows := 0
	for _, line := range headLines(text, 12) {
		if strings.HasPrefix(line, ";;") {
			continue
		}
		c := strings.Fields(line)
		if len(c) < 5 || !isNumber(c[3]) || !isNumber(c[4]) {
			return false
		}
		rows++
	}
	return rows > 0
}

// readSTM reads NIST STM: an utterance a line, with file, channel, speaker, start and
// end, and maybe a label in angle brackets.
func readSTM(f *File) error {
	v := f.newView()
	var rows []row
	var before transcript.Interval
	recording := ""
	for _, l := range f.rows() {
		c := f.cells(l)
		if len(c) < 5 {
			return f.errorLine(l.from, "a line of STM has a file, a channel, a speaker, a start, an end and words: this has %d of them", len(c))
		}
		var at [2]float64
		for i := range at {
			s, ok := parseSeconds(f.cell(c[3+i]))
			if !ok {
				return f.errorAt(c[3+i].from, "%q is no time in seconds", f.cell(c[3+i]))
			}
			at[i] = s
		}
		name := f.cell(c[0]) + " " + f.cell(c[1])
		if name != recording {
			before = transcript.Interval{}
		}
		f.checkTime(l.from, at[0], at[1], &before)
		words := c[5:]
		if len(words) > 0 && strings.HasPrefix(f.cell(words[0]), "<") && strings.HasSuffix(f.cell(words[0]), ">") {
			words = words[1:]
		}
		if len(words) == 0 || f.cell(words[0]) == "IGNORE_TIME_SEGMENT_IN_SCORING" || f.cell(words[0]) == "ignore_time_segment_in_scoring" {
			continue
		}
		u := transcript.Utterance{Speaker: f.cell(c[2]), Time: interval(at[0], at[1], true), Break: name != recording, Pieces: []transcript.Piece{{}}}
		recording = name
		rows = append(rows, row{l, v.add(u, []*field{plainField(f.text, span{words[0].from, l.end})}), -1})
	}
	f.finish = func(o *outcome) { o.dropRows(v, rows) }
	return nil
}
