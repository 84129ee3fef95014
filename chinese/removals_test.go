package chinese

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestRemover finds what goes: words with blanks between, "/" for marks; what goes is in brackets.
func TestRemover(t *testing.T) {
	for _, c := range []struct {
		text, want string
		full       bool
	}{
		{text: "我 呃 想 去 北京", want: "我 [呃] 想 去 北京"},
		{text: "呃 / 我 想 去 北京", want: "[呃] 我 想 去 北京"},
		{text: "呃", want: "呃"},
		{text: "呃 嗯", want: "呃 嗯"},
		{text: "嗯 / 好 的", want: "嗯 好 的"},
		{text: "嗯 / 好 的", want: "[嗯] 好 的", full: true},
		{text: "好 的 / 嗯 / 再见", want: "好 的 嗯 再见"},
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
		// What is doubled on purpose.
		{text: "你 看看 / 慢慢 走", want: "你 看看 慢慢 走"},
		{text: "看 看 / 考虑 考虑", want: "看 看 考虑 考虑"},
		{text: "好 的 好 的", want: "好 的 好 的"},
		{text: "是 的 / 是 的", want: "是 的 是 的"},
		{text: "一个 一个 来", want: "一个 一个 来"},
		{text: "那个 人 / 那个 谁 / 就是说 / 然后", want: "那个 人 那个 谁 就是说 然后"},
	} {
		var words []string
		bounds := []bool{true}
		for w := range strings.FieldsSeq(c.text) {
			if w == "/" {
				bounds[len(words)] = true
				continue
			}
			words, bounds = append(words, w), append(bounds, false)
		}
		r := Remover{Full: c.full}
		var got []string
		why := r.Find(words, bounds, nil)
		for i, w := range words {
			if why[i] != 0 && (i == 0 || why[i-1] == 0) {
				w = "[" + w
			}
			if why[i] != 0 && (i+1 == len(words) || why[i+1] == 0) {
				w += "]"
			}
			got = append(got, w)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestRemoverUsers lets a user's list add fillers and cut others.
func TestRemoverUsers(t *testing.T) {
	r := Remover{
		Keeps: func(w string) bool { return w == "呃" },
		Adds:  func(w string) bool { return w == "那个" },
	}
	got := r.Find([]string{"呃", "那个", "我", "那个", "来"}, make([]bool, 6), nil)
	if want := []data.Disfluencies{0, data.FilledPauses, 0, data.FilledPauses, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
