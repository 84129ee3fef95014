package kafka

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
)

// mostWaiting is how many bytes of a conversation wait for a record that is missing. If more come, it is given up.
const mostWaiting = 1 << 20

// times are how long things wait, in milliseconds of the times of records.
type times struct {
	silence int64 // until a conversation is over in which nothing comes
	wait    int64 // for a record that is missing
	flush   int64 // for more text, until what can be is settled; 0: never
}

// partition is what follows from the records of a partition so far. All of it depends on nothing but these, in their
// order. It belongs to one goroutine.
type partition struct {
	number int32
	times  times
	next   int64 // offset of the record that comes
	now    int64 // the latest time of a record

	byKey     map[string]*conversation
	deadlines deadlines
	work      []*conversation // those with something to do, in the order in which they got it
	failures  []Failure
	copies    int64 // records that had come before
	rebuilds  bool  // what happens was told of before: conversations that end need not be cleaned
}

func newPartition(number int32, t times, next, now int64) *partition {
	return &partition{number: number, times: t, next: next, now: now, byKey: make(map[string]*conversation)}
}

// from returns where a reading has to begin that is to know what this knows, with the time before that.
func (p *partition) from() (offset, now int64) {
	offset, now = p.next, p.now
	for _, c := range p.byKey {
		if c.first < offset {
			offset, now = c.first, c.before
		}
	}
	return offset, now
}

// take takes the next record.
func (p *partition) take(m *message) {
	p.next = m.offset + 1
	if m.time > p.now {
		p.pass(m.time)
	}
	switch {
	case m.bad != nil:
		p.fail(m.key, m.offset, m.bad.Error())
		return
	case m.key == "":
		return
	}
	c, bare := p.byKey[m.key], m.seq < 0 && len(m.text) == 0
	switch {
	case c == nil && bare:
		return // the end of nothing
	case c == nil, c.ended && !c.numbered && m.seq < 0 && !bare:
		c = p.begin(m)
	}
	c.heard = p.now
	if !bare && c.numbered != (m.seq >= 0) {
		p.fail(c.key, m.offset, "of a conversation either all records have numbers, or none")
	} else if !c.ended || m.seq >= 0 {
		p.order(c, m)
	}
	p.plan(c)
}

// begin begins a conversation with a record.
func (p *partition) begin(m *message) *conversation {
	c := &conversation{key: m.key, first: m.offset, before: p.now, spoke: p.now, numbered: m.seq >= 0}
	p.byKey[m.key] = c
	return c
}

// order takes a record if it is due, with those behind it, and lets it wait if it came early.
func (p *partition) order(c *conversation, m *message) {
	switch {
	case m.seq >= 0 && m.seq < c.next:
		if c.missed(m.seq) {
			p.fail(c.key, m.offset, fmt.Sprintf("record %d came too late: those behind it were cleaned without it", m.seq))
		} else {
			p.copies++
		}
	case c.ended:
		p.fail(c.key, m.offset, fmt.Sprintf("record %d came behind the last one", m.seq))
	case m.seq > c.next:
		p.early(c, m)
	default:
		p.say(c, m)
		p.due(c)
	}
}

// early lets a record wait.
func (p *partition) early(c *conversation, m *message) {
	at, there := slices.BinarySearchFunc(c.early, m.seq, func(e message, seq int64) int { return cmp.Compare(e.seq, seq) })
	if there {
		p.copies++
		return
	}
	if len(c.early) == 0 {
		c.since = p.now
	}
	c.early = slices.Insert(c.early, at, *m)
	if c.waiting += len(m.text); c.waiting > mostWaiting {
		p.giveUp(c)
	}
}

// due takes the records that wait, up to the next one that is missing.
func (p *partition) due(c *conversation) {
	n := 0
	for ; n < len(c.early) && !c.ended && c.early[n].seq == c.next; n++ {
		c.waiting -= len(c.early[n].text)
		p.say(c, &c.early[n])
	}
	if n > 0 {
		c.early = slices.Delete(c.early, 0, n)
		c.since = p.now // of another one
	}
	if c.ended && len(c.early) > 0 {
		p.fail(c.key, c.early[0].offset, fmt.Sprintf("records %d to %d came behind the last one", c.early[0].seq, c.early[len(c.early)-1].seq))
		c.early, c.waiting = nil, 0
	}
}

// giveUp goes on without the records that are missing before the first one that waits.
func (p *partition) giveUp(c *conversation) {
	from, to := c.next, c.early[0].seq
	p.fail(c.key, c.early[0].offset, fmt.Sprintf("records %d to %d never came: those behind them are cleaned without them", from, to-1))
	c.gaps = append(c.gaps, gap{from, to})
	c.next = to
	p.due(c)
}

// say hands what a record says to its conversation.
func (p *partition) say(c *conversation, m *message) {
	if m.seq >= 0 {
		c.next = m.seq + 1
	}
	if len(m.text) > 0 {
		p.todo(c, op{put, m.text, m.offset})
		if c.waited += p.now - c.spoke; p.times.flush > 0 && c.waited >= p.times.flush {
			c.waited = 0
			p.todo(c, op{kind: flush, offset: m.offset})
		}
		c.spoke, c.paused = p.now, false
	}
	if m.last {
		p.end(c, m.offset)
	}
}

// end ends a conversation. It is remembered until nothing has come for a silence, so that copies of its records do not begin
// another one.
func (p *partition) end(c *conversation, offset int64) {
	c.ended = true
	p.todo(c, op{kind: end, offset: offset})
	if p.rebuilds {
		c.ops = nil
	}
}

// todo gives a conversation something to do.
func (p *partition) todo(c *conversation, o op) {
	if len(c.ops) == 0 {
		p.work = append(p.work, c)
	}
	c.ops = append(c.ops, o)
}

func (p *partition) fail(conversation string, offset int64, message string) {
	p.failures = append(p.failures, Failure{conversation, p.number, offset, message})
}

// taken returns the conversations that have something to do, and the failures, since it was last called.
func (p *partition) taken() (work []*conversation, failures []Failure) {
	work, failures = p.work, p.failures
	p.work, p.failures = nil, nil
	return work, failures
}

// pass lets time pass: what waits until then happens, in the order of its times.
func (p *partition) pass(now int64) {
	for {
		at, ok := p.waits()
		if !ok || at > now {
			break
		}
		c := heap.Pop(&p.deadlines).(deadline).of
		c.planned = 0
		p.now = max(p.now, at)
		p.over(c)
		p.plan(c)
	}
	p.now = now
}

// over does what is due in a conversation now.
func (p *partition) over(c *conversation) {
	offset := p.next - 1
	switch {
	case len(c.early) > 0 && c.since+p.times.wait <= p.now:
		p.giveUp(c)
	case c.heard+p.times.silence <= p.now:
		if !c.ended {
			p.end(c, offset)
		}
		// When it is forgotten depends on its last record alone: who has not read the first one forgets it then, too.
		delete(p.byKey, c.key)
	case p.pauses(c) && c.spoke+p.times.flush <= p.now:
		c.paused, c.waited = true, 0
		p.todo(c, op{kind: pause, offset: offset})
	}
}

// pauses reports whether text of a conversation waits for more.
func (p *partition) pauses(c *conversation) bool { return p.times.flush > 0 && !c.paused && !c.ended }

// dueAt returns when something is due in a conversation if nothing comes.
func (p *partition) dueAt(c *conversation) int64 {
	at := c.heard + p.times.silence
	if len(c.early) > 0 {
		at = min(at, c.since+p.times.wait)
	}
	if p.pauses(c) {
		at = min(at, c.spoke+p.times.flush)
	}
	return at
}

// plan notes when something is due in a conversation. A note of something earlier stays: it is looked at then.
func (p *partition) plan(c *conversation) {
	if p.byKey[c.key] != c {
		return
	}
	if at := p.dueAt(c); c.planned == 0 || at < c.planned {
		c.planned = at
		heap.Push(&p.deadlines, deadline{at, c.first, c})
	}
}

// waits returns until when something waits in the partition, which is then the first of the deadlines; ok: something does.
func (p *partition) waits() (until int64, ok bool) {
	for len(p.deadlines) > 0 {
		d := p.deadlines[0]
		here := p.byKey[d.of.key] == d.of && d.of.planned == d.at
		if here && p.dueAt(d.of) <= d.at {
			return d.at, true
		}
		if heap.Pop(&p.deadlines); here { // something has come meanwhile
			d.of.planned = 0
			p.plan(d.of)
		}
	}
	return 0, false
}

// deadline is when something is due in a conversation.
type deadline struct {
	at    int64
	first int64 // of the conversation, so that their order is one
	of    *conversation
}

// deadlines is a heap. Those that do not hold any more stay until it is their turn.
type deadlines []deadline

func (d deadlines) Len() int      { return len(d) }
func (d deadlines) Swap(i, j int) { d[i], d[j] = d[j], d[i] }
func (d deadlines) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(d[i].at, d[j].at), cmp.Compare(d[i].first, d[j].first)) < 0
}
func (d *deadlines) Push(x any) { *d = append(*d, x.(deadline)) }
func (d *deadlines) Pop() any {
	last := len(*d) - 1
	x := (*d)[last]
	(*d)[last] = deadline{}
	*d = (*d)[:last]
	return x
}
