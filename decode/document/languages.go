package document

import (
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// hear finds the language of each word, where the options do not say one that there are models
// for. Copies in loops do not count.
func (w *work) hear() {
	if w.knows(w.options.Language) {
		return
	}
	w.spoken = w.languages(w.doc, w.repeated())
}

// repeated says of each word of a document whether it is in a copy of a loop.
func (w *work) repeated() []bool {
	repeated := make([]bool, len(w.doc.Words))
	for i := range w.found {
		for _, again := range w.found[i].Copies[1:] {
			for k := again.Start; k < again.End; k++ {
				repeated[k] = true
			}
		}
	}
	return repeated
}

// Languages returns the code of the language of each word of a document, as Decide
// takes it to be; nil: all is in that of the options.
func (d *Decider) Languages(doc *transcript.Document) []string {
	w := &work{Decider: d, doc: doc}
	w.findLoops()
	w.hear()
	return w.spoken
}

// heard is what languages were heard so far, in all and by speaker.
type heard struct {
	file    langid.Heard
	speaker map[string]*langid.Heard
}

// of returns what a speaker said.
func (h *heard) of(speaker string) *langid.Heard {
	if h.speaker == nil {
		h.speaker = make(map[string]*langid.Heard)
	}
	if h.speaker[speaker] == nil {
		h.speaker[speaker] = new(langid.Heard)
	}
	return h.speaker[speaker]
}

// add takes down words of a speaker, if they tell their language by themselves; a negative number is forgotten.
func (h *heard) add(speaker string, alone langid.Answer, words int) {
	if alone.Sure() {
		h.file.Add(alone.Code, words)
		h.of(speaker).Add(alone.Code, words)
	}
}

// weigh returns the language of a stretch of a speaker; before is that of what is before it in its turn.
func (h *heard) weigh(p *stretch, speaker, before string) string {
	return p.evidence.Language(langid.Prior{File: &h.file, Speaker: h.of(speaker), Before: before}).Code
}

// namedWords is how many words of a language what a document says of its language is worth.
const namedWords = 30

// languages returns the language of each word of a document. What the options and the document say comes
// first: if that is a language that nothing is known of, all of it is. Else every line or sentence is
// weighed with all others: those of its speaker, of the document, and the one before it in its turn.
// Words that skip has, if it is not nil, do not count.
func (d *Decider) languages(doc *transcript.Document, skip []bool) []string {
	of := make([]string, len(doc.Words))
	for _, said := range []string{d.options.Language, doc.Language} {
		if said != "" && !d.knows(said) {
			for w := range of {
				of[w] = said
			}
			return of
		}
	}
	var h heard
	if doc.Language != "" {
		h.file.Add(doc.Language, namedWords)
	}
	parts := stretches(doc, skip)
	alone := make([]langid.Answer, len(parts))
	for i := range parts {
		alone[i] = parts[i].evidence.Language(langid.Prior{})
		h.add(doc.Turns[parts[i].turn].Speaker, alone[i], parts[i].evidence.Words())
	}
	before, turn := "", -1
	for i := range parts {
		p := &parts[i]
		if p.turn != turn {
			before, turn = "", p.turn
		}
		speaker := doc.Turns[p.turn].Speaker
		words := p.evidence.Words()
		h.add(speaker, alone[i], -words)
		before = h.weigh(p, speaker, before)
		h.add(speaker, alone[i], words)
		p.fill(of, before)
	}
	return of
}

// fill says that a stretch is in a language.
func (s *stretch) fill(of []string, code string) {
	for w := s.words.Start; w < s.words.End; w++ {
		of[w] = code
	}
}
