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

// IsFullWidth reports whether r is a Chinese character, or a sign that is as wide as one.
func IsFullWidth(r rune) bool { return isFullSign(r) || IsHan(r) }

// isFullSign reports whether r is a sign that is as wide as a Chinese character, so that no
// blank stands beside it.
func isFullSign(r rune) bool {
	return r >= 0x3001 && r <= 0x303f && r != '々' && r != '〇' || r >= 0xff00 && r <= 0xff60 && !unicode.IsLetter(r) && !unicode.IsNumber(r)
}

// Unspaced reports whether no blank belongs between two texts: one ends and the other begins
// with a Chinese character, or either has a sign of Chinese text there. Quotes, which are
// those of other languages, too, do not count.
func Unspaced(before, after string) bool {
	const quotes = "“”‘’…"
	a, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, quotes))
	b, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, quotes))
	return IsFullWidth(a) && IsFullWidth(b) || isFullSign(a) || isFullSign(b)
}

// What is known of Chinese words, which stand in no blanks.
var (
	// ChinesePauses are the sounds that people make while they think. Package transcript
	// reads them: one that comes again and again is no loop.
	ChinesePauses = set("嗯 呃 啊 哦 唔 噢 欸 诶 誒 额 唉")
	// ChineseListening are the characters of words with which people show that they listen.
	// Package transcript reads them, to tell whether a turn goes on after them.
	ChineseListening = set("嗯 哦 噢 对 對 是 好 啊 的 呀 行")
)
