package chinese

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
	zh "github.com/tidytalk/tidytalk/models/chinese"
)

func TestPaperFeatures(t *testing.T) {
	all, err := PaperFeatures("F1-F10", "L1-L7", "P1-P10")
	if err != nil || strings.Count(all, "\n") != 27 || !strings.HasPrefix(all, "order=1 i=0..1 w[i-1] w[i] # L1\n") {
		t.Errorf("%v:\n%s", err, all)
	}
	some, err := PaperFeatures("L7", "P10", "L1-L2")
	const want = "order=1 i=0..1 w[i-1] w[i] # L1\norder=1 i=0..1 w[i-1] w[i+1] # L2\norder=1 i=0..1 w[i] # L7\norder=1 i=0..1 t[i] p[i] p[i+1] # P10\n"
	if err != nil || some != want {
		t.Errorf("%v:\n%s", err, some)
	}
	for _, bad := range []string{"", "L", "L0", "L8", "P1-F3", "X1", "L1-", "F11", "l1"} {
		if text, err := PaperFeatures(bad); bad != "L1-" && err == nil {
			t.Errorf("%q: %s", bad, text)
		}
	}
}

// BenchmarkMarks predicts the marks of the treebank from words, tags, phrases and chunks.
func BenchmarkMarks(b *testing.B) {
	text, err := zh.ReadTreebank(datatest.Path(b, "punct", "zh-treebank", "dev.gsd.tsv"))
	if err != nil {
		b.Fatal(err)
	}
	features, err := PaperFeatures("L1-L7", "P1-P10", "F1-F10")
	if err != nil {
		b.Fatal(err)
	}
	for _, single := range []bool{true, false} {
		b.Run(fmt.Sprintf("single=%v", single), func(b *testing.B) {
			var starts []zh.Pass // all
			if single {
				starts = []zh.Pass{zh.Finals}
			}
			m, err := zh.TrainPunctuation(b.Context(), text, zh.PunctuationConfig{Templates: features, PassTemplates: zh.PassFeatures(), Starts: starts, Passes: 2, L2: 0.1}, 1, nil)
			if err != nil {
				b.Fatal(err)
			}
			c, s := m.NewColumns(), m.NewScratch()
			var out [][]zh.Sign
			words := 0
			for b.Loop() {
				for _, sentence := range text {
					zh.FillWords(c, sentence.Words)
					out = m.Predict(c, s, out)
					words += c.Len()
				}
			}
			b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
		})
	}
}
