package batch

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/timers"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
)

// Turn is a piece of a conversation: what somebody said, or a part of that, with its line end,
// such as "Ann: Uh, yes.\n".
type Turn struct {
	Seq  int64  `beam:"seq"` // its number in the conversation, from 0, without gaps
	Text string `beam:"text"`
	Last bool   `beam:"last"` // nothing comes after it
}

// Piece is a piece of a conversation that is cleaned. All pieces of a conversation, in the
// order of Index, are what 'tidytalk clean --stream' makes of it.
type Piece struct {
	Conversation string `beam:"conversation"`
	Index        int64  `beam:"index"` // from 0, without gaps
	Text         string `beam:"text"`
	Last         bool   `beam:"last"` // nothing comes after it
}

// StreamsOptions say how conversations are cleaned.
type StreamsOptions struct {
	Options
	// Silence is how long nothing is said, in event time, until a conversation is over that
	// has no last turn; 0 is ten minutes. Where input ends, all conversations are.
	Silence time.Duration `json:",omitempty"`
}

// defaultSilence is the default of StreamsOptions.Silence.
const defaultSilence = 10 * time.Minute

// Validate checks the options. Errors wrap ErrOptions.
func (o StreamsOptions) Validate() error {
	if o.Silence < 0 {
		return fmt.Errorf("%w: a silence of %s", ErrOptions, o.Silence)
	}
	_, err := o.parse("", true)
	return err
}

// Streams cleans conversations as they come: turns is a PCollection of KV<string, Turn>, keyed
// by conversation. It returns a PCollection of Piece, of what is committed, and one of Failure.
//
// Turns may come in any order, and more than once: those that come early wait, and copies are
// left out. The truth is in Beam's state: what was said, and how much of the result was
// emitted. The stream that cleans a conversation lives in the memory of a worker as long as it
// fits that; else what was said is cleaned anew, and what was emitted is left out. State is
// dropped when the last turn is there, or a silence is over; what comes for the conversation
// after that begins a new one. If turns are missing then, that is a failure, and what came
// behind them is cleaned without them. Text that cannot be cleaned is a failure, and ends its
// conversation.
//
// Bundles must not be cut between turns of a conversation. Beam's local runner does so while a
// bundle is slow: pipelines that run on Prism need --experiments=prism_disable_sdf_split.
//
// As with Clean, options that cannot be make this panic.
func Streams(s beam.Scope, turns beam.PCollection, o StreamsOptions) (pieces, failed beam.PCollection) {
	mustBe(o.Validate())
	o.Silence = cmp.Or(o.Silence, defaultSilence)
	return beam.ParDo2(s.Scope("tidytalk.Streams"), newCleanTurns(o), turns)
}

func init() {
	beam.RegisterType(reflect.TypeFor[Turn]())
	beam.RegisterType(reflect.TypeFor[Piece]())
	beam.RegisterType(reflect.TypeFor[position]())
	beam.RegisterDoFn(newCleanTurns(StreamsOptions{}))
	register.Emitter1[Piece]()
}

// position is how far a conversation is.
type position struct {
	Next    int64 `beam:"next"`    // the turn that is due
	Hash    int64 `beam:"hash"`    // of the turns before that
	Emitted int64 `beam:"emitted"` // bytes of the result
	Pieces  int64 `beam:"pieces"`
	Waiting int64 `beam:"waiting"` // turns that came early
	Silent  int64 `beam:"silent"`  // when it is over, in milliseconds of event time
	Broken  bool  `beam:"broken"`  // it cannot be cleaned
	Begun   bool  `beam:"begun"`
}

type cleanTurns struct {
	Options StreamsOptions
	At      state.Value[position]
	Said    state.Bag[Turn] // those before the one that is due; a bag has no order
	Early   state.Bag[Turn]
	Over    timers.EventTime

	m  *models
	id string // of the models
}

func newCleanTurns(o StreamsOptions) *cleanTurns {
	return &cleanTurns{
		Options: o,
		At:      state.MakeValueState[position]("at"),
		Said:    state.MakeBagState[Turn]("said"),
		Early:   state.MakeBagState[Turn]("early"),
		Over:    timers.InEventTime("over"),
	}
}

func (x *cleanTurns) Setup(ctx context.Context) (err error) {
	if x.m, err = load(ctx, x.Options.Options, purpose{Stream: true}); err == nil {
		x.id = x.m.key
	}
	return err
}

func (x *cleanTurns) ProcessElement(ctx context.Context, t beam.EventTime, sp state.Provider, tp timers.Provider, conversation string, turn Turn, emit func(Piece), fail func(Failure)) error {
	at, _, err := x.At.Read(sp)
	if err != nil {
		return err
	}
	if over := t.ToTime().Add(x.Options.Silence).UnixMilli(); !at.Begun || over > at.Silent {
		at.Silent, at.Begun = over, true
		x.Over.Set(tp, time.UnixMilli(over))
	}
	switch {
	case turn.Seq < at.Next:
		return x.At.Write(sp, at)
	case turn.Seq > at.Next:
		at.Waiting++
		if err := x.Early.Add(sp, turn); err != nil {
			return err
		}
		return x.At.Write(sp, at)
	}
	due := []Turn{turn}
	if at.Waiting > 0 {
		early, err := x.early(sp)
		if err != nil {
			return err
		}
		n := 0
		for ; n < len(early) && early[n].Seq <= due[len(due)-1].Seq+1; n++ {
			if early[n].Seq > due[len(due)-1].Seq {
				due = append(due, early[n])
			}
		}
		if err := x.wait(sp, &at, early[n:]); err != nil {
			return err
		}
	}
	last := slices.ContainsFunc(due, func(t Turn) bool { return t.Last })
	if err := x.say(ctx, sp, &at, conversation, due, last, emit, fail); err != nil {
		return err
	}
	if last {
		x.Over.Clear(tp)
		return x.forget(sp)
	}
	return x.At.Write(sp, at)
}

// OnTimer ends a conversation in which nothing was said for a while.
func (x *cleanTurns) OnTimer(ctx context.Context, t beam.EventTime, sp state.Provider, tp timers.Provider, conversation string, _ timers.Context, emit func(Piece), fail func(Failure)) error {
	at, ok, err := x.At.Read(sp)
	if err != nil || !ok {
		return err
	}
	var early []Turn
	if at.Waiting > 0 {
		if early, err = x.early(sp); err != nil {
			return err
		}
		failuresCount.Inc(ctx, 1)
		fail(Failure{Input: conversation, Error: fmt.Sprintf("%s: turn %d never came: those behind it are cleaned without it", conversation, at.Next)})
		early = slices.CompactFunc(early, func(a, b Turn) bool { return a.Seq == b.Seq })
	}
	if err := x.say(ctx, sp, &at, conversation, early, true, emit, fail); err != nil {
		return err
	}
	return x.forget(sp)
}

// early returns the turns that wait, in order.
func (x *cleanTurns) early(sp state.Provider) ([]Turn, error) {
	turns, _, err := x.Early.Read(sp)
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Seq, b.Seq) })
	return turns, err
}

// wait lets these turns wait, and no others.
func (x *cleanTurns) wait(sp state.Provider, at *position, turns []Turn) error {
	if err := x.Early.Clear(sp); err != nil {
		return err
	}
	at.Waiting = int64(len(turns))
	for _, t := range turns {
		if err := x.Early.Add(sp, t); err != nil {
			return err
		}
	}
	return nil
}

// forget drops the state of a conversation.
func (x *cleanTurns) forget(sp state.Provider) error {
	if err := x.At.Clear(sp); err != nil {
		return err
	}
	if err := x.Said.Clear(sp); err != nil {
		return err
	}
	return x.Early.Clear(sp)
}

// say cleans turns that are due, ends the conversation if they are the last, and emits what is
// committed.
func (x *cleanTurns) say(ctx context.Context, sp state.Provider, at *position, conversation string, due []Turn, last bool, emit func(Piece), fail func(Failure)) error {
	if at.Broken {
		if n := len(due); n > 0 {
			at.Next = due[n-1].Seq + 1
		}
		return nil
	}
	free, err := slot(ctx, x.m.slots)
	if err != nil {
		return err
	}
	defer free()
	start := time.Now()
	l, err := x.resume(ctx, sp, at, conversation)
	if err != nil {
		return err
	}
	// A piece for each turn, whichever of them came early: so pieces are the same after a
	// failure, when turns may come in another order.
	tell := func(ends bool) {
		if text := l.text(); text != "" || ends {
			emit(Piece{conversation, at.Pieces, text, ends})
			at.Pieces++
		}
	}
	for i, t := range due {
		if err := x.Said.Add(sp, t); err != nil {
			return err
		}
		l.take(t)
		if i < len(due)-1 && l.err == nil {
			tell(false)
		}
	}
	if last {
		l.end()
	}
	tell(last || l.err != nil)
	at.Next, at.Hash, at.Emitted = l.next, l.hash, l.emitted
	if l.err != nil {
		at.Broken = true
		failuresCount.Inc(ctx, 1)
		fail(*failureOf(conversation, l.err))
	}
	if !last && l.err == nil {
		lives.put(x.id, conversation, l)
	}
	millis.Update(ctx, time.Since(start).Milliseconds())
	return nil
}

// resume returns the stream of a conversation at a position.
func (x *cleanTurns) resume(ctx context.Context, sp state.Provider, at *position, conversation string) (*live, error) {
	if l := lives.take(x.id, conversation); l != nil && l.next == at.Next && l.hash == at.Hash && l.emitted == at.Emitted {
		return l, nil
	}
	said, _, err := x.Said.Read(sp)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(said, func(a, b Turn) int { return cmp.Compare(a.Seq, b.Seq) })
	l := &live{name: conversation}
	f := *x.m.cleaning
	f.Note = func(name string, line int, text string) { log.Warnf(ctx, "%s:%d: %s", name, line, text) }
	// It lives longer than the bundle, and so than its context.
	if l.stream, err = x.m.cleaner.NewStream(context.Background(), &l.out, f.StreamOptions(conversation)); err != nil {
		return nil, err
	}
	for _, t := range said {
		l.take(t)
	}
	if hook := replayHook; hook != nil {
		hook(conversation, len(said))
	}
	if int64(l.out.Len()) < at.Emitted {
		return nil, fmt.Errorf("%s: %d bytes were emitted, and %d come of what was said", conversation, at.Emitted, l.out.Len())
	}
	rest := l.out.String()[at.Emitted:]
	l.out.Reset()
	l.out.WriteString(rest)
	l.emitted = at.Emitted
	return l, nil
}

// replayHook is called for streams that are begun anew, with the turns that were said; tests
// count them.
var replayHook func(conversation string, turns int)

// live is the stream of a conversation.
type live struct {
	name    string
	stream  *tidytalk.Stream
	out     strings.Builder // what is not emitted
	next    int64           // as in position
	hash    int64
	emitted int64
	err     error
}

// take takes a turn.
func (l *live) take(t Turn) {
	l.next = t.Seq + 1
	l.hash = int64(xxh3.HashStringSeed(t.Text, uint64(l.hash)))
	l.do(func() error {
		_, err := l.stream.Write([]byte(t.Text))
		return err
	})
}

// end ends the conversation.
func (l *live) end() { l.do(l.stream.Close) }

// do does something, unless something went wrong before.
func (l *live) do(something func() error) {
	defer fault.Catch(l.name, &l.err)
	if l.err == nil {
		l.err = something()
	}
}

// text returns what is to be emitted.
func (l *live) text() string {
	text := l.out.String()
	l.out.Reset()
	l.emitted += int64(len(text))
	return text
}

// lives are the streams of the conversations that this process has cleaned last.
var lives = cache{most: 1000}

// cache holds streams that nobody works with. Who does takes them out, so that no two do.
type cache struct {
	mu    sync.Mutex
	most  int
	byKey map[string]*list.Element
	order list.List // of cached, the newest first
}

type cached struct {
	key string
	l   *live
}

func (c *cache) take(id, conversation string) *live {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[id+" "+conversation]
	if !ok {
		return nil
	}
	return c.remove(e).l
}

func (c *cache) remove(e *list.Element) cached {
	x := c.order.Remove(e).(cached)
	delete(c.byKey, x.key)
	return x
}

func (c *cache) put(id, conversation string, l *live) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey == nil {
		c.byKey = make(map[string]*list.Element)
	}
	key := id + " " + conversation
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
	c.byKey[key] = c.order.PushFront(cached{key, l})
	if c.order.Len() > c.most {
		c.remove(c.order.Back())
	}
}
