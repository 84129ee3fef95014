package formats

import (
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// The words of a file are decided about where they are listed, and what becomes of them becomes of
// the texts that say the same. What the list lacks stays in the texts as it is. That a word or two are spelled
// otherwise there is no harm; where a passage is missing, the file would be cleaned by half.

// A list lacks a part of a text that is more than one in completeShare letters, and those of some words; that is as
// long as a copy would be; or that is removed wherever it stands. Of drafts much may be another
// word in the end.
const (
	completeShare = 10
	draftShare    = 2
)

// checkComplete refuses a file of which the first view lacks a part of what another one says, of which doc is the
// document and words are those of it.
func (f *File) checkComplete(v *view, doc *transcript.Document, words []entry) error {
	if f.json == nil || v.bare || f.maps != nil { // of maps checkFollows tells
		return nil
	}
	if utterance, word, lacks := v.lacking(doc, words); lacks {
		return f.lacks(v, utterance, word)
	}
	return nil
}

// lacking reports whether the first view lacks a part of what a view says, and in which of its utterances, up to which word;
// "": in all places.
func (v *view) lacking(doc *transcript.Document, words []entry) (utterance int, word string, lacks bool) {
	own, lacking, run, first := 0, 0, 0, -1
	for _, e := range words {
		w := &doc.Words[e.word]
		letters := letterCount(doc.Text(w.Core))
		own += letters
		if letters == 0 || v.hasCounterpart(w) {
			run = 0
			continue
		}
		if first < 0 {
			first = doc.Lines[e.line].Utterance
		}
		lacking += letters
		run++
		if core := doc.Text(w.Core); !v.draft && (run == copyWords || isHesitation(core)) {
			return doc.Lines[e.line].Utterance, core, true
		}
	}
	share := completeShare
	if v.draft {
		share = draftShare
	}
	return first, "", lacking >= letterRun && lacking*share > own
}

// hasCounterpart reports whether a word of a view's document is one of the first view, or a part of one.
func (v *view) hasCounterpart(w *transcript.Word) bool {
	for t := w.Tokens.Start; t < w.Tokens.End; t++ {
		if v.to[t] >= 0 {
			return true
		}
	}
	return false
}

// lacks is the error about a view of which the first one lacks a part, up to a word; "": in all places.
func (f *File) lacks(v *view, utterance int, word string) error {
	at := 0
	if x, inFile := v.field(utterance, 0); inFile {
		at = x.raw.from
	}
	part := "a part of this text is"
	if word != "" {
		part = "a part of this text, at \"" + word + "\", is"
	}
	return f.errorLine(at, "%s not in the list of words of the file, which %s goes by: it would be cleaned by half; take out the list, or have it made again", part, f.declared.title)
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
