// Package langid tells in what language a text is, and reads the names that files have
// for languages. Languages have BCP 47 codes, such as "de".
//
// Text is taken for English in doubt. It is English where its words are those that English
// is full of; only other text is shown to a detector of trigrams, whose word counts where it
// is sure. So English costs a look-up for each word, and English that looks odd to the
// detector, as disfluent speech does, is never shown to it.
//
// Start with [Evidence].
package langid

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"github.com/tidytalk/tidytalk/data/language"
)

// Of the words of English speech at least enough are frequent ones, of those of other
// languages less than few. Between them lies what is in doubt. With these figures and
// sureness, of 34,854 turns in English of ten words and more one is taken for another
// language (a list of names), of 7,537 lines of German talks and debates 97% are known.
const (
	enough = 0.4
	few    = 0.2
)

// MinWords is how many words tell at least, filled pauses apart. A few names are in any
// language.
const MinWords = 10

// fewWords without any Chinese character are no Chinese, whatever is around.
const fewWords = 3

// MaxSample is how many bytes of a text the detector sees at most: more would make it no
// surer.
const MaxSample = 1000

const (
	// English is the code of the language that is the answer in doubt.
	English = "en"
	// Chinese is that of text in Chinese characters.
	Chinese = "zh"
	// Japanese is that of such text with syllables between.
	Japanese = "ja"
	// Undetermined is the code of a language that has none here.
	Undetermined = "und"
)

// hanLetters is how many letters of other scripts a Chinese character stands for. In Japanese
// there is more than one syllable for fewKana of them.
const (
	hanLetters = 3
	fewKana    = 8
)

// Evidence is what speaks for and against English in a text. The zero value is that of
// the empty text.
type Evidence struct {
	words, frequent int // words but for Chinese ones
	latin, foreign  int // letters of the Latin script, and of others
	han, kana       int // of these, Chinese characters, and Japanese syllables
}

// Add adds a word to the text. Filled pauses tell nothing: they are much the same
// everywhere, and "um" is a word of German. Nor do numbers.
func (e *Evidence) Add(word string) {
	tells := telling()[folded(word)]
	digits, ascii := false, true
	for i := 0; i < len(word); i++ {
		digits = digits || word[i] >= '0' && word[i] <= '9'
		ascii = ascii && word[i] < utf8.RuneSelf
	}
	switch {
	case tells == pause, digits && ascii:
		return
	case tells == frequent:
		e.frequent++
	}
	if ascii {
		e.latin += len(word)
		e.words++
		return
	}
	if r, _ := utf8.DecodeRuneInString(word); !language.IsHan(r) {
		e.words++
	}
	e.letters(word)
}

// letters counts the letters of a word.
func (e *Evidence) letters(word string) {
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r):
			e.latin++
		case language.IsHan(r):
			e.han++
			e.foreign += hanLetters
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			e.kana++
			e.foreign++
		case unicode.IsLetter(r):
			e.foreign++
		}
	}
}

// Join adds another text.
func (e *Evidence) Join(o *Evidence) {
	e.words, e.frequent = e.words+o.words, e.frequent+o.frequent
	e.latin, e.foreign = e.latin+o.latin, e.foreign+o.foreign
	e.han, e.kana = e.han+o.han, e.kana+o.kana
}

// What a word tells.
const (
	frequent = 1 + iota // English is full of it
	pause               // nothing
)

// telling returns what words tell.
var telling = sync.OnceValue(func() map[string]int {
	lists := language.English()
	m := make(map[string]int)
	for w := range lists.Frequent {
		m[w] = frequent
	}
	for w := range lists.Pauses {
		m[w] = pause
	}
	return m
})

// folded returns a word in lower case, with plain apostrophes.
func folded(word string) string {
	for i := 0; i < len(word); i++ {
		if c := word[i]; c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			return strings.ToLower(strings.ReplaceAll(word, "’", "'"))
		}
	}
	return word
}

// Words returns how many words there are, filled pauses apart. Two Chinese characters are one.
func (e *Evidence) Words() int { return e.words + (e.han+1)/2 }

// Language returns the language of the text, "" where it is too short to tell, or in
// doubt. sample returns its first words, with blanks between; it is asked only where they
// have to be looked at.
func (e *Evidence) Language(sample func() string) string {
	switch {
	case !e.OtherScript():
	case (e.han*hanLetters+e.kana)*2 <= e.foreign:
		return detect(sample(), true)
	case e.kana*fewKana > e.han:
		return Japanese
	default:
		return Chinese
	}
	words := e.Words()
	if words < MinWords {
		return ""
	}
	switch {
	case float64(e.frequent) >= enough*float64(words):
		return English
	case e.MayBeEnglish():
		return ""
	}
	return detect(sample(), false)
}

// MayBeEnglish reports whether so many words are frequent in English that the text is
// English, or in doubt.
func (e *Evidence) MayBeEnglish() bool {
	return !e.OtherScript() && float64(e.frequent) >= few*float64(e.Words())
}

// MayBeChinese reports whether a text in doubt may be Chinese: some of it is, or it is no more than a name
// or two.
func (e *Evidence) MayBeChinese() bool { return e.han > 0 || e.words < fewWords }

// OtherScript reports whether the text is in another script than the Latin one.
func (e *Evidence) OtherScript() bool { return e.foreign > e.latin && e.foreign > 1 }

// sureness is how sure the detector must be of a language, as against all others; as
// against English, it must be altogether sure.
const sureness = 0.6

// detect asks the detector. Where the script tells, its answer counts in any case.
func detect(text string, script bool) string {
	info := whatlanggo.Detect(text)
	code, known := names().codes[info.Lang]
	switch {
	case script && !known:
		return Undetermined
	case script:
		return code
	case code == English || info.Confidence < sureness:
		return ""
	}
	two := whatlanggo.Options{Whitelist: map[whatlanggo.Lang]bool{info.Lang: true, whatlanggo.Eng: true}}
	if pair := whatlanggo.DetectWithOptions(text, two); pair.Lang != info.Lang || pair.Confidence < 1 {
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
