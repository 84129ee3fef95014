package transcript

// KeptWord is a word that an edit keeps, as it is written then.
type KeptWord struct {
	Word              int    // in Document.Words
	Last              int    // the last of the words it is written for: Word, but of numbers
	Lead, Core, Trail string // punctuation before it, the word, punctuation after it; a note is all core
	Tight             bool   // no blank before it
	Opens             bool   // a paragraph starts with it, within its turn
}

// closeUp reports whether no blank stands between two kept words between which all words are removed:
// none was there before them or behind, and print puts none in.
func (e *Edit) closeUp(before, w int) bool {
	d := e.doc
	return d.unspaced(before, w) && d.Words[before].Bytes.End == d.Words[before+1].Bytes.Start && d.Words[w-1].Bytes.End == d.Words[w].Bytes.Start
}

// Kept appends the words that are kept of a line.
func (e *Edit) Kept(out []KeptWord, line int) []KeptWord {
	d := e.doc
	before := -1
	words := d.Lines[line].Words
	for w := words.Start; w < words.End; w++ {
		if e.words[w].removed {
			continue
		}
		k := KeptWord{Word: w, Last: w, Lead: e.words[w].lead, Core: e.core(w), Trail: e.words[w].trail, Opens: e.words[w].opens}
		if e.isNote(w) {
			k.Lead, k.Core = "", d.Text(Span{d.Words[w].Bytes.Start, d.Words[w].Core.End})
		}
		if e.words[w].number {
			k.Last = max(w, e.words[w].last)
		}
		k.Tight = before >= 0 && (e.words[w].joined || before == w-1 && d.Words[before].Bytes.End == d.Words[w].Bytes.Start || before < w-1 && e.closeUp(before, w))
		out = append(out, k)
		before = k.Last
	}
	return out
}
