package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// guessed are the encodings that are proposed for a file that is not UTF-8, those that more files
// are in first: of two that are as likely, the earlier one is named first.
var guessed = [...]string{"windows-1252", "windows-1250", "windows-1251", "gb18030", "big5", "shift_jis", "euc-kr", "euc-jp", "koi8-r", "windows-1253", "windows-1254", "macintosh", "iso-8859-2", "iso-8859-15"}

// guessSize is how much of a file is looked at for that.
const guessSize = 64 << 10

// mostGuesses is how many encodings are proposed.
const mostGuesses = 3

// likelyEncodings returns the end of an error about a file that is not in the encoding that it was read in: in
// which others its bytes are text, as they would read then, and what to do. It is "" where it is text in
// none: that is no text at all.
func likelyEncodings(src string) string {
	sample := src[:min(len(src), guessSize)]
	if n := strings.LastIndexByte(sample, '\n'); len(sample) < len(src) && n > 0 {
		sample = sample[:n] // no character is cut
	}
	found := guesses(sample)
	if len(found) == 0 {
		return ""
	}
	best := found[0].score
	var each []string
	for _, g := range found[:min(len(found), mostGuesses)] {
		if g.score > best*0.6 {
			each = append(each, fmt.Sprintf("%s (%q)", g.name, g.word))
		}
	}
	return fmt.Sprintf("; it may be %s: name it, as in --encoding %s", strings.Join(each, " or "), found[0].name)
}

// guess is an encoding that a text may be in, with a word as it would read then.
type guess struct {
	name, word string
	score      float64
}

// guesses returns the encodings in which a sample reads like text, the likeliest first.
func guesses(sample string) []guess {
	var found []guess
	for _, name := range guessed {
		c, _ := encodingOf(name)
		text, err := c.decode1(sample)
		if err != nil {
			continue
		}
		if score, word := readsAs(text); score > 0 && !slices.ContainsFunc(found, func(g guess) bool { return g.word == word && g.score >= score }) {
			found = append(found, guess{name, word, score})
		}
	}
	slices.SortStableFunc(found, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
	return found
}

// windows1252 is the encoding of Western European text of Windows.
var windows1252 = &coding{"windows-1252", charmap.Windows1252}

// isWindows1252 reports whether a text is in that encoding by its bytes: what is not ASCII is here and there in words that are, or
// is a mark, none of it is UTF-8, and no other encoding fits better.
func isWindows1252(src string) bool {
	if start := strings.TrimLeft(src, " \t\r\n"); start == "" || start[0] == '<' || isJSON(start) {
		return false // JSON is UTF-8, and XML says what it is
	}
	sample := src[:min(len(src), guessSize)]
	high, letters, alone := 0, 0, 0 // letters that are not ASCII, words with some, those without others
	for i := 0; i < len(src); {
		c := src[i]
		if c < utf8.RuneSelf {
			if c == 0 {
				return false
			}
			i++
			continue
		}
		if r, n := utf8.DecodeRuneInString(src[i:]); r != utf8.RuneError && n > 1 {
			return false
		}
		high++
		if c >= 0xc0 {
			letters++
			before := i > 0 && isASCIILetter(src[i-1])
			after := i+1 < len(src) && isASCIILetter(src[i+1])
			if !before && !after {
				alone++
			}
		}
		i++
	}
	if high == 0 || alone*4 > letters || high*5 > len(src) {
		return false
	}
	found := guesses(sample)
	return len(found) > 0 && found[0].name == windows1252.name
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// decode1 returns text in UTF-8, an error where there is none.
func (c *coding) decode1(src string) (string, error) {
	text, err := c.NewDecoder().String(src)
	if err == nil && strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || r >= 0x80 && r < 0xa0 }) {
		err = fmt.Errorf("no %s", c.name)
	}
	return text, err
}

// commonScripts are the scripts of letters that stand together in words.
var commonScripts = [...]*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana}

func scriptOf(r rune) int {
	for i, s := range commonScripts {
		if unicode.Is(s, r) {
			return i
		}
	}
	return -1
}

// readsAs says how much text reads like some language, from below 0 to 1, by its characters that are not
// ASCII: letters in words of their own script and in a case that words have them in, and marks that people
// write. word is an example. Han characters count by whether they are among those that are most written, which
// the old encodings have first.
func readsAs(text string) (score float64, word string) {
	total, count := 0.0, 0
	scripts := make(map[int]int)
	var before rune
	runes := []rune(text)
	for i, r := range runes {
		if r < utf8.RuneSelf {
			before = r
			continue
		}
		count++
		after := rune(' ')
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		script := scriptOf(r)
		scripts[script]++
		switch {
		case script >= 3:
			total += hanScore(r)
		case script >= 0:
			total += letterScore(before, r, after, script)
		case (r == '’' || r == '·') && unicode.IsLetter(before) && unicode.IsLetter(after):
			total += 1.1
		case strings.ContainsRune("“”‘’„‚–—…«»‹›•€£°¿¡·\u00a0♪。，、？！「」『』（）：；《》〈〉・ー", r):
			total += 0.7
		default:
			total -= 1
		}
		if word == "" && unicode.IsLetter(r) {
			word = wordAt(runes, i)
		}
		before = r
	}
	if count == 0 || word == "" && total < float64(count)*0.6 {
		return 0, ""
	}
	if word == "" {
		word = wordAt(runes, slices.IndexFunc(runes, func(r rune) bool { return r >= utf8.RuneSelf }))
	}
	return total / float64(count), word
}

// letterScore says how well a letter of an alphabet stands between two characters.
func letterScore(before, r, after rune, script int) float64 {
	score := 0.5
	for _, other := range [...]rune{before, after} {
		switch {
		case !unicode.IsLetter(other):
		case scriptOf(other) == script:
			score += 0.25
		default:
			score -= 1 // two alphabets in a word
		}
	}
	if unicode.IsUpper(r) && unicode.IsLower(before) || unicode.IsLower(r) && unicode.IsUpper(after) && !unicode.IsLetter(before) {
		score -= 1.2
	}
	if strings.ContainsRune(rareLetters, unicode.ToLower(r)) {
		score -= 0.4
	}
	if script == 0 && (before >= utf8.RuneSelf && unicode.IsLetter(before) || after >= utf8.RuneSelf && unicode.IsLetter(after)) {
		score -= 0.2 // of Latin letters few stand together that are not ASCII: words of other alphabets look like that
	}
	if script == 0 && !unicode.IsLetter(before) && !unicode.IsLetter(after) && !strings.ContainsRune("àÀéÉèÈóòíúýöåÅæøÖØôÔ", r) {
		score -= 0.5
	}
	return score
}

// rareLetters are letters that few words have in the languages that the encodings are for, and that stand at
// the places of common ones of other encodings.
const rareLetters = "þðªºµƒĺŕđýůťďľţĂŃ¼½¾ѓђћџќўґєѕјљњ"

// hanScore says how likely a character of East Asia is.
func hanScore(r rune) float64 {
	switch {
	case r >= 0x3040 && r < 0x3100, r >= 0xac00 && r < 0xd7a4:
		return 0.8
	case r >= 0xff61 && r < 0xffa0:
		return -0.5 // half-width katakana: what Shift_JIS reads much else as
	case strings.ContainsRune(commonHan, r):
		return 1.5
	}
	return 0.3
}

// commonHan are the characters that Chinese and Japanese are full of, simplified and traditional.
const commonHan = "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从" +
	"這為來個們說國時過發經與對會後種將還當學進見沒從無軍動開樣點現嗎話聽" +
	"本言思見出行会時間話何私前後今分手気持事人大学生日"

// wordAt returns the word, or some characters, around a place.
func wordAt(runes []rune, at int) string {
	from, to := at, at
	for from > 0 && at-from < 16 && !unicode.IsSpace(runes[from-1]) {
		from--
	}
	for to < len(runes) && to-at < 16 && !unicode.IsSpace(runes[to]) {
		to++
	}
	return strings.TrimFunc(string(runes[from:to]), func(r rune) bool { return unicode.IsPunct(r) && r < utf8.RuneSelf })
}
