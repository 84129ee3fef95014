package recognisers

import "encoding/json"

// plainLines is tidytalk's own form.
type plainLines struct{}

func (*plainLines) message(b []byte, tell func(Update)) error {
	var m struct {
		Text       *string
		Final      bool
		Last       bool // an utterance ends
		Start, End *float64
		Speaker    string
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	if m.Text == nil && !m.Last {
		return unlike("tidytalk's own form", "text", "final")
	}
	var words []Word
	if m.Text != nil {
		at := interval(0, 0, false)
		if m.Start != nil && m.End != nil {
			at = interval(*m.Start, *m.End, true)
		}
		words = plain(*m.Text, m.Speaker, at)
	}
	if m.Final || m.Last {
		tell(Update{Words: words, End: m.Last})
	} else {
		tell(Update{Tail: words})
	}
	return nil
}

// vosk reads the results of Vosk: https://alphacephei.com/vosk/server.
type vosk struct{}

type voskWord struct {
	Word       string
	Start, End float64
}

func (*vosk) message(b []byte, tell func(Update)) error {
	type result struct {
		Text    *string
		Result  []voskWord
		Partial *string
		Words   []voskWord `json:"partial_result"`
		Speaker string
	}
	var m struct {
		result
		Alternatives []result
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	best := m.result
	if len(m.Alternatives) > 0 {
		best = m.Alternatives[0]
	}
	switch {
	case best.Partial != nil:
		tell(Update{Tail: timed(*best.Partial, voskWords(best.Words, ""))})
	case best.Text != nil:
		words := timed(*best.Text, voskWords(best.Result, best.Speaker))
		tell(Update{Words: words, End: len(words) > 0})
	default:
		return unlike("Vosk", "partial", "text")
	}
	return nil
}

func voskWords(list []voskWord, speaker string) []Word {
	words := make([]Word, 0, len(list))
	for _, w := range list {
		words = append(words, Word{w.Word, interval(w.Start, w.End, true), speaker})
	}
	return words
}

// sherpa reads what the servers of sherpa-onnx send: the whole text of a segment with each message. A segment that is over says
// so, or another one begins: https://k2-fsa.github.io/sherpa/onnx/websocket.
type sherpa struct {
	segment int
	begun   bool
	tail    []Word // of the segment
}

func (s *sherpa) message(b []byte, tell func(Update)) error {
	var m struct {
		Text    *string
		Segment *int
		Final   bool      `json:"is_final"`
		Eof     bool      `json:"is_eof"`
		Start   float64   `json:"start_time"`
		Times   []float64 `json:"timestamps"`
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	if m.Text == nil || m.Segment == nil {
		return unlike("sherpa-onnx", "text", "segment")
	}
	if s.begun && *m.Segment != s.segment && len(s.tail) > 0 {
		tell(Update{Words: s.tail, End: true})
		s.tail = nil
	}
	s.segment, s.begun = *m.Segment, true
	at := interval(0, 0, false)
	if n := len(m.Times); n > 0 {
		at = interval(m.Start+m.Times[0], m.Start+m.Times[n-1], true)
	}
	words := plain(*m.Text, "", at)
	if m.Final || m.Eof {
		tell(Update{Words: words, End: len(words) > 0})
		s.tail = nil
		return nil
	}
	if len(words) == 0 && len(s.tail) > 0 { // the text of a segment does not go, but where it is begun anew
		tell(Update{Words: s.tail, End: true})
	} else {
		tell(Update{Tail: words})
	}
	s.tail = words
	return nil
}
