package formats

import (
	"github.com/tidytalk/tidytalk/text/transcript"
)

// checkFollows refuses a file whose maps are not about the same words: what is in no word of the
// first view would be left as it is.
func (f *File) checkFollows() error {
	for i, v := range f.views {
		if i == 0 || v.repeats != nil || v.to == nil {
			continue
		}
		doc := v.document(f)
		others, words := 0, 0
		for l := range doc.Lines {
			line := &doc.Lines[l]
			own, at := 0, -1
			for w := line.Words.Start; w < line.Words.End; w++ {
				t := doc.Words[w].Tokens
				if t.Len() == 0 {
					continue
				}
				if own++; v.to[t.Start] < 0 {
					others++
				} else {
					at = w
				}
			}
			if words += own; own >= anchor && at < 0 {
				return f.notFollowing(doc, line.Words.Start, i)
			}
		}
		if len(doc.Words) > 0 && others*5 > words {
			return f.notFollowing(doc, 0, i)
		}
	}
	return nil
}

func (f *File) notFollowing(doc *transcript.Document, word, view int) error {
	p := doc.Pieces[0]
	for _, x := range doc.Pieces {
		if x.Bytes.Start > doc.Words[word].Core.Start {
			break
		}
		p = x
	}
	field, _ := f.views[view].field(p.Utterance, p.Piece)
	return f.errorLine(field.raw.from, "mapping %d of the map leads to what the first one does not say: the others are for copies of it", view+1)
}
