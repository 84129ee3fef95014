package adapt

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Document returns the sides of a conversation as a transcript: a sentence is an utterance,
// with the punctuation that is written. Speakers are the letters of the sides.
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

// SidesOf returns the words of a transcript as sides that nobody has annotated, one of each
// speaker. Sentences end where the text has final punctuation, and at ends of turns.
func SidesOf(d *transcript.Document) []data.Side {
	speakers := make(map[string]int)
	var out []data.Side
	for i := range d.Turns {
		turn := &d.Turns[i]
		n, ok := speakers[turn.Speaker]
		if !ok {
			n = len(out)
			speakers[turn.Speaker] = n
			out = append(out, data.Side{Conv: 1, Speaker: 'A' + byte(n%26), Unlabelled: true})
		}
		side := &out[n]
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			word := &d.Words[w]
			for t := word.Tokens.Start; t < word.Tokens.End; t++ {
				token := data.Token{Text: d.Tokens[t].Text, Utt: strconv.Itoa(i+1) + ".1", Timed: word.Time.Known, Start: word.Time.Start, End: word.Time.End}
				if t+1 == word.Tokens.End {
					token.Punct = markAfter(d.Source[word.Core.End:word.Bytes.End])
					if word.Final {
						token.Boundary = data.Complete
					}
				}
				side.Tokens = append(side.Tokens, token)
			}
		}
		if last := len(side.Tokens) - 1; last >= 0 {
			side.Tokens[last].Boundary = data.Complete
		}
	}
	return slices.DeleteFunc(out, func(s data.Side) bool { return len(s.Tokens) == 0 })
}

// markAfter returns the punctuation mark behind a word, 0 for none.
func markAfter(s string) byte {
	if i := strings.IndexAny(s, ".,?!;:"); i >= 0 {
		return s[i]
	}
	return 0
}
