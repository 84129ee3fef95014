package recognisers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Error is about what a recogniser has sent.
type Error struct {
	Line    int // from 1, of the text that was read
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Reader reads the messages of a recogniser.
type Reader struct {
	kind   *Kind // nil: it is not known yet
	source source
	emit   func(Update) error
	split  splitter
	auto   bool   // nobody knows whether messages come, or lines
	begun  []byte // so far, while that is so
	tail   []Word
	err    error
}

// source reads the messages of one kind, and tells what they say, in order. Errors are without a line.
type source interface {
	message(b []byte, tell func(Update)) error
}

// liner is a source that has no messages, but lines as a terminal shows them.
type liner interface {
	source
	write(b []byte, tell func(Update)) error
	close(tell func(Update))
}

// NewReader returns a reader of the messages of a kind, by its name, or of Auto: that of the first message that tells.
// emit is called with what they say; its errors are those of Write. The error is about the name.
func NewReader(name string, emit func(Update) error) (*Reader, error) {
	r := &Reader{emit: emit, auto: name == Auto}
	if r.auto {
		return r, nil
	}
	k, err := find(name)
	if err != nil {
		return nil, err
	}
	r.choose(k)
	return r, nil
}

func (r *Reader) choose(k *Kind) { r.kind, r.source = k, k.source() }

// Kind returns the name of the recogniser, "" while it is not known.
func (r *Reader) Kind() string {
	if r.kind == nil {
		return ""
	}
	return r.kind.Name
}

// Write takes what has come, cut anywhere. After an error, which is an *Error where a message is to blame, it takes nothing
// more.
func (r *Reader) Write(b []byte) (int, error) {
	if r.err == nil {
		r.err = r.take(b)
	}
	if r.err != nil {
		return 0, r.err
	}
	return len(b), nil
}

func (r *Reader) take(b []byte) error {
	if r.auto {
		if r.begun = append(r.begun, b...); !tells(r.begun) {
			return nil
		}
		b = r.begun
		r.decide()
	}
	if l, ok := r.source.(liner); ok {
		return r.collect(func(tell func(Update)) error { return l.write(b, tell) })
	}
	return r.split.write(b, r.object)
}

// tells reports whether the beginning of a text is enough to see whether it consists of messages, or of lines.
func tells(begun []byte) bool {
	text := bytes.TrimSpace(begun)
	return len(text) >= longestOpening || bytes.ContainsAny(text, "{\n") || len(text) > 0 && begun[len(begun)-1] == '\n'
}

// decide decides that.
func (r *Reader) decide() {
	if k := linesBy(r.begun); k != nil {
		r.choose(k)
	}
	r.auto, r.begun = false, nil
}

// Message takes a whole message, such as one of a WebSocket, or a part of one.
func (r *Reader) Message(b []byte) error {
	if _, err := r.Write(b); err != nil {
		return err
	}
	if _, lines := r.source.(liner); !lines && !r.split.inObject() {
		_, err := r.Write([]byte{'\n'})
		return err
	}
	return nil
}

// object reads a message.
func (r *Reader) object(b []byte, line int) error {
	if !json.Valid(b) {
		var any json.RawMessage
		return &Error{line, fmt.Sprintf("this is no JSON: %v", json.Unmarshal(b, &any))}
	}
	if r.kind == nil {
		k, err := kindOf(b)
		if err != nil {
			return &Error{line, err.Error()}
		}
		if k == nil {
			return nil // it says nothing of who has sent it
		}
		r.choose(k)
	}
	err := r.collect(func(tell func(Update)) error { return r.source.message(b, tell) })
	var of *Error
	var shape *json.UnmarshalTypeError
	switch {
	case errors.As(err, &shape):
		return &Error{line, fmt.Sprintf("this is not what %s sends: %q is no %v but a %s", r.kind.Title, strings.ToLower(path.Ext("." + shape.Field))[1:], shape.Type, shape.Value)}
	case errors.Is(err, errMessage) && !errors.As(err, &of):
		return &Error{line, err.Error()}
	}
	return err
}

// errMessage is wrapped by errors of sources.
var errMessage = errors.New("what the recogniser has sent")

// refused is an error about a message.
type refused string

func (e refused) Error() string        { return string(e) }
func (e refused) Is(target error) bool { return target == errMessage }

// unlike is the error about a message that is none of a kind.
func unlike(title string, members ...string) error {
	return refused(fmt.Sprintf("this is no message of %s, which has %q", title, members))
}

// said is the error that a recogniser tells of itself.
func said(title, message string) error {
	return refused(fmt.Sprintf("%s has failed: %s", title, message))
}

// collect hands on what a source tells.
func (r *Reader) collect(read func(tell func(Update)) error) error {
	var failed error
	err := read(func(u Update) {
		if failed == nil {
			r.tail = u.Tail
			failed = r.emit(u)
		}
	})
	if failed != nil {
		return failed
	}
	return err
}

// Close ends the text. What was still to change stands then, since nobody will change it: no word is lost. The error is that of
// a message that was cut off, or of Write.
func (r *Reader) Close() error {
	if r.auto && r.err == nil {
		begun := r.begun
		r.decide()
		r.err = r.take(begun)
	}
	if l, ok := r.source.(liner); ok && r.err == nil {
		r.err = r.collect(func(tell func(Update)) error { l.close(tell); return nil })
	}
	if len(r.tail) > 0 && (r.err == nil || errors.As(r.err, new(*Error))) {
		tail := r.tail
		r.tail = nil
		if err := r.emit(Update{Words: tail, End: true}); err != nil {
			return err
		}
	}
	if r.err == nil {
		r.err = r.split.close()
	}
	return r.err
}
