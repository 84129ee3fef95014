package chinese

import (
	"testing"

	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
)

// Words are right where both ends are.
func TestCountWords(t *testing.T) {
	s := zh.Sentence{Words: []zh.Word{{Text: "我们"}, {Text: "去"}, {Text: "-"}, {Text: "北京"}, {Text: "iPhone12"}, {Text: "吧"}}}
	for _, c := range []struct {
		found []int32
		want  metric.Counts
	}{
		{[]int32{0, 2, 3, 5, 6, 7}, metric.Counts{TP: 5}},
		{[]int32{0, 1, 2, 3, 5, 6, 7}, metric.Counts{TP: 4, FN: 1, FP: 2}},
		{[]int32{0, 2, 5, 7}, metric.Counts{TP: 1, FN: 4, FP: 2}},
		{[]int32{0, 7}, metric.Counts{FN: 5, FP: 1}},
	} {
		var r TextRow
		if r.countWords(s, c.found); r.Found != c.want {
			t.Errorf("%v: %+v, want %+v", c.found, r.Found, c.want)
		}
	}
}
