package formats

import (
	"github.com/tidytalk/tidytalk/transcript"
)

// readText reads plain text. A line is a turn, and the text its own document, unless
// somebody goes on in a later line with what he said before another speaker showed
// that he listens: then turns are put together as in other formats.
func readText(f *File) (err error) {
	if f.Document, err = transcript.ParseText(f.text, f.Name); err != nil {
		return err
	}
	d := f.Document
	v := &view{}
	var rows []row
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
			rows = append(rows, row{textLine{span{l.Bytes.Start, l.Bytes.End}, l.End}, v.add(u, []*field{x}), -1})
		}
	}
	if !interrupted {
		return nil
	}
	if v.doc = transcript.Build(f.Name, v.utterances); len(v.doc.Turns) == len(d.Turns) {
		return nil // nobody goes on
	}
	f.views = []*view{v}
	f.Document = v.doc
	f.finish = func(o *outcome) { o.dropRows(v, rows) }
	return nil
}
