// Package langid tells in what language a text is, and reads the names that files have
// for languages. Languages have BCP 47 codes, such as "de".
//
// Text is taken for English in doubt. It is English where its words are those that English
// is full of; only other text is shown to a detector of trigrams, whose word counts where it
// is sure. So English costs a look-up for each word, and English that looks odd to the
// detector, as disfluent speech does, is never shown to it.
package langid

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"github.com/tidytalk/tidytalk/internal/language"
)

// Of the words of English speech at least enough are frequent ones, of those of other
// languages less than few. Between them lies what is in doubt. Of stretches of ten words
// and more, English has less than few in one of some hundred, and German in 97 of 100.
const (
	enough = 0.4
	few    = 0.2
)

// Text with fewer words and fewer letters is too short to tell.
const (
	MinWords   = 10
	minLetters = 40
)

// maxSample is how many bytes of a text the detector sees: more would make it no surer.
const maxSample = 1000

const (
	// English is the code of the language that is the answer in doubt.
	English = "en"
	// Undetermined is the code of a language that has none here.
	Undetermined = "und"
)

// Evidence is what speaks for and against English in a text. The zero value is that of
// the empty text.
type Evidence struct {
	words, frequent int
	latin, foreign  int // letters of the Latin script, and of others
	sample          []byte
}

// Add adds a word to the text.
func (e *Evidence) Add(word string) {
	e.words++
	if frequent(word) {
		e.frequent++
	}
	for _, r := range word {
		switch {
		case r < utf8.RuneSelf && (r|0x20 < 'a' || r|0x20 > 'z'):
		case r < utf8.RuneSelf, unicode.Is(unicode.Latin, r):
			e.latin++
		case unicode.IsLetter(r):
			e.foreign++
		}
	}
	e.show(word)
}

// Join adds another text.
func (e *Evidence) Join(o *Evidence) {
	e.words, e.frequent = e.words+o.words, e.frequent+o.frequent
	e.latin, e.foreign = e.latin+o.latin, e.foreign+o.foreign
	e.show(string(o.sample))
}

// show adds to what the detector sees, as far as there is room.
func (e *Evidence) show(s string) {
	if len(e.sample)+len(s) < maxSample {
		e.sample = append(append(e.sample, s...), ' ')
	}
}

// frequent reports whether a word, in any case, is one that English is full of.
func frequent(word string) bool {
	list := language.English().Frequent
	if list[word] {
		return true
	}
	for i := 0; i < len(word); i++ {
		if c := word[i]; c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			return list[strings.ToLower(strings.ReplaceAll(word, "’", "'"))]
		}
	}
	return false
}

// Language returns the language of the text, "" where it is too short to tell, or in
// doubt.
func (e *Evidence) Language() string {
	if e.OtherScript() {
		return e.detect(0) // the script tells
	}
	if e.words < MinWords && e.latin < minLetters {
		return ""
	}
	switch share := float64(e.frequent) / float64(e.words); {
	case share >= enough:
		return English
	case share >= few:
		return ""
	}
	return e.detect(1)
}

// OtherScript reports whether the text is in another script than the Latin one.
func (e *Evidence) OtherScript() bool { return e.foreign > e.latin && e.foreign > 1 }

// detect asks the detector, whose answer counts if it is sure enough.
func (e *Evidence) detect(least float64) string {
	info := whatlanggo.Detect(string(e.sample))
	code, known := names().codes[info.Lang]
	switch {
	case !known && least == 0:
		return Undetermined
	case code == English || info.Confidence < least:
		return ""
	}
	return code
}

// table has the names and the codes of languages.
type table struct {
	codes map[whatlanggo.Lang]string
	name  map[string]string // of a code
	code  map[string]string // of a name, or another code
}

var names = sync.OnceValue(func() *table {
	t := &table{make(map[whatlanggo.Lang]string), make(map[string]string), make(map[string]string)}
	for l, name := range whatlanggo.Langs {
		code := l.Iso6391()
		if code == "" {
			code = l.Iso6393()
		}
		t.codes[l], t.name[code] = code, name
		for _, s := range []string{code, l.Iso6393(), strings.ToLower(name)} {
			t.code[s] = code
		}
	}
	// What others call them.
	t.name["zh"], t.name["no"] = "Chinese", "Norwegian"
	for name, code := range map[string]string{
		"chinese": "zh", "zho": "zh", "no": "no", "nor": "no", "norwegian": "no", "ara": "ar", "fas": "fa", "castilian": "es", "flemish": "nl",
	} {
		t.code[name] = code
	}
	return t
})

// Name returns the English name of a language, such as "German"; its code where no name
// is known.
func Name(code string) string {
	if code == Undetermined {
		return "another language"
	}
	if name, ok := names().name[code]; ok {
		return name
	}
	return code
}

// Code returns the code of what a file says its language is: a tag with or without a
// region ("en-US", "en_us"), a code of three letters ("deu") or a name ("german"). It is
// "" for what says nothing, such as "multi" or "auto".
func Code(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if code, ok := names().code[s]; ok {
		return code
	}
	base, _, _ := strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
	if code, ok := names().code[base]; ok {
		return code
	}
	if len(base) == 2 && strings.Trim(base, "abcdefghijklmnopqrstuvwxyz") == "" {
		return base // of a language that the detector does not know
	}
	return ""
}
