package formats

import (
	"fmt"
	"strings"
)

func writeWhisper(b *strings.Builder, t *Transcript) error {
	type word struct {
		Word        string  `json:"word"`
		Start       second  `json:"start"`
		End         second  `json:"end"`
		Probability float64 `json:"probability,omitempty"`
	}
	type segment struct {
		ID      int    `json:"id"`
		Start   second `json:"start"`
		End     second `json:"end"`
		Text    string `json:"text"`
		Speaker string `json:"speaker,omitempty"`
		Words   []word `json:"words,omitempty"`
	}
	out := struct {
		Text     string    `json:"text"`
		Segments []segment `json:"segments"`
		Language string    `json:"language"`
	}{Text: " " + t.text(), Segments: []segment{}, Language: "en"}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		x := segment{ID: i, Start: second(u.Time.Start), End: second(u.Time.End), Text: " " + u.Text(), Speaker: u.Speaker}
		if u.timed() {
			u.fill()
			for _, w := range u.Words {
				text := w.Text()
				if !w.Tight {
					text = " " + text
				}
				x.Words = append(x.Words, word{text, second(w.Time.Start), second(w.Time.End), w.Confidence})
			}
		}
		out.Segments = append(out.Segments, x)
	}
	return writeJSON(b, out)
}

func writeWhisperCPP(b *strings.Builder, t *Transcript) error {
	type offsets struct {
		From millis `json:"from"`
		To   millis `json:"to"`
	}
	type stamps struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	type segment struct {
		Timestamps stamps  `json:"timestamps"`
		Offsets    offsets `json:"offsets"`
		Text       string  `json:"text"`
		Speaker    string  `json:"speaker,omitempty"`
	}
	out := struct {
		Result struct {
			Language string `json:"language"`
		} `json:"result"`
		Transcription []segment `json:"transcription"`
	}{Transcription: []segment{}}
	out.Result.Language = "en"
	for i := range t.Utterances {
		u := &t.Utterances[i]
		out.Transcription = append(out.Transcription, segment{
			stamps{clock(u.Time.Start, ","), clock(u.Time.End, ",")}, offsets{millis(u.Time.Start), millis(u.Time.End)}, " " + u.Text(), u.Speaker,
		})
	}
	return writeJSON(b, out)
}

// numbers numbers the speakers in the order in which they first speak.
func (t *Transcript) numbers() map[string]int {
	out := make(map[string]int)
	for i := range t.Utterances {
		if name := t.Utterances[i].Speaker; name != "" {
			if _, ok := out[name]; !ok {
				out[name] = len(out)
			}
		}
	}
	return out
}

func writeDeepgram(b *strings.Builder, t *Transcript) error {
	type word struct {
		Word       string  `json:"word"`
		Start      second  `json:"start"`
		End        second  `json:"end"`
		Confidence float64 `json:"confidence"`
		Speaker    *int    `json:"speaker,omitempty"`
		Punctuated string  `json:"punctuated_word"`
	}
	type alternative struct {
		Transcript string `json:"transcript"`
		Words      []word `json:"words"`
	}
	type channel struct {
		Alternatives []alternative `json:"alternatives"`
	}
	best := alternative{Transcript: t.text(), Words: []word{}}
	numbers := t.numbers()
	end := 0.0
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var speaker *int
		if n, ok := numbers[u.Speaker]; ok {
			speaker = &n
		}
		for _, w := range u.spoken() {
			best.Words = append(best.Words, word{strings.ToLower(w.Core), second(w.Time.Start), second(w.Time.End), w.Confidence, speaker, w.Text()})
			end = max(end, w.Time.End)
		}
	}
	var out struct {
		Metadata struct {
			Duration second `json:"duration"`
			Channels int    `json:"channels"`
		} `json:"metadata"`
		Results struct {
			Channels []channel `json:"channels"`
		} `json:"results"`
	}
	out.Metadata.Duration, out.Metadata.Channels = second(end), 1
	out.Results.Channels = []channel{{[]alternative{best}}}
	return writeJSON(b, out)
}

func writeAssemblyAI(b *strings.Builder, t *Transcript) error {
	type word struct {
		Text       string  `json:"text"`
		Start      millis  `json:"start"`
		End        millis  `json:"end"`
		Confidence float64 `json:"confidence"`
		Speaker    *string `json:"speaker"`
	}
	type utterance struct {
		Speaker string `json:"speaker"`
		Text    string `json:"text"`
		Start   millis `json:"start"`
		End     millis `json:"end"`
		Words   []word `json:"words"`
	}
	out := struct {
		Status     string      `json:"status"`
		Text       string      `json:"text"`
		Words      []word      `json:"words"`
		Utterances []utterance `json:"utterances,omitempty"`
	}{Status: "completed", Text: t.text(), Words: []word{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var speaker *string
		if n, ok := numbers[u.Speaker]; ok {
			letter := fmt.Sprint(n + 1)
			if n < 26 {
				letter = string(rune('A' + n))
			}
			speaker = &letter
		}
		var words []word
		for _, w := range u.spoken() {
			words = append(words, word{w.Text(), millis(w.Time.Start), millis(w.Time.End), w.Confidence, speaker})
		}
		out.Words = append(out.Words, words...)
		if speaker != nil && len(words) > 0 {
			out.Utterances = append(out.Utterances, utterance{*speaker, u.Text(), millis(u.Time.Start), millis(u.Time.End), words})
		}
	}
	return writeJSON(b, out)
}

func writeAWS(b *strings.Builder, t *Transcript) error {
	type alternative struct {
		Confidence string `json:"confidence"`
		Content    string `json:"content"`
	}
	type item struct {
		Start        string        `json:"start_time,omitempty"`
		End          string        `json:"end_time,omitempty"`
		Alternatives []alternative `json:"alternatives"`
		Type         string        `json:"type"`
		Speaker      string        `json:"speaker_label,omitempty"`
	}
	type transcript struct {
		Transcript string `json:"transcript"`
	}
	var out struct {
		JobName string `json:"jobName"`
		Status  string `json:"status"`
		Results struct {
			Transcripts []transcript `json:"transcripts"`
			Items       []item       `json:"items"`
		} `json:"results"`
	}
	out.JobName, out.Status = t.recording(), "COMPLETED"
	out.Results.Transcripts = []transcript{{t.text()}}
	out.Results.Items = []item{}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		speaker := ""
		if n, ok := numbers[u.Speaker]; ok {
			speaker = fmt.Sprintf("spk_%d", n)
		}
		for _, w := range u.spoken() {
			out.Results.Items = append(out.Results.Items, item{
				fmt.Sprintf("%.3f", w.Time.Start), fmt.Sprintf("%.3f", w.Time.End), []alternative{{fmt.Sprintf("%.3f", w.Confidence), w.Core}}, "pronunciation", speaker,
			})
			for _, mark := range w.Trail {
				if strings.ContainsRune(".,?!;:", mark) {
					out.Results.Items = append(out.Results.Items, item{Alternatives: []alternative{{"0.0", string(mark)}}, Type: "punctuation", Speaker: speaker})
				}
			}
		}
	}
	return writeJSON(b, out)
}

func writeGoogle(b *strings.Builder, t *Transcript) error {
	type word struct {
		Start      string  `json:"startTime"`
		End        string  `json:"endTime"`
		Word       string  `json:"word"`
		Confidence float64 `json:"confidence,omitempty"`
		Speaker    int     `json:"speakerTag,omitempty"`
	}
	type alternative struct {
		Transcript string `json:"transcript"`
		Words      []word `json:"words"`
	}
	type result struct {
		Alternatives []alternative `json:"alternatives"`
		End          string        `json:"resultEndTime"`
	}
	out := struct {
		Results []result `json:"results"`
	}{[]result{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		spoken := Utterance{Words: u.spoken()}
		if len(spoken.Words) == 0 {
			continue
		}
		a := alternative{Transcript: spoken.Text(), Words: []word{}}
		speaker := 0
		if n, ok := numbers[u.Speaker]; ok {
			speaker = n + 1
		}
		for _, w := range u.spoken() {
			a.Words = append(a.Words, word{fmt.Sprintf("%.3fs", w.Time.Start), fmt.Sprintf("%.3fs", w.Time.End), w.Text(), w.Confidence, speaker})
		}
		out.Results = append(out.Results, result{[]alternative{a}, fmt.Sprintf("%.3fs", u.Time.End)})
	}
	return writeJSON(b, out)
}
