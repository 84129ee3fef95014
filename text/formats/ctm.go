package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffCTM reports whether the first lines are those of a CTM file.
func sniffCTM(text string) bool {
	var rows timedRows
	for _, line := range headLines(text, 12) {
		if strings.HasPrefix(line, ";;") {
			continue
		}
		c := strings.Fields(line)
		if len(c) == 5 && c[2] == "*" && strings.HasPrefix(c[4], "<ALT") {
			rows.add()
			continue
		}
		if len(c) < 5 || len(c) > 8 || !isNumber(c[2]) || !isNumber(c[3]) || isNumber(c[4]) && len(c) > 5 && !isNumber(c[5]) {
			return false
		}
		rows.add(c[2], c[3])
	}
	return rows.are()
}

// readCTM reads NIST CTM: a word a line, with file, channel, start and duration, and
// maybe a confidence, a type and a speaker. Lines between <ALT_BEGIN> and <ALT_END> are
// alternatives, cut by <ALT>: they are one word, as alternation has it.
func readCTM(f *File) error {
	c := ctmReader{f: f, v: f.newView(), pieces: strings.Contains(f.text, " "+wordStart) || strings.Contains(f.text, "\t"+wordStart)}
	var alternatives alternation // of the one that is open
	var unit ctmWord
	for _, l := range f.rows() {
		switch sign := f.alternationSign(l); {
		case sign == "<ALT_BEGIN>" && alternatives == nil:
			alternatives, unit = alternation{nil}, ctmWord{line: l}
		case sign == "<ALT_BEGIN>":
			return f.errorLine(l.from, "an <ALT_BEGIN> within an alternation that has no <ALT_END>")
		case sign != "" && alternatives == nil:
			return f.errorLine(l.from, "an %s without an <ALT_BEGIN> before it", sign)
		case sign == "<ALT>":
			alternatives = append(alternatives, nil)
		case sign == "<ALT_END>":
			unit.line.to, unit.line.end = l.to, l.end
			unit.field, unit.piece = alternatives.field(span{unit.line.from, l.end})
			unit.piece.Time = unit.time
			if alternatives = nil; unit.field != nil {
				c.add(&unit)
			}
		default:
			w, err := c.read(l, alternatives == nil)
			switch {
			case err != nil:
				return err
			case w.field == nil:
			case alternatives == nil:
				c.add(w)
			default:
				last := len(alternatives) - 1
				alternatives[last] = append(alternatives[last], w.field.text)
				unit.source, unit.speaker, unit.time = w.source, w.speaker, joinTimes(unit.time, w.time)
			}
		}
	}
	if alternatives != nil {
		return f.errorLine(unit.line.from, "an <ALT_BEGIN> without an <ALT_END>: the file is cut off")
	}
	c.end()
	f.finish = func(o *outcome) {
		o.dropRows(c.v, c.rows)
		c.extend(o)
	}
	return nil
}

// alternationSign returns the sign of an alternation in a line, "" if there is none.
func (f *File) alternationSign(l textLine) string {
	c := f.cells(l)
	if len(c) < 5 {
		return ""
	}
	switch sign := f.cell(c[4]); sign {
	case "<ALT_BEGIN>", "<ALT>", "<ALT_END>":
		return sign
	}
	return ""
}

// joinTimes returns the time of two words.
func joinTimes(a, b transcript.Interval) transcript.Interval {
	switch {
	case !a.Known:
		return b
	case b.Known:
		a.Start, a.End = min(a.Start, b.Start), max(a.End, b.End)
	}
	return a
}

// ctmReader puts the words of a CTM together to utterances.
type ctmReader struct {
	f      *File
	pieces bool // lines are pieces of words, of which the first has wordStart
	v      *view
	rows   []row
	u      transcript.Utterance // that is being made
	fields []*field
	open   []int // rows of u

	before transcript.Interval
	source source // of the last line
	said   source // of the last word
	known  sources
	begun  bool                // a word has begun, with nothing of it in the line
	last   transcript.Interval // from the start of the last word of u to the end of all
}

// source is where CTM and STM have words from: a channel of a recording.
type source struct{ recording, channel string }

// sources numbers recordings and their channels, in the order in which they come.
type sources struct{ recordings, channels map[string]int32 }

// number returns the numbers of a source.
func (s *sources) number(x source) (recording, channel int32) {
	if s.recordings == nil {
		s.recordings, s.channels = make(map[string]int32), make(map[string]int32)
	}
	of := func(numbers map[string]int32, name string) int32 {
		n, ok := numbers[name]
		if !ok {
			n = int32(len(numbers))
			numbers[name] = n
		}
		return n
	}
	return of(s.recordings, x.recording), of(s.channels, x.channel)
}

// ctmWord is a line, or the lines of an alternation. One without a field is no word.
type ctmWord struct {
	line    textLine
	source  source
	speaker string
	time    transcript.Interval
	field   *field
	piece   transcript.Piece
	begins  bool // it is a piece, the first one of a word
	goesOn  bool // it is a piece that belongs to the word before
}

// read reads a line. ordered says that it is to start after the one before.
func (c *ctmReader) read(l textLine, ordered bool) (*ctmWord, error) {
	f := c.f
	cells := f.cells(l)
	if len(cells) < 5 {
		return nil, f.errorLine(l.from, "a line of CTM has a file, a channel, a start, a duration and a word: this has %d of them", len(cells))
	}
	if len(cells) > 8 {
		return nil, f.errorAt(cells[8].from, "a line of CTM has at most 8 fields")
	}
	start, ok := parseSeconds(f.cell(cells[2]))
	if !ok {
		return nil, f.errorAt(cells[2].from, "%q is no start in seconds", f.cell(cells[2]))
	}
	duration, ok := parseSeconds(f.cell(cells[3]))
	if !ok {
		return nil, f.errorAt(cells[3].from, "%q is no duration in seconds", f.cell(cells[3]))
	}
	w := &ctmWord{line: l, source: source{f.cell(cells[0]), f.cell(cells[1])}}
	if f.turns == nil {
		w.speaker = w.source.recording + "-" + w.source.channel
	}
	if w.source != c.source || !ordered {
		c.before = transcript.Interval{}
	}
	c.source = w.source
	f.checkTime(l.from, start, start+duration, &c.before)
	if len(cells) == 8 && f.cell(cells[7]) != "unknown" && f.cell(cells[7]) != "NA" {
		w.speaker = f.cell(cells[7])
	}
	w.time = interval(start, start+duration, duration >= 0)
	w.piece.Time = w.time
	if len(cells) > 5 {
		if p, ok := parseNumber(f.cell(cells[5])); ok && p > 0 && p <= 1 {
			w.piece.Confidence = p
		}
	}
	if strings.HasPrefix(f.cell(cells[4]), "<") || len(cells) > 6 && f.cell(cells[6]) == "non-lex" {
		c.pause(w)
		return w, nil // <s>, a noise: no word
	}
	c.setField(w, cells[4])
	return w, nil
}

// NeMo writes words, or what several words are said as, with signs of their own.
const (
	wordStart = "▁"       // in front of the first piece of a word
	wordBlank = "<space>" // between the words of a line
)

// setField sets what is said in a line.
func (c *ctmReader) setField(w *ctmWord, said span) {
	text := c.f.text[said.from:said.to]
	if c.pieces && strings.HasPrefix(text, wordStart) {
		said.from += len(wordStart)
		w.begins = true
	}
	if w.goesOn = c.pieces && !w.begins; said.from == said.to {
		c.begun = true
		return
	}
	if c.begun {
		w.goesOn, c.begun = false, false
	}
	if !strings.Contains(text, wordBlank) {
		w.field = plainField(c.f.text, said)
		return
	}
	w.field = decodedField(c.f.text, said, func(s string) (string, int) {
		if strings.HasPrefix(s, wordBlank) {
			return " ", len(wordBlank)
		}
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], n
	}, func(s string) string { return strings.ReplaceAll(s, " ", wordBlank) })
}

// pause ends the utterance where a word, or what is none, cannot belong to it.
func (c *ctmReader) pause(w *ctmWord) {
	if len(c.u.Pieces) > 0 && (w.speaker != c.u.Speaker || w.source != c.said || parted(c.last, w.time)) {
		c.end()
	}
}

// add adds a word.
func (c *ctmReader) add(w *ctmWord) {
	c.pause(w)
	if len(c.fields) == 0 {
		c.u.Speaker, c.u.Time = w.speaker, w.time
		c.u.Recording, c.u.Channel = c.known.number(w.source)
	} else if !w.goesOn {
		c.u.Pieces, c.fields = append(c.u.Pieces, transcript.Piece{Text: " "}), append(c.fields, nil)
	}
	c.said = w.source
	if w.time.Known {
		c.u.Time.End = max(c.u.Time.End, w.time.End)
		c.last = transcript.Interval{Start: w.time.Start, End: c.u.Time.End, Known: true}
	}
	c.open = append(c.open, len(c.rows))
	c.rows = append(c.rows, row{w.line, 0, len(c.u.Pieces)})
	c.u.Pieces = append(c.u.Pieces, w.piece)
	c.fields = append(c.fields, w.field)
}

// end ends the utterance, if there is one.
func (c *ctmReader) end() {
	if len(c.fields) > 0 {
		n := c.v.add(c.u, c.fields)
		for _, i := range c.open {
			c.rows[i].utterance = n
		}
	}
	c.u, c.fields, c.open, c.last = transcript.Utterance{}, nil, nil, transcript.Interval{}
}

// extend lets a number in digits last until the last of its words ends.
func (c *ctmReader) extend(o *outcome) {
	rows := make(map[[2]int]textLine, len(c.rows))
	merged := o.merged[c.v.number]
	if len(merged) == 0 {
		return
	}
	for _, r := range c.rows {
		rows[[2]int{r.utterance, r.piece}] = r.textLine
	}
	for i, m := range merged {
		if i+1 < len(merged) && merged[i+1].utterance == m.utterance && merged[i+1].into == m.into {
			continue
		}
		first, last := c.f.cells(rows[[2]int{m.utterance, m.into}]), c.f.cells(rows[[2]int{m.utterance, m.piece}])
		if len(first) < 5 || len(last) < 5 {
			continue
		}
		start, _ := parseSeconds(c.f.cell(first[2]))
		from, _ := parseSeconds(c.f.cell(last[2]))
		duration, _ := parseSeconds(c.f.cell(last[3]))
		if duration = from + duration - start; duration >= 0 {
			digits := 0
			for _, s := range []span{first[2], first[3], last[2], last[3]} {
				_, after, _ := strings.Cut(c.f.cell(s), ".")
				digits = max(digits, len(after))
			}
			o.replace(first[3], strconv.FormatFloat(duration, 'f', digits, 64))
		}
	}
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
