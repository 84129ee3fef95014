package prosody

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestTokenWords(t *testing.T) {
	timed := func(text string, start, end float64, turn string) data.Token {
		return data.Token{Text: text, Timed: true, Start: start, End: end, Utt: turn}
	}
	nan := math.NaN()
	for _, c := range []struct {
		tokens []data.Token
		want   string
	}{
		{nil, ""},
		{[]data.Token{timed("do", 1, 2, "1.1"), timed("n't", 1, 2, "1.1"), timed("you", 2, 3, "1.2")}, "don't 1-2@1 you 2-3@2"},
		{[]data.Token{timed("i", 1, 2, "1"), timed("would", 2, 3, "1"), timed("n't", 2, 3, "1"), timed("'ve", 2, 3, "3")}, "i 1-2@0 wouldn't've 2-3@3"},
		{[]data.Token{timed("yes", 1, 2, "1.1"), timed("so", 3, 4, "3.1")}, "yes 1-2@0. so 3-4@1"},
		{[]data.Token{timed("a", 1, 2, ""), {Text: "b"}, {Text: "c"}, timed("d", 1, 2, "")}, "a 1-2@0 b NaN-NaN@1 c NaN-NaN@2 d 1-2@3"},
		{[]data.Token{timed("a", nan, 2, ""), timed("b", nan, 2, "")}, "a NaN-2@0 b NaN-2@1"},
		{[]data.Token{{Text: "a", Start: 1, End: 2}, {Text: "b", Start: 1, End: 2}}, "a NaN-NaN@0 b NaN-NaN@1"},
	} {
		words, last := TokenWords(c.tokens, "A")
		var got []string
		for i, w := range words {
			text := fmt.Sprintf("%s %v-%v@%d", w.Text, w.Start, w.End, last[i])
			if w.TurnEnds {
				text += "."
			}
			if w.Speaker != "A" || !math.IsNaN(w.F0Mean) {
				t.Errorf("%+v", w)
			}
			got = append(got, text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
}
