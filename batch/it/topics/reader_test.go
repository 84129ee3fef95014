package topics

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/tidytalk/tidytalk/batch/kafka"
)

// results are what a reader of committed records has seen of a topic.
type results struct {
	mu     sync.Mutex
	events map[string][]kafka.Event // by conversation, in the order in which they came
	at     map[string]time.Time     // when the last event of a conversation came
	ended  int
}

// read reads a topic of results from its beginning until the test ends.
func (c *cluster) read(topic string) *results {
	r := &results{events: make(map[string][]kafka.Event), at: make(map[string]time.Time)}
	reader := c.client(kgo.ConsumeTopics(topic), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(time.Second/10))
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(func() { cancel(); <-done })
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			reader.PollFetches(ctx).EachRecord(r.take)
		}
	}()
	return r
}

func (r *results) take(x *kgo.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var e kafka.Event
	if err := json.Unmarshal(x.Value, &e); err != nil || e.Conversation != string(x.Key) {
		e.Text = fmt.Sprintf("%v: %s", err, x.Value)
	}
	r.events[e.Conversation] = append(r.events[e.Conversation], e)
	if e.Last {
		r.at[e.Conversation] = time.Now()
		r.ended++
	}
}

// over returns how many ends were seen.
func (r *results) over() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// texts returns the texts of the conversations. It complains about events that are missing, there twice or behind the last.
func (r *results) texts(complain func(format string, args ...any)) map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[string]string)
	for name, events := range r.events {
		var text strings.Builder
		for i, e := range events {
			if e.ID != i || e.Last != (i == len(events)-1) || !e.Final {
				complain("%s: event %d of %d is %+v", name, i, len(events), e)
			}
			text.WriteString(e.Text)
		}
		out[name] = text.String()
	}
	return out
}
