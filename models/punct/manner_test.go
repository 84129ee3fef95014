package punct

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
)

// Ends are set where they are sure enough for the kind of text; less sure ones are commas, or nothing.
func TestLeastEnd(t *testing.T) {
	talk, edited := data.Talk{Words: 4000, Signs: 200}, data.Talk{Words: 4000}
	if got := mannerOf(talk); got != (manner{0, leastEndTalk}) {
		t.Errorf("conversations: %+v", got)
	}
	if got := mannerOf(edited); got != (manner{1, leastEndEdited}) {
		t.Errorf("edited text: %+v", got)
	}
	for _, words := range []int{0, 40} {
		if got := mannerOf(data.Talk{Words: words}).end; got != leastEndTalk {
			t.Errorf("text of which little is known: %v", got)
		}
	}
	if got := mannerOf(data.Talk{Words: 150}).end; got <= leastEndTalk || got >= leastEndEdited {
		t.Errorf("a few sentences: %v", got)
	}
	for _, test := range []struct {
		scores [neural.NumMarks]float64
		end    float64
		want   data.Punct
	}{
		{[neural.NumMarks]float64{neural.NoMark: 0.5, neural.EndPeriod: 0.5}, leastEndTalk, data.Period},
		{[neural.NumMarks]float64{neural.NoMark: 0.5, neural.EndPeriod: 0.5}, leastEndEdited, data.NoPunct},
		{[neural.NumMarks]float64{neural.NoMark: 0.1, neural.Comma: 0.4, neural.EndPeriod: 0.5}, leastEndEdited, data.Comma},
		{[neural.NumMarks]float64{neural.NoMark: 0.4, neural.EndQMark: 0.4, neural.EndPeriod: 0.2}, leastEndEdited, data.QMark},
		{[neural.NumMarks]float64{neural.NoMark: 0.6, neural.Comma: 0.4}, leastEndEdited, data.Comma},
	} {
		var p Prediction
		p.Reset(1)
		p.put(0, &test.scores, 0.35, test.end)
		if p.Puncts[0] != test.want {
			t.Errorf("%v, ends from %v on: %v, not %v", test.scores, test.end, p.Puncts[0], test.want)
		}
	}
}
