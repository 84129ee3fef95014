package metric

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestRepairOf(t *testing.T) {
	for text, want := range map[string]Repair{
		"[ i ] i go":                             Copy,
		"[ to the ] uh/F to the house":           Copy,
		"[ the red ] the blue house":             FirstShared,
		"[ in the red ] on the blue house":       SomeShared,
		"[ to boston ] i/F mean/F from denver":   NoneShared,
		"well [ we have ]":                       NothingFollows,
		"[ i uh/F ] I go":                        Copy,
		"[ he was going ] she said he knew that": SomeShared,
	} {
		var s data.Sentence
		edit, from, to := false, -1, -1
		for _, w := range strings.Fields(text) {
			switch w {
			case "[":
				edit, from = true, len(s.Tokens)
				continue
			case "]":
				edit, to = false, len(s.Tokens)
				continue
			}
			token := data.Token{Text: w, Edit: edit}
			if filler, ok := strings.CutSuffix(w, "/F"); ok {
				token.Text, token.Kind = filler, data.FilledPause
			}
			s.Tokens = append(s.Tokens, token)
		}
		if got := RepairOf(&s, from, to); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		var d Disfluency
		decisions := make([]data.Decision, len(s.Tokens))
		decisions[from].Label = data.E
		d.Add(&s, decisions)
		if got := d.ByRepair[want]; got != (Found{to - from, 1}) {
			t.Errorf("%s: counted as %+v", text, d.ByRepair)
		}
	}
}
