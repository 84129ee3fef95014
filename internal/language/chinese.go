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
	// ChineseFilled are the filled pauses that go, simplified; a single "额" is a noun, too. Package chinese
	// reads them, and the two lists below.
	ChineseFilled = set("呃 呃呃 额 唔 嗯 恩 嗯嗯 em emm emmm uh um er")
	// ChineseAnswers are those of them that are answers where they open what is said.
	ChineseAnswers = set("嗯 恩 嗯嗯 唔 em emm emmm")
	// ChineseRepeated are the words that people say twice by mistake: pronouns, prepositions,
	// conjunctions and adverbs that Chinese does not double. Verbs, adjectives, most nouns and
	// measure words it does ("看看", "慢慢", "人人", "一个一个", "考虑考虑"), and what people agree with ("对对", "是是").
	ChineseRepeated = set("我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 咱 自己 大家 这 那 这个 那个 这些 那些 这种 那种 这里 那里 这儿 那儿 其 在 把 被 从 向 跟 和 与 " +
		"及 以及 或 或者 还是 对于 关于 为了 由 由于 以 于 将 给 除了 根据 通过 因为 所以 但是 但 可是 不过 如果 要是 假如 虽然 尽管 而且 并且 而 然后 于是 因此 那么 接着 " +
		"另外 就是 就是说 也就是说 比如 比如说 例如 就 也 还 都 才 已经 正在 其实 可能 应该 大概 主要 首先 最后 现在 今天 的 地")
)
