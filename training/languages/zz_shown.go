package languages

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

func (c *Corpus) Shown(m *multilingual.Model, p *Part, least float64) (out []string) {
	r := m.NewReader()
	var o multilingual.Prediction
	for from := 0; from < len(p.units); from += streamUnits {
		var x multilingual.Sample
		c.append(&x, p, from, min(len(p.units), from+streamUnits))
		r.Read(x.Units, p.Language, multilingual.Turn{}, &o)
		for _, s := range o.Repairs(x.Units, nil) {
			if s.Mean < least {
				continue
			}
			var b strings.Builder
			for t := max(0, s.From-5); t < min(len(x.Units), s.To+6); t++ {
				if t == s.From {
					b.WriteString("[")
				}
				b.WriteString(x.Units[t].Text)
				if t == s.To-1 {
					b.WriteString("]")
				}
				if !x.Units[t].Joined {
					b.WriteString(" ")
				}
			}
			out = append(out, fmt.Sprintf("%.2f %s", s.Mean, b.String()))
		}
	}
	return out
}

func (c *Corpus) SpellingsOf(code string) map[string]string { return c.spellings(code) }
