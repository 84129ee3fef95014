package formats

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// readText reads plain text. A line is a turn, and the text its own document, unless
// somebody goes on in a later line with what he said before another speaker said
// a backchannel: then turns are put together as in other formats. So is text with tags
// and character references, which are to stay what they are.
func readText(f *File) (err error) {
	if err := CheckUTF8(f.text, f.Name); err != nil {
		return err
	}
	f.warnOfCodes()
	if hasMarkup(f.text) {
		return readMarkedText(f)
	}
	if f.Document, err = transcript.ParseText(f.text, f.Name); err != nil {
		return err
	}
	d := f.Document
	v := &view{}
	var rows []saidRow
	last := make(map[string]int) // turn of each speaker
	interrupted := false
	for t := range d.Turns {
		turn := &d.Turns[t]
		before, spoke := last[turn.Speaker]
		resumes := turn.Speaker != "" && spoke && before+1 < t
		last[turn.Speaker] = t
		interrupted = interrupted || resumes
		for i := turn.FirstLine; i < len(d.Lines) && d.Lines[i].Words.Start < turn.Words.End; i++ {
			l := &d.Lines[i]
			if l.Words.Len() == 0 {
				continue
			}
			u := transcript.Utterance{Speaker: turn.Speaker, Break: i == turn.FirstLine && !resumes, Pieces: []transcript.Piece{{}}}
			x := plainField(f.text, span{l.Text, l.End})
			rows = append(rows, saidRow{row{textLine{span{l.Bytes.Start, l.Bytes.End}, l.End}, v.add(u, []*field{x}), -1}, i, l.Text})
		}
	}
	if !interrupted {
		return nil
	}
	doc := transcript.Build(f.Name, v.utterances)
	if len(doc.Turns) == len(d.Turns) {
		return nil // nobody goes on
	}
	v.setDocument(doc)
	f.views = []*view{v}
	f.Document = doc
	f.finish = func(o *outcome) { o.dropRows(v, o.joinRows(v, d, rows)) }
	return nil
}

// saidRow is a row of plain text that somebody says.
type saidRow struct {
	row
	line int // in the document of the text
	text int // where its text starts, after the label
}

// joinRows puts what a speaker says around lines of mere listening that are removed in one line, and returns the other rows. d is
// the document of the text.
func (o *outcome) joinRows(v *view, d *transcript.Document, rows []saidRow) []row {
	line := make(map[int]int, len(rows))
	for l := range o.f.Document.Lines {
		line[o.f.Document.Lines[l].Utterance] = l
	}
	isMeta := func(l transcript.Line) bool { return l.Meta }
	var rest []row
	last := -1 // the last row that is left
	for i := range rows {
		own := &rows[i]
		if o.said.ListensOnly(line[own.utterance]) {
			continue
		}
		if last+1 < i && last >= 0 && v.utterances[own.utterance].Speaker != "" && v.utterances[rows[last].utterance].Speaker == v.utterances[own.utterance].Speaker &&
			!o.utteranceRemoved(v, rows[last].utterance) && !o.utteranceRemoved(v, own.utterance) && !slices.ContainsFunc(d.Lines[rows[last].line+1:own.line], isMeta) {
			o.replace(span{rows[last].end, own.text}, " ")
		} else {
			for k := last + 1; k < i; k++ {
				rest = append(rest, rows[k].row)
			}
		}
		rest = append(rest, own.row)
		last = i
	}
	for k := last + 1; k < len(rows); k++ {
		rest = append(rest, rows[k].row)
	}
	return rest
}

// longParagraph is the number of words after which text without speakers gets a line
// of its own at the end of a sentence.
const longParagraph = 60

// blankLine is what is between two paragraphs of a turn.
const blankLine = "\n\n"

// writeText writes a line a turn, with the speaker's name, or, of a turn that has several
// paragraphs, a line for each of them.
func writeText(b *strings.Builder, t *Transcript) error {
	for _, l := range t.labelledLines() {
		if l.gap {
			b.WriteByte('\n')
		}
		text := escapeLoose(l.text)
		if l.head == "" {
			text = unlabelled(text)
		}
		b.WriteString(l.head + text + "\n")
	}
	return nil
}
