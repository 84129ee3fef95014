package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffSTM reports whether the first lines are those of an STM file.
func sniffSTM(text string) bool {
	if isRTTM(text) {
		return false
	}
	var rows timedRows
	for _, line := range headLines(text, 12) {
		if strings.HasPrefix(line, ";;") {
			continue
		}
		c := strings.Fields(line)
		if len(c) < 5 || !isNumber(c[3]) || !isNumber(c[4]) {
			return false
		}
		rows.add(c[3], c[4])
	}
	return rows.are()
}

// readSTM reads NIST STM: an utterance a line, with file, channel, speaker, start and
// end, and maybe a label in angle brackets.
func readSTM(f *File) error {
	v := f.newView()
	var rows []row
	var before transcript.Interval
	var last source
	var known sources
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
		from := source{f.cell(c[0]), f.cell(c[1])}
		if from != last {
			before = transcript.Interval{}
		}
		last = from
		f.checkTime(l.from, at[0], at[1], &before)
		words := c[5:]
		if len(words) > 0 && strings.HasPrefix(f.cell(words[0]), "<") && strings.HasSuffix(f.cell(words[0]), ">") {
			words = words[1:]
		}
		if len(words) == 0 || strings.Contains(strings.ToLower(f.text[words[0].from:l.end]), "ignore_time_segment_in_scoring") {
			continue
		}
		u := transcript.Utterance{Speaker: f.cell(c[2]), Time: interval(at[0], at[1], true)}
		u.Recording, u.Channel = known.number(from)
		fields, err := f.stmWords(&u, words, l.end)
		if err != nil {
			return err
		}
		rows = append(rows, row{l, v.add(u, fields), -1})
	}
	f.finish = func(o *outcome) { o.dropRows(v, rows) }
	return nil
}

// stmWords returns the fields of the words of a line, of which alternations are their own,
// and adds their pieces to the utterance.
func (f *File) stmWords(u *transcript.Utterance, words []span, end int) ([]*field, error) {
	var fields []*field
	add := func(x *field, p transcript.Piece) {
		fields, u.Pieces = append(fields, x), append(u.Pieces, p)
	}
	from := words[0].from // of what is not in a field yet
	texts := make([]string, len(words))
	for i := range words {
		texts[i] = f.cell(words[i])
	}
	for i := 0; i < len(words); i++ {
		a, n := alternationAt(texts[i:])
		if n == 0 {
			if texts[i] == "{" {
				return nil, f.errorAt(words[i].from, "an alternation { a / b } without its }, which has blanks around it")
			}
			if t := texts[i]; strings.Count(t, "{") != strings.Count(t, "}") {
				return nil, f.errorAt(words[i].from, "the braces of an alternation { a / b } have blanks around them: %q", t)
			}
			continue
		}
		if s := (span{from, words[i].from}); s.to > s.from {
			add(plainField(f.text, s), transcript.Piece{})
		}
		from = words[i+n-1].to
		if x, p := a.field(span{words[i].from, from}); x != nil {
			add(x, p)
		}
		i += n - 1
	}
	if from < end || len(fields) == 0 {
		add(plainField(f.text, span{from, end}), transcript.Piece{})
	}
	return fields, nil
}

func writeSTM(b *strings.Builder, t *Transcript) error {
	name := t.recording()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var words []string
		for _, w := range u.spoken() {
			words = append(words, w.Core)
		}
		if len(words) > 0 {
			fmt.Fprintf(b, "%s 1 %s %.3f %.3f %s\n", name, token(u.Speaker, "unknown"), u.Time.Start, u.Time.End, inOneLine(words))
		}
	}
	return nil
}
