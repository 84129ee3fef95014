package recognisers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// google reads answers of Google Cloud to live audio, as JSON of any of its libraries, of version 1 and 2:
// https://cloud.google.com/speech-to-text/docs/reference/rpc/google.cloud.speech.v1#streamingrecognizeresponse.
// What is not final of an answer are several stretches, the more stable one first.
type google struct{}

type googleResult struct {
	Alternatives []struct {
		Transcript string
		Words      []struct {
			Word   string
			Start  duration `json:"startTime"`
			End    duration `json:"endTime"`
			Start1 duration `json:"start_time"`
			End1   duration `json:"end_time"`
			Start2 duration `json:"startOffset"`
			End2   duration `json:"endOffset"`
			Tag    int      `json:"speakerTag"`
			Label  string   `json:"speakerLabel"`
		}
	}
	Final  bool `json:"isFinal"`
	Final1 bool `json:"is_final"`
}

func (*google) message(b []byte, tell func(Update)) error {
	var m struct {
		Results []googleResult
		Error   *struct{ Message string }
		Event   *json.RawMessage `json:"speechEventType"`
		Event1  *json.RawMessage `json:"speech_event_type"`
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	switch {
	case m.Error != nil && m.Error.Message != "":
		return said("Google Cloud", m.Error.Message)
	case m.Results == nil && m.Event == nil && m.Event1 == nil && len(b) > len("{}"):
		return unlike("Google Cloud", "results")
	case len(m.Results) == 0:
		return nil
	}
	var tail []Word
	for i := range m.Results {
		if r := &m.Results[i]; !r.Final && !r.Final1 {
			tail = append(tail, r.words()...)
		}
	}
	told := false
	for i := range m.Results {
		if r := &m.Results[i]; r.Final || r.Final1 {
			words := r.words()
			tell(Update{Words: words, End: len(words) > 0, Tail: tail})
			told = true
		}
	}
	if !told {
		tell(Update{Tail: tail})
	}
	return nil
}

func (r *googleResult) words() []Word {
	if len(r.Alternatives) == 0 {
		return nil
	}
	best := &r.Alternatives[0]
	words := make([]Word, 0, len(best.Words))
	for _, w := range best.Words {
		start, end := max(w.Start, w.Start1, w.Start2), max(w.End, w.End1, w.End2)
		x := Word{Text: w.Word, Time: interval(float64(start), float64(end), end > 0)}
		switch {
		case w.Label != "":
			x.Speaker = "Speaker " + w.Label
		case w.Tag > 0:
			x.Speaker = fmt.Sprintf("Speaker %d", w.Tag)
		}
		words = append(words, x)
	}
	return timed(best.Transcript, words)
}

// duration is one of protocol buffers, in seconds: "1.300s", or {"seconds": "1", "nanos": 300000000}.
type duration float64

// UnmarshalJSON reads one.
func (d *duration) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if strings.HasPrefix(text, "{") {
		var parts struct {
			Seconds json.Number
			Nanos   float64
		}
		if err := json.Unmarshal(b, &parts); err != nil {
			return err
		}
		seconds, _ := parts.Seconds.Float64()
		*d = duration(seconds + parts.Nanos*1e-9)
		return nil
	}
	if text == "null" {
		return nil
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil {
		return refused(fmt.Sprintf("%s is no time", excerpt(string(b))))
	}
	*d = duration(x)
	return nil
}
