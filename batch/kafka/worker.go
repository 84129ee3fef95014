package kafka

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/tidytalk/tidytalk"
)

// Worker cleans conversations of the partitions that its group gives it.
type Worker struct {
	Options
	times   times
	cleaner *cleaner
	key     string
	raw     bool // values are messages of a recogniser

	mu       sync.Mutex
	assigned map[int32]bool // partitions that the group has given it; true: what is known of them does not count
	revoked  bool           // some were taken away

	known  map[int32]*partition
	kept   map[int32]*partition // what was known of partitions that are not this member's for now
	ticked map[int32]time.Time
	count  counts
}

// counts are what was committed.
type counts struct{ records, events, failures, copies int64 }

// New returns a worker. Errors about options wrap ErrOptions.
func New(o Options) (*Worker, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	f, err := o.parse()
	if err != nil {
		return nil, err
	}
	w := &Worker{Options: o, kept: make(map[int32]*partition), raw: f.Recogniser != "", key: o.key(f)}
	w.times = times{silence: o.Silence.Milliseconds(), wait: o.Wait.Milliseconds(), flush: int64(f.FlushAfter * 1000)}
	w.cleaner = &cleaner{cleaning: f, slots: make(chan struct{}, o.Jobs)}
	if w.cleaner.cleaner, err = tidytalk.New(o.Bundle, f.Options); err != nil {
		return nil, err
	}
	return w, nil
}

// errFinal is wrapped by errors that trying again does not mend.
var errFinal = errors.New("trying again does not help")

// Run cleans what comes until ctx is done, and returns nil then. Where brokers fail, it tries again, for any time; errors
// are those that waiting does not mend.
func (w *Worker) Run(ctx context.Context) error {
	const least, most = time.Second / 4, 10 * time.Second
	wait := least
	checked := false
	for ctx.Err() == nil {
		begun := time.Now()
		var err error
		if !checked {
			err = w.checkTopics(ctx)
			checked = err == nil
		}
		if err == nil {
			err = w.session(ctx)
		}
		if err == nil || ctx.Err() != nil {
			break
		}
		switch {
		case errors.Is(err, kerr.FencedInstanceID):
			return fmt.Errorf("another worker of the group is called %q: %w", w.Instance, err)
		case final(err):
			return err
		}
		if time.Since(begun) > most {
			wait = least
		}
		w.Log.Warn("begins anew", "error", err, "in", wait.String())
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, most)
	}
	w.Log.Info("ends", "records", w.count.records, "events", w.count.events, "failures", w.count.failures, "copies", w.count.copies)
	return nil
}

// final reports whether trying again does not help.
func final(err error) bool {
	// As with a wrong password: somebody has to give it another certificate.
	if unknown := new(tls.CertificateVerificationError); errors.As(err, &unknown) {
		return true
	}
	for _, e := range []error{
		errFinal, kerr.TopicAuthorizationFailed, kerr.GroupAuthorizationFailed, kerr.TransactionalIDAuthorizationFailed, kerr.ClusterAuthorizationFailed,
		kerr.SaslAuthenticationFailed, kerr.UnsupportedVersion, kerr.MessageTooLarge, kerr.UnknownTopicID,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// session is a member of the group until something fails.
func (w *Worker) session(ctx context.Context) error {
	w.assigned, w.revoked = make(map[int32]bool), false
	w.known, w.ticked = make(map[int32]*partition), make(map[int32]time.Time)
	s, err := kgo.NewGroupTransactSession(w.member()...)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	defer s.Close()
	defer func() { maps.Copy(w.kept, w.known) }()
	// What the one before it with this name has left open is ended, or nobody would know what was committed until then.
	if _, _, err := s.Client().ProducerID(ctx); err != nil {
		return fmt.Errorf("beginning: %w", err)
	}
	for next := time.Now(); ; {
		if wait := time.Until(next); wait > 0 {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(wait):
			}
		}
		next = time.Now().Add(w.CommitEvery)
		if err := w.round(ctx, s); err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// mostRecords is how many records are in a transaction.
const mostRecords = 4000

// round cleans what has come, and commits what became of it.
func (w *Worker) round(ctx context.Context, s *kgo.GroupTransactSession) error {
	if w.forget() {
		// The next transaction would be aborted: better one with nothing in it.
		if _, err := w.end(ctx, s, nil, kgo.TryAbort); err != nil {
			return err
		}
	}
	if err := w.takeOver(ctx, s.Client()); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, max(w.CommitEvery, time.Second/10))
	fetches := s.PollRecords(waiting, mostRecords)
	cancel()
	if ctx.Err() != nil {
		return nil
	}
	for _, e := range fetches.Errors() {
		err := fmt.Errorf("reading %s: %w", w.In, e.Err)
		switch session := new(kgo.ErrGroupSession); {
		case errors.Is(e.Err, context.DeadlineExceeded):
		case errors.As(e.Err, &session) && !final(e.Err) && !errors.Is(e.Err, kerr.FencedInstanceID):
			w.Log.Warn("joins the group again", "error", err) // the client does
		default:
			return err
		}
	}
	if err := w.takeOver(ctx, s.Client()); err != nil { // what was given to it meanwhile
		return err
	}
	n := int64(0)
	for r := range fetches.RecordsAll() {
		p := w.known[r.Partition]
		if p == nil || r.Offset < p.next {
			continue // the transaction will not be, or it was taken
		}
		m := read(r, w.raw)
		p.take(&m)
		n++
	}
	return w.commit(ctx, s, n)
}

// commit cleans what there is to do, and commits what becomes of it, with the records that were taken.
func (w *Worker) commit(ctx context.Context, s *kgo.GroupTransactSession, n int64) error {
	var out []*kgo.Record
	count := counts{records: n}
	for _, number := range slices.Sorted(maps.Keys(w.known)) {
		p := w.known[number]
		work, failures := p.taken()
		for _, d := range w.cleaner.all(work, number) {
			for i := range d.events {
				out = append(out, record(w.Out, number, d.events[i].Conversation, &d.events[i]))
			}
			count.events += int64(len(d.events))
			if d.failed != nil {
				failures = append(failures, *d.failed)
			}
		}
		for i := range failures {
			f := &failures[i]
			w.Log.Warn(f.Error, "conversation", f.Conversation, "partition", number, "offset", f.Offset)
			if w.Failures != "" {
				out = append(out, record(w.Failures, number, f.Conversation, f))
			}
		}
		count.failures += int64(len(failures))
		count.copies += p.copies
		p.copies = 0
	}
	if n == 0 {
		out = append(out, w.ticks()...)
	}
	if n == 0 && len(out) == 0 {
		return nil
	}
	committed, err := w.end(ctx, s, out, kgo.TryCommit)
	if err != nil || !committed {
		clear(w.known) // which is ahead of what was committed
	} else {
		clear(w.kept)
		w.count.records += count.records
		w.count.events += count.events
		w.count.failures += count.failures
		w.count.copies += count.copies
	}
	return err
}

// record returns a record with a value that is an object.
func record(topic string, partition int32, key string, value any) *kgo.Record {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and numbers
	}
	return &kgo.Record{Topic: topic, Partition: partition, Key: []byte(key), Value: text}
}

// slack is how much later than the clock says the times of records may be.
const slack = 200 * time.Millisecond

// ticks returns records for partitions in which nothing comes, and something is due. One a second is enough: where
// the clock of a broker is behind, the first may not be.
func (w *Worker) ticks() (out []*kgo.Record) {
	now := time.Now()
	for _, number := range slices.Sorted(maps.Keys(w.known)) {
		at, ok := w.known[number].waits()
		if ok && at <= now.Add(-slack).UnixMilli() && now.Sub(w.ticked[number]) >= time.Second {
			w.ticked[number] = now
			out = append(out, tick(w.In, number))
		}
	}
	return out
}

// end writes records and ends their transaction.
func (w *Worker) end(ctx context.Context, s *kgo.GroupTransactSession, records []*kgo.Record, how kgo.TransactionEndTry) (committed bool, err error) {
	// Who stops waits for the broker, but not for ever.
	ending, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		select {
		case <-ending.Done():
		case <-time.After(mostSettle):
			cancel()
		}
	})()
	if err := s.Begin(); err != nil {
		return false, err
	}
	var mu sync.Mutex
	var failed error
	for _, r := range records {
		s.Produce(ending, r, func(r *kgo.Record, err error) {
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = errors.Join(failed, fmt.Errorf("writing to %s: %w", r.Topic, err))
			}
		})
	}
	if how == kgo.TryCommit {
		if err := s.Client().Flush(ending); err != nil {
			return false, err
		}
		mu.Lock()
		err := failed
		mu.Unlock()
		if err != nil {
			return false, err
		}
	}
	committed, err = s.End(kgo.PreTxnCommitFnContext(ending, w.place), how)
	if err != nil {
		return false, fmt.Errorf("ending a transaction: %w", err)
	}
	return committed, nil
}

// place completes what is committed of partitions.
func (w *Worker) place(r *kmsg.TxnOffsetCommitRequest) error {
	for i := range r.Topics {
		for j := range r.Topics[i].Partitions {
			at := &r.Topics[i].Partitions[j]
			p := w.known[at.Partition]
			if p == nil {
				return fmt.Errorf("partition %d is not known", at.Partition)
			}
			from, now := p.from()
			text, err := json.Marshal(place{from, now, w.key})
			if err != nil {
				return err
			}
			at.Offset, at.Metadata = p.next, kmsg.StringPtr(string(text))
		}
	}
	return nil
}

// asOf returns what is known of a partition as of an offset; nil: nothing.
func (w *Worker) asOf(n int32, offset int64) *partition {
	for _, all := range []map[int32]*partition{w.known, w.kept} {
		if p := all[n]; p != nil && p.next == offset {
			return p
		}
	}
	return nil
}

// takeOver gets to know the partitions that were given to it.
func (w *Worker) takeOver(ctx context.Context, client *kgo.Client) error {
	var numbers []int32
	w.mu.Lock()
	for n, fresh := range w.assigned {
		if fresh || w.known[n] == nil {
			numbers = append(numbers, n)
			w.assigned[n] = false
		}
	}
	w.mu.Unlock()
	if len(numbers) == 0 {
		return nil
	}
	slices.Sort(numbers)
	rebuilt, err := w.rebuild(ctx, client, numbers)
	if err != nil {
		return err
	}
	maps.Copy(w.known, rebuilt)
	return nil
}

// forget puts aside the partitions that are not this member's any more, and reports whether some were taken away.
func (w *Worker) forget() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	revoked := w.revoked
	w.revoked = false
	maps.DeleteFunc(w.known, func(n int32, p *partition) bool {
		_, here := w.assigned[n]
		if !here {
			w.kept[n] = p
		}
		return !here
	})
	return revoked
}

func (w *Worker) onAssigned(_ context.Context, _ *kgo.Client, given map[string][]int32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range given[w.In] {
		w.assigned[n] = true
	}
}

func (w *Worker) onRevoked(_ context.Context, _ *kgo.Client, lost map[string][]int32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range lost[w.In] {
		delete(w.assigned, n)
		w.revoked = true
	}
}
