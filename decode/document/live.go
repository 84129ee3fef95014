package document

import (
	"bytes"
	"context"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
)

// LiveEvent is what becomes of live text, as captions have it: a segment is provisional, and every event about it
// replaces what the one before has said, until one settles it and the next segment begins.
type LiveEvent struct {
	ID    int    `json:"id"` // of the segment, from 0
	Text  string `json:"text"`
	Final bool   `json:"final"`
}

// LiveOptions say what a Live tells of, and when it settles. The zero value settles as a Stream does.
type LiveOptions struct {
	StreamOptions
	// Settled leaves provisional events out.
	Settled bool
}

// Live cleans text as it comes, and tells of it at once: what is not settled yet as it would be if no more came. The
// texts of the final events, put together, are what a Stream with the same options writes; they never change. A segment
// is what settles at once. No mark that depends on what comes next alone stands at the end of a provisional text.
//
// A Live belongs to one goroutine, and calls back in it. Its memory does not grow with the text, but for a tail.
type Live struct {
	s      *Stream
	settle bytes.Buffer // what the stream has written
	tell   func(LiveEvent) error
	o      LiveOptions
	tail   string
	id     int
	shown  string // of the segment
	err    error
}

// NewLive returns a Live that calls tell with every event. An error of tell is that of the call that it was told in,
// and of all later ones. Errors are those of NewStream.
func (d *Decider) NewLive(ctx context.Context, tell func(LiveEvent) error, o LiveOptions) (*Live, error) {
	l := &Live{tell: tell, o: o}
	s, err := d.NewStream(ctx, &l.settle, o.StreamOptions)
	if err != nil {
		return nil, err
	}
	l.s = s
	return l, nil
}

// Write takes more text that stands, as Stream.Write does. What was a tail is forgotten: who still has one says so with
// Tail, or writes and replaces the tail at once with WriteTail.
func (l *Live) Write(b []byte) (int, error) { return l.WriteTail(b, "") }

// Tail replaces the words behind the text that stands which a recogniser may still change. They are read provisionally, and
// never settled. A tail that begins a word begins with a blank, unless the text that stands ends with one.
func (l *Live) Tail(text string) error {
	_, err := l.WriteTail(nil, text)
	return err
}

// WriteTail is Write and Tail in one, with one provisional event at most.
func (l *Live) WriteTail(stands []byte, tail string) (int, error) {
	if err := l.usable(); err != nil {
		return 0, err
	}
	n, err := l.s.Write(stands)
	if err != nil {
		l.err = err
		return n, err
	}
	l.tail = tail
	l.err = l.show()
	return n, l.err
}

// Flush settles what can be, for who does not want to wait, as Stream.Flush does; paused says that nobody is speaking.
func (l *Live) Flush(paused bool) error {
	if err := l.usable(); err != nil {
		return err
	}
	if l.err = l.s.Flush(paused); l.err == nil && l.settle.Len() > 0 { // else nothing is new
		l.err = l.show()
	}
	return l.err
}

// Close settles all that stands. A tail that was not written is lost. Closing again does nothing, and returns what the
// first call did.
func (l *Live) Close() error {
	if l.s.closed || l.err != nil {
		return l.err
	}
	l.tail = ""
	if l.err = l.s.Close(); l.err == nil {
		l.err = l.show()
	}
	return l.err
}

func (l *Live) usable() error {
	switch {
	case l.err != nil:
		return l.err
	case l.s.closed:
		return ErrClosed
	}
	return nil
}

// show tells of what is new.
func (l *Live) show() error {
	if l.settle.Len() > 0 {
		text := l.settle.String()
		l.settle.Reset()
		if err := l.tell(LiveEvent{ID: l.id, Text: text, Final: true}); err != nil {
			return err
		}
		l.id, l.shown = l.id+1, ""
	}
	if l.o.Settled {
		return nil
	}
	text, err := l.s.provisional(l.tail)
	if err != nil || text == l.shown {
		return err
	}
	l.shown = text
	return l.tell(LiveEvent{ID: l.id, Text: text})
}

// provisional returns what becomes of the text that is not settled, and a tail, if no more comes. It changes nothing.
func (s *Stream) provisional(tail string) (string, error) {
	line := s.line.String() + tail
	if s.closed || s.source == "" && line == "" && s.printer.Held() == 0 {
		return "", nil
	}
	if s.foreign != "" || s.word || !s.o.Decides() {
		return line, nil
	}
	var tokens []data.Token
	if line != "" || !s.looked || s.punctuated { // else all words are in the queue
		d, err := s.parse(line)
		if err != nil {
			return "", err
		}
		if s.looked && s.punctuated || !s.looked && len(d.Turns) > 0 && d.Turns[0].Punctuated {
			return s.provisionalSentences(line)
		}
		for i := range d.Tokens {
			tokens = append(tokens, data.Token{Text: d.Tokens[i].Text})
		}
	}
	if s.chinese {
		return line, nil
	}
	decisions, err := s.words.provisional(s.ctx, tokens, tail != "")
	if err != nil {
		return "", err
	}
	text, err := s.printer.Preview(s.source+line, decisions)
	return strings.TrimRightFunc(text, unicode.IsSpace), err
}

// provisionalSentences is provisional for text with punctuation.
func (s *Stream) provisionalSentences(line string) (string, error) {
	d, err := s.parse(line)
	if err != nil {
		return "", err
	}
	d.Assume(true, s.printer.Caseless)
	w := &work{Decider: s.d, doc: d}
	out, err := w.decideHeard(s.ctx)
	if err != nil {
		return "", err
	}
	return strings.TrimRightFunc(out.Edit(s.o.Rewriting).Text(), unicode.IsSpace), nil
}

// provisional returns decisions about the tokens of a queue and more of them, some of which may change, as they are if no
// more come. The queue stays as it is.
func (q *queue) provisional(ctx context.Context, tokens []data.Token, change bool) ([]data.Decision, error) {
	all := queue{decisions: append([]data.Decision(nil), q.decisions...), open: append([]bool(nil), q.open...)}
	words := all.take(tokens)
	preview := q.stream.PreviewHeard
	if change {
		preview = q.stream.Preview
	}
	out, err := preview(ctx, words...)
	if err != nil {
		return nil, err
	}
	all.put(&out)
	return all.decisions, nil
}
