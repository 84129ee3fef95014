package formats

import "github.com/tidytalk/tidytalk/internal/langid"

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
	if t.language == "" {
		return langid.English
	}
	return t.language
}
