package kafka

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Headers of records.
const (
	headerSeq  = "seq"           // number in the conversation, from 0, without gaps
	headerLast = "last"          // nothing comes after it
	headerTick = "tidytalk-tick" // a record that says what time it is, of no conversation
)

// message is a record of the topic of words.
type message struct {
	offset int64
	time   int64  // of the record, in milliseconds
	key    string // of the conversation; "": a tick
	seq    int64  // -1: it is taken where it stands
	text   []byte // or a message of a recogniser
	last   bool
	bad    error // it cannot be read
}

// words is the value of a record that no recogniser has sent.
type words struct {
	Text *string `json:"text"`
	Seq  *int64  `json:"seq"`
	Last bool    `json:"last"`
}

// Event is the value of a record of results: a text that is settled, and never changes. All texts of a conversation, in
// the order of ID, are what 'tidytalk clean --stream' makes of it.
type Event struct {
	Conversation string `json:"conversation"`
	ID           int    `json:"id"` // from 0, without gaps
	Text         string `json:"text"`
	Final        bool   `json:"final"`          // always, as in events of live text
	Last         bool   `json:"last,omitempty"` // nothing comes after it
}

// Failure is the value of a record of failures. Errors have nothing of the text, but what is no JSON of it.
type Failure struct {
	Conversation string `json:"conversation"` // "": the record has none
	Partition    int32  `json:"partition"`    // of the topic of words
	Offset       int64  `json:"offset"`       // at which it was noticed
	Error        string `json:"error"`
}

// tick returns the record that says what time it is to a partition.
func tick(topic string, partition int32) *kgo.Record {
	return &kgo.Record{Topic: topic, Partition: partition, Headers: []kgo.RecordHeader{{Key: headerTick}}}
}

// read returns what a record says; raw: its value is the message of a recogniser. Without a value, it ends its
// conversation.
func read(r *kgo.Record, raw bool) message {
	m := message{offset: r.Offset, time: r.Timestamp.UnixMilli(), key: string(r.Key), seq: -1, last: r.Value == nil}
	for _, h := range r.Headers {
		switch h.Key {
		case headerTick:
			return message{offset: m.offset, time: m.time, seq: -1}
		case headerSeq:
			n, err := strconv.ParseInt(string(h.Value), 10, 64)
			if err != nil || n < 0 {
				m.bad = fmt.Errorf("the header %s is no number from 0: %.20q", headerSeq, h.Value)
			}
			m.seq = n
		case headerLast:
			last, err := strconv.ParseBool(string(h.Value))
			if err != nil {
				m.bad = fmt.Errorf("the header %s is neither true nor false: %.20q", headerLast, h.Value)
			}
			m.last = last
		}
	}
	switch {
	case m.bad != nil:
	case m.key == "":
		m.bad = errors.New("the record has no key: that is the name of the conversation")
	case raw || r.Value == nil:
		m.text = r.Value
	default:
		m.bad = m.words(r.Value)
	}
	return m
}

// words reads a value that is an object.
func (m *message) words(value []byte) error {
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	var w words
	err := d.Decode(&w)
	if err == nil && d.More() {
		err = errors.New("there is more behind the object")
	}
	switch {
	case err != nil:
		return fmt.Errorf(`the value is not like {"text": "so um ", "seq": 0, "last": false}: %w`, err)
	case w.Text == nil && !w.Last:
		return errors.New(`the value has no "text"`)
	case w.Seq != nil && *w.Seq < 0:
		return fmt.Errorf("seq is %d: numbers begin with 0", *w.Seq)
	}
	if w.Text != nil {
		m.text = []byte(*w.Text)
	}
	if w.Seq != nil {
		m.seq = *w.Seq
	}
	m.last = m.last || w.Last
	return nil
}
