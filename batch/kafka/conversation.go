package kafka

import (
	"context"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// conversation is one that is open, or was until a while ago.
type conversation struct {
	key    string
	first  int64 // offset of the record that has begun it
	before int64 // time of the partition before that

	numbered bool      // its records have numbers
	next     int64     // the number that is due
	early    []message // those that wait, by their numbers
	waiting  int       // bytes of them
	since    int64     // when the first one of them began to wait for what is missing
	gaps     []gap     // what was given up

	heard   int64 // when a record came last
	spoke   int64 // when text came last
	waited  int64 // for text, in all, since it was flushed
	paused  bool  // it was flushed since text came
	ended   bool
	planned int64 // when something is due; 0: nothing

	ops  []op
	talk *cleaning.Talk // nil: nothing was said, or it is over
	out  *[]Event       // where events go
	told int            // events
	over bool           // the last event was told
}

// gap is a stretch of numbers, without the end.
type gap struct{ from, to int64 }

// missed reports whether a record was given up.
func (c *conversation) missed(seq int64) bool {
	return slices.ContainsFunc(c.gaps, func(g gap) bool { return g.from <= seq && seq < g.to })
}

// op is something to do for a conversation.
type op struct {
	kind   kind
	text   []byte
	offset int64 // of the record by which it came
}

type kind uint8

const (
	put   kind = iota // take the text
	flush             // settle what can be
	pause             // settle what can be where nobody speaks
	end               // settle all
)

// cleaner cleans conversations.
type cleaner struct {
	cleaning *cleaning.Cleaning
	cleaner  *tidytalk.Cleaner
	slots    chan struct{} // one is taken for each conversation that is worked on
}

// done is what became of what there was to do in a conversation.
type done struct {
	events []Event
	failed *Failure
}

// all does what there is to do, side by side, and returns what became of it in the order of work.
func (x *cleaner) all(work []*conversation, partition int32) []done {
	out := make([]done, len(work))
	var running sync.WaitGroup
	for i, c := range work {
		x.slots <- struct{}{}
		running.Go(func() {
			defer func() { <-x.slots }()
			out[i] = x.do(c, partition)
		})
	}
	running.Wait()
	return out
}

// do does what there is to do in a conversation.
func (x *cleaner) do(c *conversation, partition int32) (out done) {
	ops := c.ops
	c.ops = nil
	for i := range ops {
		if c.over {
			break
		}
		o := &ops[i]
		begun := len(out.events)
		err := x.step(c, o, &out.events)
		if err != nil {
			out.failed = &Failure{c.key, partition, o.offset, err.Error()}
		}
		if err == nil && o.kind != end {
			continue
		}
		// Text that cannot be cleaned ends its conversation.
		if len(out.events) == begun {
			x.tell(c, "", &out.events)
		}
		out.events[len(out.events)-1].Last = true
		c.over, c.talk = true, nil
	}
	return out
}

// step does one thing. Each record is cleaned by itself, so that events are the same whatever records come at once.
func (x *cleaner) step(c *conversation, o *op, events *[]Event) (err error) {
	defer fault.Catch(c.key, &err)
	if c.talk == nil {
		if o.kind != put {
			return nil
		}
		f := *x.cleaning
		f.Note = nil
		// It lives as long as the conversation does.
		c.talk, err = f.NewTalk(context.Background(), x.cleaner, c.key, func(e tidytalk.LiveEvent) error {
			x.tell(c, e.Text, c.out)
			return nil
		})
		if err != nil {
			return err
		}
	}
	c.out = events
	switch o.kind {
	case put:
		if err := c.talk.Message(o.text); err != nil {
			c.talk.Close() // what stood before it counts
			return err
		}
		return c.talk.Tell()
	case flush:
		return c.talk.Flush(false)
	case pause:
		return c.talk.Flush(true)
	}
	return c.talk.Close()
}

// tell tells of a text that is settled.
func (x *cleaner) tell(c *conversation, text string, events *[]Event) {
	*events = append(*events, Event{Conversation: c.key, ID: c.told, Text: text, Final: true})
	c.told++
}
