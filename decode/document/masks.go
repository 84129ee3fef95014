package document

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// unmask takes back that what stands right before a masked word is repaired: the models have
// not seen it, and what they take for the repair comes after it.
func (w *work) unmask() {
	for i := range w.segments {
		s := &w.segments[i]
		if s.way == isLeft {
			continue
		}
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			if transcript.IsMasked(w.doc.Tokens[t].Text) {
				takeBackRepair(w.decisions[s.Tokens.Start:t])
			}
		}
	}
}

// takeBackRepair takes back that the last of some tokens are repaired.
func takeBackRepair(decisions []data.Decision) {
	for t := len(decisions) - 1; t >= 0 && decisions[t].Would&data.Repairs != 0; t-- {
		decisions[t].Would &^= data.Repairs
	}
	for t := len(decisions) - 1; t >= 0 && decisions[t].Why&data.Repairs != 0; t-- {
		if decisions[t].Why &^= data.Repairs; decisions[t].Label == data.E {
			decisions[t].Label = data.O
		}
	}
}
