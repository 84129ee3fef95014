package languages

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

func TestShow(t *testing.T) {
	for _, f := range []string{"de-plays.dev", "ja-asdc.dev", "es-plays.dev", "it-commonvoice.dev", "fr-plays.dev", "el-commonvoice.dev"} {
		c := NewCorpus()
		r, _ := os.Open("/work/shared/data/languages/text/" + f + ".txt")
		if err := c.Text(r, f, f[:2]); err != nil {
			t.Fatal(err)
		}
		x := c.mixed(DefaultMix(), c.about(), map[string][]Filler{"de": {{"ähm", 1}}, "fr": {{"euh", 1}}, "ja": {{"えーと", 1}}})
		rr := rand.New(rand.NewPCG(1, 2))
		for i := range 4 {
			var s multilingual.Sample
			x.Draw(i, rr, &s)
			var b strings.Builder
			for k, u := range s.Units {
				fmt.Fprintf(&b, "%s", []string{"", "¿", "¡"}[max(0, s.Labels[1][k])])
				if s.Labels[3][k] > 0 {
					fmt.Fprintf(&b, "[%d ", s.Labels[3][k])
				}
				b.WriteString(multilingual.Case(max(0, s.Labels[2][k])).Spell(u.Text, f[:2], ""))
				if s.Labels[3][k] > 0 {
					b.WriteString("]")
				}
				b.WriteString([]string{"", ",", ".", "?", "!"}[max(0, s.Labels[0][k])])
				if !u.Joined {
					b.WriteString(" ")
				}
			}
			fmt.Println(f, s.Turn, b.String())
		}
	}
}
