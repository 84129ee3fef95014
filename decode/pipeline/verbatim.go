package pipeline

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// replaced is how many words after one that is written verbatim there is another one that takes its place.
const replaced = 8

// keepVerbatim takes back that words which are written verbatim are removed: no model knows them. They may be where
// another one takes their place ("to ann@example.com, I mean bo@example.com"). What stands right before one that is
// kept is not repaired by what is after it.
func keepVerbatim(words []data.Token, decisions []data.Decision) {
	for i := range decisions {
		d := &decisions[i]
		if d.Why|d.Would == 0 || !language.Verbatim(words[i].Text) || isReplaced(words, decisions, i) {
			continue
		}
		repaired := (d.Why|d.Would)&data.Repairs != 0
		kept(d)
		for k := i - 1; repaired && k >= 0 && (decisions[k].Why|decisions[k].Would)&data.Repairs != 0; k-- {
			b := &decisions[k]
			b.Would &^= data.Repairs
			if b.Why &^= data.Repairs; b.Label == data.E {
				b.Label = data.O
			}
		}
	}
}

// isReplaced reports whether a word is part of a repair, and another one that is written verbatim is soon said in its
// place.
func isReplaced(words []data.Token, decisions []data.Decision, i int) bool {
	if decisions[i].Label != data.E {
		return false
	}
	kept := 0
	for k := i + 1; k < len(decisions) && kept < replaced; k++ {
		if decisions[k].Label != data.O {
			continue
		}
		if kept++; language.Verbatim(words[k].Text) {
			return true
		}
	}
	return false
}
