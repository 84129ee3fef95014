package langid

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// script is a script other than those of English and Chinese, and what is written in it.
type script struct {
	letters *unicode.RangeTable
	code    string // of the language that most of it is in
}

// scripts are looked through in this order.
var scripts = [...]script{
	{unicode.Cyrillic, "ru"}, {unicode.Hangul, "ko"}, {unicode.Greek, "el"}, {unicode.Arabic, "ar"}, {unicode.Hebrew, "he"}, {unicode.Thai, "th"},
	{unicode.Devanagari, "hi"}, {unicode.Bengali, "bn"}, {unicode.Tamil, "ta"}, {unicode.Telugu, "te"}, {unicode.Kannada, "kn"}, {unicode.Malayalam, "ml"},
	{unicode.Gujarati, "gu"}, {unicode.Gurmukhi, "pa"}, {unicode.Oriya, "or"}, {unicode.Sinhala, "si"}, {unicode.Georgian, "ka"}, {unicode.Armenian, "hy"},
	{unicode.Ethiopic, "am"}, {unicode.Khmer, "km"}, {unicode.Lao, "lo"}, {unicode.Myanmar, "my"}, {unicode.Tibetan, "bo"}, {unicode.Thaana, "dv"},
}

// own are letters that tell a language apart from others of its script, but for those of the
// table. They give a language its name: that it is none that there are models for, words tell.
var own = [...]struct{ code, letters string }{
	{"hu", "őű"}, {"vi", "ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"}, {"is", "þð"}, {"lt", "ėįų"}, {"lv", "ģķļņī"},
	{"eo", "ĉĝĥĵŝŭ"}, {"az", "ə"}, {"mt", "ħġ"}, {"be", "ў"}, {"sr", "ђћ"}, {"mk", "ѓќѕ"}, {"kk", "әғқңұ"}, {"fa", "پچژگ"}, {"ur", "ٹڈڑےں"},
	{"mr", "ळ"}, {"yi", "װײײַ"},
}

var ownLetters = func() map[rune]int {
	m := make(map[rune]int)
	for i, o := range own {
		for _, r := range o.letters {
			if unicode.IsLetter(r) {
				m[r] = i
			}
		}
	}
	return m
}()

// counts are the letters of a text: of the Latin script, and of others.
type counts struct {
	latin, foreign int
	han, kana      int // of these, Chinese characters, and Japanese syllables
	chinese        int // of han, those that no Japanese is written with
	script         [len(scripts)]int32
	own            [len(own)]int32
}

// onlyChinese are frequent characters that no Japanese is written with: particles, pronouns, and simplified ones.
var onlyChinese = func() map[rune]bool {
	m := make(map[rune]bool)
	for _, r := range "你您妳她它们們这這哪吗嗎呢吧啊么麼说时过还谁让给对长门开关车东书电话钱买卖见听觉现样边发问认讲" {
		m[r] = true
	}
	return m
}()

// hanLetters is how many letters of other scripts a Chinese character stands for. In Japanese
// there is more than one syllable for fewKana of them.
const (
	hanLetters = 3
	fewKana    = 8
	// hangulLetters is the same of a Korean syllable.
	hangulLetters = 2
)

// add counts the letters of a word in small letters.
func (c *counts) add(word string) {
	for _, r := range word {
		switch {
		case r < unicode.MaxLatin1 || unicode.Is(unicode.Latin, r):
			if unicode.IsLetter(r) {
				c.latin++
			}
		case language.IsHan(r):
			c.han++
			if onlyChinese[r] {
				c.chinese++
			}
			c.foreign += hanLetters
			continue
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			c.kana++
			c.foreign++
			continue
		case unicode.IsLetter(r):
			if c.foreign++; unicode.Is(unicode.Hangul, r) {
				c.foreign += hangulLetters - 1
			}
			for i := range scripts {
				if unicode.Is(scripts[i].letters, r) {
					c.script[i]++
					break
				}
			}
		}
		if i, ok := ownLetters[r]; ok {
			c.own[i]++
		}
	}
}

// language returns the language of the script that most letters are in, where that is not the
// Latin one.
func (c *counts) language() string {
	if (c.han*hanLetters+c.kana)*2 > c.foreign {
		if c.kana*fewKana > c.han {
			return Japanese
		}
		return Chinese
	}
	most := 0
	for i, n := range c.script {
		if n > c.script[most] {
			most = i
		}
	}
	if c.script[most] == 0 {
		return Undetermined
	}
	return scripts[most].code
}

// named returns the language whose own letters a text has, in the same script as that of a code;
// else the code.
func (c *counts) named(code string) string {
	most, n := code, int32(0)
	for i := range own {
		if c.own[i] > n && scriptOf(own[i].letters) == scriptOfCode(code) {
			most, n = own[i].code, c.own[i]
		}
	}
	return most
}

// ownsLatin reports whether a language is known by Latin letters of its own.
func ownsLatin(code string) bool {
	for i := range own {
		if own[i].code == code {
			return scriptOf(own[i].letters) < 0
		}
	}
	return false
}

// scriptOf returns the number of the script of letters, -1 for the Latin one.
func scriptOf(letters string) int {
	r, _ := utf8.DecodeRuneInString(letters)
	return slices.IndexFunc(scripts[:], func(s script) bool { return unicode.Is(s.letters, r) })
}

// scriptOfCode returns the number of the script that a language is written in, as far as it is
// told by its script; else -1.
func scriptOfCode(code string) int {
	if code == "uk" {
		return 0
	}
	for i := range scripts {
		if scripts[i].code == code {
			return i
		}
	}
	return -1
}
