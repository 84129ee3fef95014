package cleaning

import (
	"bytes"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/speech/recognisers"
)

// LivePrefix is what the option from has before the name of a recogniser whose messages come as live text.
const LivePrefix = "live:"

// liveNames are what the option from takes for live text of recognisers.
func liveNames() []string {
	var names []string
	for _, name := range recognisers.Names() {
		names = append(names, LivePrefix+name)
	}
	return names
}

// Talk is live text on its way to be cleaned: it takes text, or the messages of a recogniser, and what has come since it was
// last told is cleaned at once, however many parts it came in. It belongs to one goroutine.
type Talk struct {
	live   *tidytalk.Live
	reader *recognisers.Reader // nil: text comes as it is

	stands []byte // since the last Tell
	tail   string
	news   bool // there is something to tell

	speaker string // of the line
	last    string // the word that stands last in the line; "": there is none
	spaced  bool   // nothing has to stand between it, or the text, and another word
	begun   bool   // there is some text
}

// NewTalk returns a Talk that calls tell with what becomes of the text; of provisional text only where the options ask for it.
// Errors are those of Cleaner.NewLive.
func (f *Cleaning) NewTalk(ctx context.Context, cleaner *tidytalk.Cleaner, name string, tell func(tidytalk.LiveEvent) error) (*Talk, error) {
	live, err := cleaner.NewLive(ctx, tell, tidytalk.LiveOptions{StreamOptions: f.StreamOptions(name), Settled: !f.Provisional})
	if err != nil {
		return nil, err
	}
	t := &Talk{live: live}
	if f.Recogniser != "" {
		t.reader, err = recognisers.NewReader(f.Recogniser, t.heard)
	}
	return t, err
}

// Put takes more of what comes, cut anywhere: text that stands, or messages. Errors are *recognisers.Error.
func (t *Talk) Put(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if t.reader != nil {
		_, err := t.reader.Write(b)
		return err
	}
	t.stands, t.tail, t.news = append(t.stands, b...), "", true
	end, _ := utf8.DecodeLastRune(b)
	t.begun, t.spaced = true, unicode.IsSpace(end) || language.IsFullWidth(end)
	return nil
}

// Message takes a message of a WebSocket: text that stands, or one of a recogniser, which is whole.
func (t *Talk) Message(b []byte) error {
	if t.reader != nil {
		return t.reader.Message(b)
	}
	return t.Put(b)
}

// Tail replaces the words that may still change. A blank stands between them and the text, if it has none there. Of
// recognisers they come with their messages.
func (t *Talk) Tail(text string) {
	if first, _ := utf8.DecodeRuneInString(text); text != "" && t.begun && !t.spaced && !unicode.IsSpace(first) && !language.IsFullWidth(first) {
		text = " " + text
	}
	t.tail, t.news = text, true
}

// Recognises reports whether messages of a recogniser come, and no text.
func (t *Talk) Recognises() bool { return t.reader != nil }

// Tell has what has come since it was last told cleaned.
func (t *Talk) Tell() error {
	if !t.news {
		return nil
	}
	stands := t.stands
	t.stands, t.news = t.stands[:0], false
	_, err := t.live.WriteTail(stands, t.tail)
	return err
}

// Flush settles what can be: see Live.Flush.
func (t *Talk) Flush(paused bool) error {
	if err := t.Tell(); err != nil {
		return err
	}
	return t.live.Flush(paused)
}

// Close ends the text: what stands is settled, and what a recogniser might still have changed.
func (t *Talk) Close() error {
	var broken error
	if t.reader != nil {
		broken = t.reader.Close()
	}
	err := t.Tell()
	if err == nil {
		err = t.live.Close()
	}
	if err == nil {
		err = broken
	}
	return err
}

// heard takes what a message of a recogniser says. What stands becomes text as transcripts are written: a line for each
// utterance, with the speaker in front where one is known.
func (t *Talk) heard(u recognisers.Update) error {
	t.news = true
	for i := range u.Words {
		t.stands = t.word(t.stands, &u.Words[i])
	}
	if u.End {
		t.stands = t.endLine(t.stands)
	}
	now := *t // the tail goes on where what stands ends
	var tail []byte
	for i := range u.Tail {
		tail = now.word(tail, &u.Tail[i])
	}
	t.tail = strings.TrimSuffix(string(tail), " ")
	return nil
}

// endLine ends the line, if there is something in it. A blank that is not told yet does not stay at its end.
func (t *Talk) endLine(to []byte) []byte {
	if t.last == "" {
		return to
	}
	t.last, t.spaced = "", false
	return append(bytes.TrimSuffix(to, []byte(" ")), '\n')
}

// word appends a word to a text, with what belongs before it, and the blank behind it, without which nobody knows that it is whole.
func (t *Talk) word(to []byte, w *recognisers.Word) []byte {
	if w.Speaker != "" && w.Speaker != t.speaker {
		to = t.endLine(to)
		t.speaker = w.Speaker
	}
	switch {
	case t.last == "" && t.speaker != "":
		to = append(to, t.speaker...)
		to = append(to, ": "...)
	case t.last != "" && !t.spaced && !language.Unspaced(t.last, w.Text):
		to = append(to, ' ')
	}
	to = append(to, w.Text...)
	end, _ := utf8.DecodeLastRuneInString(w.Text)
	if t.last, t.spaced = w.Text, !language.IsFullWidth(end); t.spaced {
		to = append(to, ' ')
	}
	return to
}
