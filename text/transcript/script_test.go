package transcript

import (
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestScripts(t *testing.T) {
	for _, c := range []struct {
		text   string
		words  []string
		script string // H for Chinese characters, - for all else
		parted string // x where punctuation may stand
		count  int
	}{
		{"so we", []string{"so", "we"}, "--", "xx", 2},
		{"I--we go", []string{"I", "we", "go"}, "---", "-xx", 3},
		{"我们去", []string{"我", "们", "去"}, "HHH", "xxx", 2},
		{"用iPhone吗", []string{"用", "iPhone", "吗"}, "H-H", "xxx", 2},
		{"so我", []string{"so", "我"}, "-H", "xx", 2},
		{"我们【音乐】去", []string{"我", "们", "", "去"}, "HH-H", "xxxx", 3},
		{"好 *** uh-", []string{"好", "***", "uh-"}, "H--", "xxx", 3},
		{"これは", []string{"こ", "れ", "は"}, "KKK", "xxx", 2},
		{"東京に行く", []string{"東", "京", "に", "行", "く"}, "HHKHK", "xxxxx", 3},
	} {
		d, err := ParseText(c.text, "test")
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		script, parted := "", ""
		for i := range d.Words {
			w := &d.Words[i]
			words = append(words, d.Text(w.Core))
			script += string("-HK"[w.Script])
			if w.Parted {
				parted += "x"
			} else {
				parted += "-"
			}
		}
		if !slices.Equal(words, c.words) || script != c.script || parted != c.parted {
			t.Errorf("%q: words %q, scripts %s, marks %s; want %q, %s, %s", c.text, words, script, parted, c.words, c.script, c.parted)
		}
		if n := d.count(Span{0, len(d.Words)}); n != c.count {
			t.Errorf("%q counts as %d, want %d", c.text, n, c.count)
		}
	}
}

func TestPunctText(t *testing.T) {
	looks := &data.Signs{}
	looks.Looks[data.Comma], looks.Looks[data.Period] = "–", "!"
	for _, c := range []struct {
		mark   data.Punct
		signs  *data.Signs
		script Script
		want   string
	}{
		{data.Comma, nil, Spaced, ","}, {data.QMark, nil, Han, "？"}, {data.NoPunct, nil, Han, ""},
		{data.Comma, looks, Spaced, " –"}, {data.Period, looks, Han, "!"}, {data.QMark, looks, Han, "？"},
	} {
		if got := punctText(c.mark, c.signs, c.script); got != c.want {
			t.Errorf("%s, %d: %q, want %q", c.mark, c.script, got, c.want)
		}
	}
}
