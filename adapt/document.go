package adapt

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// Document returns the sides of a conversation as a transcript: a sentence is an utterance,
// with the marks that are written. Speakers are the letters of the sides.
func Document(name string, sides []data.Side) *transcript.Document {
	var out []transcript.Utterance
	for i := range sides {
		s := &sides[i]
		var u transcript.Utterance
		for t := range s.Tokens {
			token := &s.Tokens[t]
			text := token.Text
			if token.Punct != 0 {
				text += string(token.Punct)
			}
			n := len(u.Pieces)
			if n > 0 && token.Clitic() && s.Tokens[t-1].Punct == 0 && !s.Tokens[t-1].Partial() {
				last := &u.Pieces[n-1]
				last.Text += text
				last.Time.End = max(last.Time.End, token.End)
			} else {
				u.Pieces = append(u.Pieces, transcript.Piece{Text: text, Spaced: n > 0, Time: transcript.Interval{Start: token.Start, End: token.End, Known: token.Timed}})
			}
			if token.Boundary == data.NoBoundary && t+1 < len(s.Tokens) {
				continue
			}
			u.Speaker = string(rune(s.Speaker))
			for k := range u.Pieces {
				switch time := u.Pieces[k].Time; {
				case !time.Known:
				case !u.Time.Known:
					u.Time = time
				default:
					u.Time.End = max(u.Time.End, time.End)
				}
			}
			out = append(out, u)
			u = transcript.Utterance{}
		}
	}
	return transcript.Build(name, slices.Clip(out))
}
