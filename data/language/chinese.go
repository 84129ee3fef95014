package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsHan reports whether r is a Chinese character. It takes next to no time for letters of
// other scripts.
func IsHan(r rune) bool { return r >= 0x2e80 && unicode.Is(unicode.Han, r) }

// HasHan reports whether there is a Chinese character in s.
func HasHan(s string) bool { return NextHan(s) < len(s) }

// NextHan returns where the first Chinese character of s is, its length if there is none.
func NextHan(s string) int {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if IsHan(r) {
			return i
		}
		i += size
	}
	return len(s)
}

// IsKana reports whether r is a Japanese syllable, or the sign that makes one long.
func IsKana(r rune) bool {
	return r >= 0x3040 && (unicode.In(r, unicode.Hiragana, unicode.Katakana) || r == 'ー' || r == '々')
}

// NextUnspaced returns where the first character of s is that is a word of its own, Chinese or Japanese; its length if
// there is none.
func NextUnspaced(s string) int {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if IsHan(r) || IsKana(r) {
			return i
		}
		i += size
	}
	return len(s)
}

// IsFullWidth reports whether r is a Chinese character, a Japanese syllable, or a punctuation mark that is as wide as one.
func IsFullWidth(r rune) bool { return isFullSign(r) || IsHan(r) || IsKana(r) }

// isFullSign reports whether r is a punctuation mark that is as wide as a Chinese character, so that no
// blank stands beside it.
func isFullSign(r rune) bool {
	return r >= 0x3001 && r <= 0x303f && r != '々' && r != '〇' && r != '〻' || r >= 0xff00 && r <= 0xff60 && !unicode.IsLetter(r) && !unicode.IsNumber(r)
}

// Unspaced reports whether no blank belongs between two texts: one ends and the other begins
// with a Chinese character, or either has a punctuation mark of Chinese text there. Quotes, which are
// those of other languages, too, do not count.
func Unspaced(before, after string) bool {
	const quotes = "“”‘’…"
	a, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, quotes))
	b, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, quotes))
	return IsFullWidth(a) && IsFullWidth(b) || isFullSign(a) || isFullSign(b)
}

// IsChineseBackchannel reports whether a word is a backchannel of Chinese: "嗯嗯", "好的".
func IsChineseBackchannel(word string) bool {
	const longest = 4 // characters
	n := 0
	for _, r := range word {
		if n++; n > longest || !chineseBackchannels[string(r)] {
			return false
		}
	}
	return n > 0
}

// What is known of Chinese words, which stand in no blanks: the lists of the folder zh.
var (
	zh = mustReadLists(chineseFiles, "zh/lists.txt")

	// ChinesePauses are the sounds that people make while they think. Package transcript
	// reads them: one that comes again and again is no loop.
	ChinesePauses = zh["pauses"]
	// chineseBackchannels are the characters of backchannels.
	// Package transcript reads them, to tell whether a turn goes on after them.
	chineseBackchannels = zh["backchannels"]
	// ChineseFilled are the filled pauses that are removed, simplified; a single "额" is a noun, too. Package chinese
	// reads them, and the lists below.
	ChineseFilled = zh["filled"]
	// ChineseAnswers are those of them that are answers where they open what is said.
	ChineseAnswers = zh["answers"]
	// ChinesePronouns are those of the words below that may be the object of one clause and the subject of the next
	// one: "告诉我我的".
	ChinesePronouns = zh["pronouns"]
	// ChineseRepeated are the words that people say twice by mistake: pronouns, prepositions,
	// conjunctions and adverbs that Chinese does not double. Verbs, adjectives, most nouns and
	// measure words it does ("看看", "慢慢", "人人", "一个一个", "考虑考虑"), and what people agree with ("对对", "是是").
	ChineseRepeated = zh["repeated"]
	// ChineseStutters are those of them of one character of which no word has two in a row: two words begin there. Package
	// pipeline reads them.
	ChineseStutters = zh["stutters"]
	// ChineseObjectless are words that no object follows, but a clause may. Package chinese reads them.
	ChineseObjectless = zh["no object behind"]
	// ChineseOpeners are words that open a sentence, and are none: no full stop stands behind one that is all of it. Package
	// pipeline and chinese read them.
	ChineseOpeners = zh["openers"]
	// ChineseSpeakers are words for a speaker whose name is not known. Package transcript reads them,
	// to find names at the starts of lines, and the two lists below.
	ChineseSpeakers = zh["speakers"]
	// ChineseNumbered are those that need a number: "用户1".
	ChineseNumbered = zh["numbered speakers"]
	// ChineseNoSpeakers are the last one or two characters of what stands before a colon and
	// names nobody: what a form asks for, and what announces words or a list.
	ChineseNoSpeakers = zh["no speakers"]
	// ChineseNotes are the notes of what is no speech, in round brackets: "（笑）". Package transcript
	// reads them, to find words.
	ChineseNotes = zh["notes"]
)
