package training

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// A view hides what it says, and nothing else.
func TestViewHides(t *testing.T) {
	for _, v := range views {
		s := []data.Sentence{{Tokens: []data.Token{{Text: "so", Utt: "1.1", Timed: true, Start: 1, End: 2, Voice: []float32{1}}}}}
		v.hide(s)
		x := &s[0].Tokens[0]
		if x.Timed == v.noTimes || (x.Voice == nil) != v.noTimes || (x.Utt == "") != v.noTurns || x.Text != "so" {
			t.Errorf("%s: %+v", v.title, x)
		}
	}
}
