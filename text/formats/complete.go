package formats

import "unicode"

// The words of a file are decided about where they are listed, and what becomes of them becomes of
// the texts that say the same. A list that lacks most of the words, as of a recogniser that has
// given up, tells nothing of the others.

// A view says more than the first one where it has this many times its letters, and so many more.
const (
	moreTimes   = 2
	moreLetters = 50
)

// checkComplete refuses a file of which the first view lacks most of what another one says.
func (f *File) checkComplete(v *view) error {
	if f.json == nil || v.bare || len(v.utterances) == 0 {
		return nil
	}
	own, first := 0, 0
	byUtterance := make([]int, len(f.views[0].utterances))
	for i := range f.Document.Lines {
		l := &f.Document.Lines[i]
		byUtterance[l.Utterance] += letterCount(f.Document.Source[l.Text:l.End])
	}
	counted := make([]bool, len(byUtterance))
	for u := range v.utterances {
		for p := range v.utterances[u].Pieces {
			own += letterCount(v.utterances[u].Pieces[p].Text)
		}
		of := span{0, len(byUtterance)}
		if v.of != nil {
			of = v.of[u]
		}
		for k := of.from; k < of.to; k++ {
			if !counted[k] {
				counted[k] = true
				first += byUtterance[k]
			}
		}
	}
	if own <= moreTimes*first || own-first < moreLetters {
		return nil
	}
	at := 0
	if x, inFile := v.field(0, 0); inFile {
		at = x.raw.from
	}
	return f.errorLine(at, "most of this text is not in the list of words of the file, which %s goes by: it would be cleaned by half; take out the list, or have it made again", f.declared.title)
}

func letterCount(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
