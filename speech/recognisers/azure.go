package recognisers

import "encoding/json"

// azure reads speech.hypothesis and speech.phrase of Azure:
// https://learn.microsoft.com/azure/ai-services/speech-service/get-speech-recognition-results. Times are in units of 100 ns.
type azure struct{}

type azureWord struct {
	Word, Display    string
	Offset, Duration float64
}

// tick is the unit of its times, in seconds.
const tick = 1e-7

func (*azure) message(b []byte, tell func(Update)) error {
	var m struct {
		Status           string  `json:"RecognitionStatus"`
		Text             *string // of hypotheses
		Display          *string `json:"DisplayText"`
		Offset, Duration float64
		Speaker          string `json:"SpeakerId"`
		NBest            []struct {
			Display, Lexical string
			Words            []azureWord
		}
		Context *json.RawMessage
		Type    string
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	if m.Speaker == "Unknown" {
		m.Speaker = ""
	}
	at := interval(m.Offset*tick, (m.Offset+m.Duration)*tick, m.Duration > 0)
	switch {
	case m.Status == "Error":
		return said("Azure", "RecognitionStatus is Error")
	case m.Status == "Success" && len(m.NBest) > 0:
		best := &m.NBest[0]
		words := make([]Word, 0, len(best.Words))
		for _, w := range best.Words {
			words = append(words, Word{w.Word, interval(w.Offset*tick, (w.Offset+w.Duration)*tick, true), m.Speaker})
		}
		text := best.Display
		if text == "" {
			text = best.Lexical
		}
		if len(words) == 0 {
			words = plain(text, m.Speaker, at)
		}
		tell(Update{Words: timed(text, words), End: true})
	case m.Status == "Success" && (m.Display != nil || m.Text != nil):
		text := m.Display
		if text == nil {
			text = m.Text
		}
		tell(Update{Words: plain(*text, m.Speaker, at), End: true})
	case m.Status != "": // NoMatch, InitialSilenceTimeout and others: nothing was said
		tell(Update{})
	case m.Text != nil:
		tell(Update{Tail: plain(*m.Text, m.Speaker, at)})
	}
	return nil // about the turn
}
