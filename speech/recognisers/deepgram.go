package recognisers

import (
	"encoding/json"
	"fmt"
)

// deepgram reads what Deepgram sends about live audio: https://developers.deepgram.com/docs/interim-results.
// Channels are heard apart, each with words of its own that may change.
type deepgram struct {
	tails [][]Word // of channels
	ended bool     // nothing was said since an utterance has ended
}

func (d *deepgram) message(b []byte, tell func(Update)) error {
	var m struct {
		Type    string
		Channel json.RawMessage
		Index   []int `json:"channel_index"`
		Final   bool  `json:"is_final"`
		Ends    bool  `json:"speech_final"`

		Description, Message string // of errors

		Event      string // of Flux
		Transcript *string
		Words      []deepgramWord
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	switch m.Type {
	case "Results", "":
		if m.Channel == nil {
			return unlike("Deepgram", "type", "channel")
		}
		return d.results(m.Channel, m.Index, m.Final, m.Ends, tell)
	case "UtteranceEnd":
		if !d.ended {
			d.ended = true
			tell(Update{End: true, Tail: d.tail()})
		}
	case "TurnInfo":
		if m.Transcript == nil {
			return unlike("Deepgram", "event", "transcript")
		}
		words := timed(*m.Transcript, deepgramWords(m.Words, ""))
		if m.Event == "EndOfTurn" {
			tell(Update{Words: words, End: true})
		} else {
			tell(Update{Tail: words})
		}
	case "Error":
		return said("Deepgram", m.Description+m.Message)
	}
	return nil // about the session
}

type deepgramWord struct {
	Word       string
	Written    string `json:"punctuated_word"`
	Start, End *float64
	Speaker    *int
}

func (d *deepgram) results(channel json.RawMessage, index []int, final, ends bool, tell func(Update)) error {
	var m struct {
		Alternatives []struct {
			Transcript string
			Words      []deepgramWord
		}
	}
	if err := json.Unmarshal(channel, &m); err != nil {
		return err
	}
	n, speaker := 0, ""
	const mostChannels = 64
	if len(index) == 2 && index[1] > 1 && index[0] >= 0 && index[0] < mostChannels {
		n, speaker = index[0], fmt.Sprintf("Channel %d", index[0])
	}
	for len(d.tails) <= n {
		d.tails = append(d.tails, nil)
	}
	var words []Word
	if len(m.Alternatives) > 0 {
		words = timed(m.Alternatives[0].Transcript, deepgramWords(m.Alternatives[0].Words, speaker))
	}
	if !final {
		d.tails[n] = words
		tell(Update{Tail: d.tail()})
		return nil
	}
	d.tails[n] = nil
	d.ended = d.ended && len(words) == 0
	u := Update{Words: words, End: ends && !d.ended, Tail: d.tail()}
	d.ended = d.ended || ends
	tell(u)
	return nil
}

// tail returns what may change of all channels.
func (d *deepgram) tail() []Word {
	var all []Word
	for _, t := range d.tails {
		all = append(all, t...)
	}
	return all
}

func deepgramWords(list []deepgramWord, channel string) []Word {
	words := make([]Word, 0, len(list))
	for _, w := range list {
		x := Word{Text: w.Written, Speaker: channel}
		if x.Text == "" {
			x.Text = w.Word
		}
		if w.Start != nil && w.End != nil {
			x.Time = interval(*w.Start, *w.End, true)
		}
		if w.Speaker != nil {
			x.Speaker = fmt.Sprintf("Speaker %d", *w.Speaker)
		}
		words = append(words, x)
	}
	return words
}
