package document

import (
	"cmp"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// hear finds the language of each word, where the options do not say it. Copies in loops do
// not count.
func (w *work) hear() {
	if w.options.Language != "" {
		return
	}
	repeated := make([]bool, len(w.doc.Words))
	for i := range w.found {
		for _, again := range w.found[i].Copies[1:] {
			for k := again.Start; k < again.End; k++ {
				repeated[k] = true
			}
		}
	}
	w.spoken, _ = w.languages(w.doc, repeated, langid.English)
}

// voice is all that one speaker says, or all speakers do.
type voice struct {
	shown    map[string]int // words of the stretches in each language
	evidence langid.Evidence
	parts    []*stretch
}

func (v *voice) add(p *stretch, shown string) {
	v.evidence.Join(&p.evidence)
	v.parts = append(v.parts, p)
	if shown != "" {
		if v.shown == nil {
			v.shown = make(map[string]int)
		}
		v.shown[shown] += p.words.Len()
	}
}

// language returns the language that most stretches are in, if the others may be, too;
// where none shows its own, that of all of them together; "" in doubt.
func (v *voice) language(d *transcript.Document, skip []bool) string {
	most := ""
	for code, n := range v.shown {
		if m := v.shown[most]; n > m || n == m && (code == langid.English || most != langid.English && code < most) {
			most = code
		}
	}
	switch {
	case most == langid.English || most != "" && !v.evidence.MayBeEnglish():
		return most
	case most != "":
		return ""
	}
	return v.evidence.Language(func() string { return sample(d, skip, v.parts...) })
}

// voices returns what each speaker says, and what all of them do. shown are the languages that
// the stretches show.
func voices(d *transcript.Document, parts []stretch, shown []string) (speakers map[string]*voice, all *voice) {
	speakers, all = make(map[string]*voice), new(voice)
	for i := range parts {
		name := d.Turns[parts[i].turn].Speaker
		if speakers[name] == nil {
			speakers[name] = new(voice)
		}
		speakers[name].add(&parts[i], shown[i])
		all.add(&parts[i], shown[i])
	}
	return speakers, all
}

// languages returns the language of each word of a document, and that of its last
// stretch. What the document itself says comes first: if that is another language than the
// models know, all of it is. Else a stretch is in the language that it shows; in doubt in
// that of the stretch before it in its turn, of all that its speaker says, of the document,
// or the given one. Words that skip has, if it is not nil, do not count.
func (d *Decider) languages(doc *transcript.Document, skip []bool, doubt string) (of []string, last string) {
	of = make([]string, len(doc.Words))
	if said := doc.Language; said != "" && !d.knows(said) {
		for w := range of {
			of[w] = said
		}
		return of, said
	}
	parts := stretches(doc, skip)
	shown := make([]string, len(parts))
	for i := range parts {
		shown[i] = parts[i].evidence.Language(func() string { return sample(doc, skip, &parts[i]) })
	}
	beJapanese(parts, shown)
	speakers, all := voices(doc, parts, shown)
	if doc.Language != "" {
		doubt = doc.Language
	} else {
		doubt = cmp.Or(all.language(doc, skip), doubt)
	}
	before := ""
	last = doubt
	for i := range parts {
		p := &parts[i]
		if i > 0 && parts[i-1].turn != p.turn {
			before = ""
		}
		before = cmp.Or(shown[i], before)
		if last = before; last == "" {
			last = cmp.Or(speakers[doc.Turns[p.turn].Speaker].language(doc, skip), doubt)
		}
		if last == langid.Chinese && !p.evidence.MayBeChinese() {
			last = langid.English
		}
		for w := p.words.Start; w < p.words.End; w++ {
			of[w] = last
		}
	}
	return of, last
}

// beJapanese takes Chinese characters in a text that is more Japanese than Chinese for Japanese.
func beJapanese(parts []stretch, shown []string) {
	words := make(map[string]int)
	for i := range parts {
		words[shown[i]] += parts[i].evidence.Words()
	}
	if words[langid.Japanese] <= words[langid.Chinese] {
		return
	}
	for i := range shown {
		if shown[i] == langid.Chinese {
			shown[i] = langid.Japanese
		}
	}
}
