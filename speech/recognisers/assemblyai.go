package recognisers

import (
	"encoding/json"
	"unicode/utf8"
)

// assemblyAI reads what AssemblyAI sends about live audio, of version 3 (https://www.assemblyai.com/docs/streaming/message-sequence)
// and 2. Each message of a turn has all its words. Those that are final stand; when all do, the same turn may come once more with
// punctuation, which comes too late then.
type assemblyAI struct {
	turn  int
	told  int  // words of the turn that stand
	ended bool // the turn is over
}

type assemblyWord struct {
	Text       string
	Start, End float64 // milliseconds
	Final      *bool   `json:"word_is_final"`
	Speaker    string
}

func (a *assemblyAI) message(b []byte, tell func(Update)) error {
	var m struct {
		Type, Error string
		Old         string `json:"message_type"`

		Turn       int    `json:"turn_order"`
		Ends       bool   `json:"end_of_turn"`
		Speaker    string `json:"speaker_label"`
		Transcript string
		Words      []assemblyWord

		Text string
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	switch {
	case m.Error != "":
		return said("AssemblyAI", m.Error)
	case m.Type == "Turn":
		a.turnOf(m.Turn, m.Ends, m.Transcript, assemblyWords(m.Words, m.Speaker), m.Words, tell)
	case m.Old == "PartialTranscript":
		tell(Update{Tail: timed(m.Text, assemblyWords(m.Words, ""))})
	case m.Old == "FinalTranscript":
		tell(Update{Words: timed(m.Text, assemblyWords(m.Words, "")), End: true})
	case m.Type == "" && m.Old == "":
		return unlike("AssemblyAI", "type", "message_type")
	}
	return nil
}

// turnOf reads a message about a turn.
func (a *assemblyAI) turnOf(n int, ends bool, transcript string, words []Word, list []assemblyWord, tell func(Update)) {
	if n != a.turn {
		a.turn, a.told, a.ended = n, 0, false
	}
	if a.ended {
		return // all of it stands
	}
	if len(words) == 0 {
		words = plain(transcript, "", interval(0, 0, false))
	}
	stand := len(words)
	if !ends {
		for stand = a.told; stand < len(list) && list[stand].Final != nil && *list[stand].Final; stand++ {
		}
	}
	from := min(a.told, len(words))
	stand = max(min(stand, len(words)), from)
	a.told, a.ended = stand, ends
	tell(Update{Words: words[from:stand], End: ends, Tail: words[stand:]})
}

func assemblyWords(list []assemblyWord, speaker string) []Word {
	words := make([]Word, 0, len(list))
	for _, w := range list {
		who := w.Speaker
		if who == "" {
			who = speaker
		}
		switch {
		case who == "UNKNOWN" || who == "PENDING":
			who = ""
		case who != "" && utf8.RuneCountInString(who) <= 2:
			who = "Speaker " + who
		}
		words = append(words, Word{w.Text, interval(w.Start/1000, w.End/1000, w.End > 0), who})
	}
	return words
}
