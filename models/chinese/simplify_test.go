package chinese

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSimplified(t *testing.T) {
	for from, want := range map[string]string{
		"執法部門是反腐敗鬥爭、搞好廉政建設的重點部門之一": "执法部门是反腐败斗争、搞好廉政建设的重点部门之一",
		"嘉珍和我住在同一條巷子":              "嘉珍和我住在同一条巷子",
		"她拿著書看裡面":                  "她拿着书看里面",
		"简体字不变":                    "简体字不变",
		"GSD 3.5%，かな":              "GSD 3.5%，かな",
		"𠁞":                        "𠀾", // beyond the basic plane
		"":                         "",
	} {
		if got := SimplifiedText(from); got != want {
			t.Errorf("SimplifiedText(%q) = %q, want %q", from, got, want)
		}
	}
}

// Every line is two characters, no character stands there twice, and what is simplified
// does not change, but for one.
func TestSimplifiedTable(t *testing.T) {
	seen := make(map[rune]bool)
	n := 0
	for line := range strings.Lines(simplifiedTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		if !utf8.ValidString(line) || utf8.RuneCountInString(line) != 2 {
			t.Fatalf("a line is two characters, not %q", line)
		}
		r := []rune(line)
		if n++; seen[r[0]] {
			t.Errorf("%c stands there twice", r[0])
		}
		seen[r[0]] = true
		if got := Simplified(r[0]); got != r[1] {
			t.Errorf("Simplified(%c) = %c, want %c", r[0], got, r[1])
		}
		if got := Simplified(r[1]); got != r[1] && r[1] != '苧' { // which is a traditional one, too
			t.Errorf("%c is simplified to %c, and that to %c", r[0], r[1], got)
		}
	}
	if n < 4000 {
		t.Errorf("%d characters: the table is not whole", n)
	}
}

func BenchmarkSimplified(b *testing.B) {
	text := []rune("執法部門是反腐敗鬥爭搞好廉政建设的重点部门之一")
	b.ReportAllocs()
	var sum rune
	for range b.N {
		for _, r := range text {
			sum += Simplified(r)
		}
	}
	if sum == 0 {
		b.Fatal("no characters")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(text)), "ns/char")
}
