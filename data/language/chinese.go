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

// What is known of Chinese words, which stand in no blanks.
var (
	// ChinesePauses are the sounds that people make while they think. Package transcript
	// reads them: one that comes again and again is no loop.
	ChinesePauses = set("嗯 呃 啊 哦 唔 噢 欸 诶 誒 额 唉")
	// chineseBackchannels are the characters of backchannels.
	// Package transcript reads them, to tell whether a turn goes on after them.
	chineseBackchannels = set("嗯 哦 噢 对 對 是 好 啊 的 呀 行")
	// ChineseFilled are the filled pauses that are removed, simplified; a single "额" is a noun, too. Package chinese
	// reads them, and the lists below.
	ChineseFilled = set("呃 呃呃 额 唔 嗯 嗯嗯 em emm emmm uh um er")
	// ChineseAnswers are those of them that are answers where they open what is said.
	ChineseAnswers = set("嗯 嗯嗯 唔 em emm emmm")
	// ChinesePronouns are those of the words below that may be the object of one clause and the subject of the next
	// one: "告诉我我的".
	ChinesePronouns = set("我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 咱 自己 大家 这 那 这个 那个 这些 那些 其")
	// ChineseRepeated are the words that people say twice by mistake: pronouns, prepositions,
	// conjunctions and adverbs that Chinese does not double. Verbs, adjectives, most nouns and
	// measure words it does ("看看", "慢慢", "人人", "一个一个", "考虑考虑"), and what people agree with ("对对", "是是").
	ChineseRepeated = set("我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 咱 自己 大家 这 那 这个 那个 这些 那些 这种 那种 这里 那里 这儿 那儿 其 在 把 被 从 向 跟 和 与 " +
		"及 以及 或 或者 还是 对于 关于 为了 由 由于 以 于 将 给 除了 根据 通过 因为 所以 但是 但 可是 不过 如果 要是 假如 虽然 尽管 而且 并且 而 然后 于是 因此 那么 接着 " +
		"另外 就是 就是说 也就是说 比如 比如说 例如 就 也 还 都 才 已经 正在 其实 可能 应该 大概 主要 首先 最后 现在 今天 的 地")
	// ChineseStutters are those of them of one character of which no word has two in a row: two words begin there. Package
	// pipeline reads them.
	ChineseStutters = set("我 你 您 他 她 它 这 那")
	// ChineseObjectless are words that no object follows, but a clause may. Package chinese reads them.
	ChineseObjectless = set("觉得 认为 以为 那个 这个 然后 而且 但是 可是 不过 因为 所以 如果 要是 那么 接着 其实 可能 应该")
	// ChineseSpeakers are words for a speaker whose name is not known. Package transcript reads them,
	// to find names at the starts of lines, and the two lists below.
	ChineseSpeakers = set("说话人 說話人 说话者 說話者 发言人 發言人 发言者 發言者 讲话人 講話人 讲话者 講話者 讲者 講者 主讲人 主講人 演讲者 演講者 主持人 主持 " +
		"记者 記者 嘉宾 嘉賓 来宾 來賓 采访者 採訪者 采访人 採訪人 受访者 受訪者 受访人 受訪人 被访者 被訪者 访谈者 訪談者 访问者 訪問者 访员 訪員 问 問 答")
	// ChineseNumbered are those that need a number: "用户1".
	ChineseNumbered = set("角色 用户 用戶 客户 客戶 客服 参会人 參會人 参会者 參會者 与会者 與會者 男 女 男生 女生 男声 男聲 女声 女聲 学生 學生 老师 老師 观众 觀眾 听众 聽眾 同学 同學 委员 委員")
	// ChineseNoSpeakers are the last one or two characters of what stands before a colon and
	// names nobody: what a form asks for, and what announces words or a list.
	ChineseNoSpeakers = set("说 說 道 问 問 答 喊 曰 称 稱 想 是 了 的 着 著 有 到 下 认为 認為 表示 指出 强调 強調 分为 分為 包括 例如 比如 譬如 说明 說明 " +
		"时间 時間 地点 地點 地址 日期 主题 主題 标题 標題 题目 題目 内容 內容 备注 備註 注意 姓名 名称 名稱 电话 電話 手机 手機 邮箱 郵箱 来源 來源 网址 網址 链接 連結 编号 編號 " +
		"摘要 结论 結論 总结 總結 原因 目的 问题 問題 答案 建议 建議 要求 价格 價格 数量 數量 人数 人數 人员 人員 部门 部門 公司 单位 單位 第一 第二 第三 第四 首先 其次 最后 最後 一是 二是 三是")
	// ChineseNotes are the notes of what is no speech, in round brackets: "（笑）". Package transcript
	// reads them, to find words.
	ChineseNotes = set("笑 笑声 笑聲 大笑 轻笑 輕笑 微笑 苦笑 冷笑 偷笑 笑了 众笑 眾笑 哄笑 全场笑 全場笑 全场大笑 全場大笑 众人笑 眾人笑 大家笑 观众笑 觀眾笑 观众笑声 觀眾笑聲 全场笑声 全場笑聲 " +
		"掌声 掌聲 鼓掌 拍手 热烈鼓掌 熱烈鼓掌 热烈掌声 熱烈掌聲 全场鼓掌 全場鼓掌 全场掌声 全場掌聲 观众鼓掌 觀眾鼓掌 观众掌声 觀眾掌聲 欢呼 歡呼 欢呼声 歡呼聲 " +
		"音乐 音樂 背景音乐 背景音樂 音乐声 音樂聲 音效 铃声 鈴聲 电话铃声 電話鈴聲 杂音 雜音 噪音 噪声 噪聲 背景音 背景噪音 静音 靜音 无声 無聲 " +
		"听不清 聽不清 听不清楚 聽不清楚 听不到 聽不到 不清楚 不清 模糊 无法辨认 無法辨認 无法识别 無法識別 无法听清 無法聽清 " +
		"停顿 停頓 沉默 沈默 长停顿 長停頓 短暂停顿 短暫停頓 长时间停顿 長時間停頓 叹气 嘆氣 歎氣 咳嗽 咳嗽声 咳嗽聲 哭 哭声 哭聲 哭泣 抽泣 哽咽 喘气 喘氣 吸气 吸氣 清嗓子 " +
		"插话 插話 打断 打斷 重叠 重疊 同时说话 同時說話 多人说话 多人說話 中断 中斷 省略 略")
)
