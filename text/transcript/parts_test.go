package transcript

import (
	"reflect"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestParts makes of the parts of a stream what is made of all of it.
func TestParts(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		var said []Utterance
		at := 0.0
		for range t.Int("utterances", 1, 30) {
			u := Utterance{}
			if at += drawn.Of(t, "later", 0, 0, 1.0); t.Bool("timed") {
				u.Time = Interval{at, at + 1, true}
			}
			for range t.Int("words", 0, 9) {
				p := Piece{Text: drawn.Of(t, "word", "so", "it's", "[noise]", "uh-", "yes"), Spaced: true}
				if t.Bool("word timed") {
					p.Time = Interval{at, at + 0.1, true}
				}
				u.Pieces = append(u.Pieces, p)
			}
			said = append(said, u)
		}
		d := Build("x", said)
		for _, s := range d.Streams() {
			want := d.Sentence(s).Tokens
			var got []data.Token
			size := t.Int("size", 9, 40) // no utterance is longer
			for _, part := range d.Parts(s, size) {
				got = append(got, d.Sentence(part).Tokens...)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("parts have\n%v\nnot\n%v", got, want)
			}
		}
	})
}
