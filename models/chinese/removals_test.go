package chinese

import (
	"strings"
	"testing"
)

// TestRemovals finds what is removed, which is in brackets; blanks divide words, "/" stands for punctuation.
func TestRemovals(t *testing.T) {
	for _, c := range []struct {
		text, want string
		full       bool
		given, put bool // only with punctuation of the source, or only with predicted one
	}{
		{text: "我 呃 想 去 北京", want: "我 [呃] 想 去 北京"},
		{text: "呃 / 我 想 去 北京", want: "[呃] 我 想 去 北京"},
		{text: "呃", want: "[呃]"},
		{text: "所以 / 所以 / 我 觉得 不行", want: "[所以] 所以 我 觉得 不行", put: true},
		{text: "所以 / 所以 / 我 觉得 不行", want: "所以 所以 我 觉得 不行", given: true},
		{text: "所以 / 所以", want: "所以 所以"},
		{text: "呃 嗯", want: "[呃] 嗯"},
		{text: "嗯 / 好 的", want: "嗯 好 的"},
		{text: "嗯 / 好 的", want: "[嗯] 好 的", full: true},
		{text: "好 的 / 嗯 / 再见", want: "好 的 嗯 再见", given: true},
		{text: "我 嗯 想 去", want: "我 [嗯] 想 去"},
		{text: "额 我 想 去", want: "[额] 我 想 去"},
		{text: "总 额 不 多", want: "总 额 不 多"},
		{text: "我 我 想 去", want: "[我] 我 想 去"},
		{text: "我 / 我 想 去", want: "[我] 我 想 去"},
		{text: "是 为了 帮 我 / 我 知道", want: "是 为了 帮 我 我 知道"},
		{text: "我 想 / 我 想 去", want: "[我 想] 我 想 去"},
		{text: "我 想 呃 我 想 去", want: "[我 想 呃] 我 想 去"},
		{text: "我 我 我 想 去", want: "[我 我] 我 想 去"},
		{text: "就是 就是說 不 行", want: "就是 就是說 不 行"},
		{text: "這個 這個 不 行", want: "[這個] 這個 不 行"},
		{text: "然后 我 我 想 去", want: "然后 [我] 我 想 去"},
		{text: "那个 我 / 我 想 去 北京", want: "那个 [我] 我 想 去 北京", put: true},
		{text: "那个 我 / 我 想 去 北京", want: "那个 我 我 想 去 北京", given: true},
		{text: "我 我想 订 一个", want: "[我] 我想 订 一个"},
		{text: "这 这个 怎么 办", want: "[这] 这个 怎么 办"},
		{text: "给 你 / 你 看起来 情绪 低落", want: "给 你 你 看起来 情绪 低落"},
		{text: "这么 建议 我 / 我们 今天 做 什么", want: "这么 建议 我 我们 今天 做 什么"},
		{text: "告诉 我 我们 的 余额", want: "告诉 我 我们 的 余额"},
		{text: "我 我 我 我 想 去", want: "[我 我 我] 我 想 去"},
		{text: "我 觉得 这个 这个 不 行", want: "我 觉得 [这个] 这个 不 行"},
		{text: "嗯 嗯 / 好 的", want: "嗯 嗯 好 的", given: true},
		{text: "好 的 / 嗯 嗯 / 再见", want: "好 的 嗯 嗯 再见", given: true},
		{text: "马里 恩 戈迪亚", want: "马里 恩 戈迪亚"},
		// What is doubled on purpose.
		{text: "告诉 我 我 的 余额", want: "告诉 我 我 的 余额"},
		{text: "我 知道 / 我 知道 / 但是 不行", want: "我 知道 我 知道 但是 不行"},
		{text: "我 知道 我 知道", want: "我 知道 我 知道"},
		{text: "你 看看 / 慢慢 走", want: "你 看看 慢慢 走"},
		{text: "看 看 / 考虑 考虑", want: "看 看 考虑 考虑"},
		{text: "好 的 好 的", want: "好 的 好 的"},
		{text: "是 的 / 是 的", want: "是 的 是 的"},
		{text: "一个 一个 来", want: "一个 一个 来"},
		{text: "那个 人 / 那个 谁 / 就是说 / 然后", want: "那个 人 那个 谁 就是说 然后"},
	} {
		var words []string
		var marked []bool
		for w := range strings.FieldsSeq(c.text) {
			if w == "/" {
				marked[len(words)-1] = true
				continue
			}
			words, marked = append(words, w), append(marked, false)
		}
		level := uint8(1)
		if c.full {
			level = 2
		}
		for _, put := range []bool{false, true} {
			none := make([]bool, len(words))
			given, predicted := marked, none
			if put {
				given, predicted = none, marked
			}
			if put && c.given || !put && c.put {
				continue
			}
			why := Removals{}.Find(words, given, predicted, nil)
			removed := func(i int) bool { return i >= 0 && i < len(words) && why[i].Why != 0 && why[i].Level <= level }
			var got []string
			for i, w := range words {
				if removed(i) && !removed(i-1) {
					w = "[" + w
				}
				if removed(i) && !removed(i+1) {
					w += "]"
				}
				got = append(got, w)
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s (predicted punctuation: %v): got %s, want %s", c.text, put, got, c.want)
			}
		}
	}
}
