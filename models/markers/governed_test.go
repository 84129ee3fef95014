package markers

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// What the word before takes is no marker.
func TestGoverned(t *testing.T) {
	for text, want := range map[string][2]bool{ // bare, with punctuation
		"i am letting you know .":   {true, true},
		"let , you know , him go .": {true, false}, // without its marks it is not told
		"what do you know ?":        {false, true},
		"what do , you know , we ?": {false, false},
		"i do you know .":           {false, false},
		"you know it .":             {false, false},
		"let me know .":             {false, false},
	} {
		bare, marked := new(Text), new(Text)
		for _, w := range strings.Fields(text) {
			if mark, ok := map[string]data.Mark{",": data.CommaMark, ".": data.PeriodMark, "?": data.QuestionMark}[w]; ok {
				marked.Written[len(marked.Written)-1].After = mark
				continue
			}
			bare.Words, marked.Words = append(bare.Words, w), append(marked.Words, w)
			marked.Written = append(marked.Written, data.Written{})
		}
		var got [2]bool
		for _, x := range (phrases{"you know": ofMarker, "me": ofMarker}).spans(bare, nil) {
			got[0], got[1] = got[0] || bare.governed(x), got[1] || marked.governed(x)
		}
		if got != want {
			t.Errorf("%q: bare and with punctuation %v, want %v", text, got, want)
		}
	}
}
