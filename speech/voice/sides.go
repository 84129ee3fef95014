package voice

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// HearSides gives the tokens of the sides of one conversation in a corpus what a recording
// says at them, as Hear and Set do for transcripts: the last token of each word that is in
// the recording gets data.Token.Voice. Speaker A is on the first channel, and B on the second one; all are on the
// only channel of a recording. It returns what is odd, for people. The error is an *Unfit; the tokens
// are as they were then.
func HearSides(sides []data.Side, tracks []*prosody.Tracks) (warnings []string, err error) {
	h := &Heard{Channels: make(map[string]int)}
	var tokens []*data.Token // of each of Features
	said := 0
	for i := range sides {
		s := &sides[i]
		c := int(s.Speaker) - 'A'
		switch {
		case len(tracks) == 1:
			c = 0
		case c < 0 || c > 1 || c >= len(tracks):
			return nil, unfit("speaker %c has no channel: of a recording of several, the first is that of A, and the second that of B", s.Speaker)
		}
		h.Channels[string(s.Speaker)] = c
		words, last := prosody.TokenWords(s.Tokens, string(s.Speaker))
		said += len(words)
		for k := range words {
			if w := &words[k]; !math.IsNaN(w.Start) && w.Start <= w.End {
				w.TurnEnds = w.TurnEnds || k+1 == len(words)
				h.Words = append(h.Words, Word{Word: *w, Index: len(tokens), Channel: c})
				tokens = append(tokens, &s.Tokens[last[k]])
			}
		}
	}
	if len(h.Words) == 0 {
		return nil, unfit("no word has a time")
	}
	h.Features = make([][]float32, len(tokens))
	if err := h.recorded(tracks, said); err != nil {
		return nil, err
	}
	if err := h.measure(tracks, &Options{Syllables: true}); err != nil {
		return nil, err
	}
	h.extract(nil)
	for i, t := range tokens {
		t.Voice = h.Features[i]
	}
	return h.Warnings, nil
}
