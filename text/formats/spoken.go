package formats

import (
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/langid"
)

// inLanguage takes down what the file says its language is, once or for each of its parts;
// "" says nothing. A file of several languages has none.
func (f *File) inLanguage(name string) {
	code := langid.Code(name)
	switch {
	case name == "":
	case !f.namesLanguage:
		f.language, f.namesLanguage = code, true
	case code != f.language:
		f.language = ""
	}
}

// writtenLanguage is what a file says its language is that is written of a transcript.
func (t *Transcript) writtenLanguage() string {
	if t.language != "" {
		return t.language
	}
	han, words := 0, 0
	for i := range t.Utterances {
		for _, w := range t.Utterances[i].Words {
			if words++; language.IsHan(firstRune(w.Core)) {
				han++
			}
		}
	}
	if han*2 > words {
		return langid.Chinese
	}
	return langid.English
}
