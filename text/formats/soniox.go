package formats

import (
	"encoding/json"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// sonioxMembers recognises answers of Soniox by their tokens, one or a list of messages.
func sonioxMembers(r *node) bool {
	messages := r.list()
	for _, m := range append([]*node{r}, messages[:min(len(messages), 20)]...) {
		for _, t := range sonioxTokens(m).list() {
			if t.get("text") == nil {
				return false
			}
			if t.get("start_ms") != nil || t.get("is_final") != nil || t.get("translation_status") != nil {
				return true
			}
		}
		if m.get("tokens") != nil && m.get("final_audio_proc_ms") != nil {
			return true
		}
	}
	return false
}

// sonioxTokens returns the list of tokens of a message; the first version of the service calls
// them words.
func sonioxTokens(m *node) *node {
	if tokens := m.get("tokens"); tokens != nil {
		return tokens
	}
	if words := m.get("words"); m.get("final_proc_time_ms") != nil {
		return words
	}
	return nil
}

// sniffSoniox reports whether text is messages of the service for live speech, one after another.
func sniffSoniox(text string) bool {
	d := json.NewDecoder(strings.NewReader(text[:min(len(text), valuesHead)]))
	tokens := false
	for range 2 {
		var m struct {
			Tokens []struct {
				Final *bool `json:"is_final"`
			}
			Done *float64 `json:"final_audio_proc_ms"`
		}
		if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") || d.Decode(&m) != nil || m.Done == nil && len(m.Tokens) == 0 {
			return false
		}
		tokens = tokens || m.Done != nil || m.Tokens[0].Final != nil
	}
	return tokens
}

// readSoniox reads transcripts of Soniox, and messages of its service for live speech, in a list
// or one after another. Tokens are pieces of words, and bring their blanks along. Those that are
// not final yet follow those that are; what is a translation stays.
func readSoniox(f *File) error {
	values, err := f.jsonValues()
	if err != nil {
		return err
	}
	var messages []*node
	for _, v := range values {
		if v.kind == '[' {
			messages = append(messages, v.list()...)
		} else {
			messages = append(messages, v)
		}
	}
	s := &soniox{f: f, words: newWordList(f), early: newWordList(f)}
	s.words.spaced, s.early.spaced = true, true
	s.early.v.draft = true
	for _, m := range messages {
		for _, t := range sonioxTokens(m).list() {
			s.final = s.final || t.scalar("is_final") == "true"
		}
	}
	for _, m := range messages {
		if err := s.message(m); err != nil {
			return err
		}
	}
	s.words.end(s.words.u.Speaker, transcript.Interval{})
	texts := newTexts(f)
	for _, m := range messages {
		texts.addAll(m.get("text"))
	}
	f.finish = func(o *outcome) {
		s.words.drop(o)
		s.early.drop(o)
	}
	return nil
}

// soniox collects tokens.
type soniox struct {
	f            *File
	words, early *wordList
	final        bool // some tokens are final
	language     string
}

// message adds the tokens of a message.
func (s *soniox) message(m *node) error {
	list := sonioxTokens(m)
	if m.kind != '{' || list == nil && m.get("text") == nil || list != nil && list.kind != '[' {
		if why := m.str("error_message"); why != "" {
			return s.f.errorLine(m.from, "this is an error of Soniox: %s", why)
		}
		return s.f.errorLine(m.from, "this does not look like Soniox: there is no list %q: fetch the transcript, not the transcription", "tokens")
	}
	for _, t := range list.list() {
		text := t.get("text")
		if text == nil || text.kind != '"' {
			return s.f.errorLine(t.from, "this looks like Soniox, but a token has no %q", "text")
		}
		if t.str("translation_status") == "translation" {
			s.f.keeps(t)
			continue
		}
		if strings.HasPrefix(text.text, "<") && strings.HasSuffix(text.text, ">") {
			continue // "<end>": somebody has stopped to talk
		}
		if l := t.str("language"); l != s.language {
			s.language = l
			s.f.inLanguage(l)
		}
		time := seconds(t, "start_ms", "end_ms", 1e-3)
		if length, ok := t.number("duration_ms"); ok && !time.Known {
			if from, ok := t.number("start_ms"); ok {
				time = s.f.interval(t.from, from*1e-3, (from+length)*1e-3, true)
			}
		}
		l := s.words
		if s.final && t.scalar("is_final") == "false" {
			l = s.early
		}
		l.pieceOf(sonioxSpeaker(t), list, t, text, time, probability(t, "confidence"))
	}
	s.early.end(s.early.u.Speaker, transcript.Interval{})
	return nil
}

// pieceOf is flow for pieces of words that bring their blanks along: where a word goes on, so
// does the utterance.
func (l *wordList) pieceOf(speaker string, list, element, s *node, time transcript.Interval, confidence float64) {
	n := len(l.u.Pieces)
	starts := s.kind == '"' && strings.HasPrefix(s.text, " ")
	if n > 0 && (l.u.Speaker != speaker || starts && time.Known && l.u.Pieces[n-1].Time.Known && time.Start-l.u.Pieces[n-1].Time.End > wordPause) {
		l.end(l.u.Speaker, transcript.Interval{})
	}
	l.u.Speaker = speaker
	l.word(list, element, s, time, confidence, true)
}

// sonioxSpeaker returns the name of who says a token: speakers are numbers, mostly.
func sonioxSpeaker(t *node) string {
	s := t.scalar("speaker")
	if s != "" && strings.Trim(s, "0123456789") == "" {
		return "Speaker " + s
	}
	return s
}
