package document

import "github.com/tidytalk/tidytalk/text/transcript"

// keepPunctuation puts the punctuation of text that has some, as it is mended, in place of what was
// predicted.
func (w *work) keepPunctuation() {
	if !w.out.Restored {
		return
	}
	var edit *transcript.Edit
	for _, s := range w.out.Segments {
		if !w.doc.Turns[s.Turn].Punctuated {
			continue
		}
		if edit == nil {
			edit = w.doc.Edit(w.decisions, transcript.Rewriting{}.AsWritten())
		}
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			w.decisions[t].Punct = edit.Punct(t)
		}
	}
}
