package kafka

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// place is what is committed beside the offset of a partition: where the oldest conversation that is not forgotten
// began, what time it was then, and what cleaned it.
type place struct {
	From int64  `json:"from"`
	Time int64  `json:"time"`
	Key  string `json:"key"`
}

// rebuild returns the partitions as they were when the group committed last: from the records between the oldest
// conversation that is open and the offset that was committed, if they are not known. What became of these was told of,
// and is not again.
func (w *Worker) rebuild(ctx context.Context, client *kgo.Client, numbers []int32) (map[int32]*partition, error) {
	start := time.Now()
	out, begin, err := w.committed(ctx, kadm.NewClient(client), numbers)
	if err != nil {
		return nil, err
	}
	records, err := w.replay(ctx, out, begin)
	if err != nil {
		return nil, err
	}
	open := 0
	for _, p := range out {
		open += w.open(p)
	}
	w.Log.Info("partitions taken over", "partitions", numbers, "conversations", open, "records", records, "seconds", time.Since(start).Seconds())
	return out, nil
}

// open ends the rebuilding of a partition: the conversations that are open are cleaned up to here, and nobody is told. It
// returns their number.
func (w *Worker) open(p *partition) int {
	work, _ := p.taken()
	p.rebuilds, p.copies = false, 0
	left := slices.DeleteFunc(work, func(c *conversation) bool { return c.ended })
	w.cleaner.all(left, p.number)
	return len(left)
}

// committed returns partitions without conversations, as they were where the reading of each begins, with the offsets of
// that; where next is further, records are missing in between.
func (w *Worker) committed(ctx context.Context, admin *kadm.Client, numbers []int32) (out map[int32]*partition, end map[int32]int64, err error) {
	starts, err := admin.ListStartOffsets(ctx, w.In)
	if err == nil {
		err = starts.Error()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("where %s begins: %w", w.In, err)
	}
	offsets, err := w.offsets(ctx, admin)
	if err != nil {
		return nil, nil, err
	}
	out, end = make(map[int32]*partition), make(map[int32]int64)
	for _, n := range numbers {
		first, _ := starts.Lookup(w.In, n)
		at, ok := offsets.Lookup(w.In, n)
		if !ok || at.At < 0 {
			out[n], end[n] = newPartition(n, w.times, first.Offset, 0), first.Offset
			continue
		}
		if p := w.asOf(n, at.At); p != nil {
			out[n], end[n] = p, p.next // nobody else has done anything meanwhile
			continue
		}
		from := place{From: at.At, Key: w.key}
		if at.Metadata != "" && json.Unmarshal([]byte(at.Metadata), &from) != nil {
			w.Log.Warn("somebody else has committed: conversations that are open go on without what was said before", "partition", n)
		}
		if from.Key != w.key {
			w.Log.Warn("options, models or the version have changed: in conversations that are open, words may be missing or come twice where they are taken up", "partition", n)
		}
		if first.Offset > from.From {
			w.Log.Error("the topic has dropped records of conversations that are open, or that nobody has read: keep them for longer", "partition", n, "from", from.From, "to", first.Offset)
		}
		out[n], end[n] = newPartition(n, w.times, max(first.Offset, from.From), from.Time), max(first.Offset, at.At)
	}
	return out, end, nil
}

// offsets returns what the group has committed, when no transaction is about to change it.
func (w *Worker) offsets(ctx context.Context, admin *kadm.Client) (kadm.OffsetResponses, error) {
	for {
		offsets, err := admin.FetchOffsets(kadm.RequireStable(ctx), w.Group)
		if err == nil {
			err = offsets.Error()
		}
		if !errors.Is(err, kerr.UnstableOffsetCommit) {
			return offsets, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(time.Second / 10):
		}
	}
}

// replay takes the records of partitions up to the offsets where they end.
func (w *Worker) replay(ctx context.Context, out map[int32]*partition, end map[int32]int64) (records int, err error) {
	left := make(map[int32]kgo.Offset)
	for n, p := range out {
		if p.next < end[n] {
			left[n] = kgo.NewOffset().At(p.next)
			p.rebuilds = true
		}
	}
	if len(left) == 0 {
		return 0, nil
	}
	// What was committed is an offset behind a record that was read, so that one is there.
	client, err := kgo.NewClient(append(w.connect(), kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{w.In: left}),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NoResetOffset()))...)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			return records, err
		}
		for _, e := range fetches.Errors() {
			return records, fmt.Errorf("reading partition %d of %s again: %w", e.Partition, e.Topic, e.Err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			p := out[r.Partition]
			if r.Offset < end[r.Partition] {
				m := read(r, w.raw)
				p.take(&m)
				records++
			}
			if r.Offset >= end[r.Partition]-1 {
				delete(left, r.Partition)
				client.PauseFetchPartitions(map[string][]int32{w.In: {r.Partition}})
			}
		})
	}
	for n, p := range out {
		p.next = max(p.next, end[n])
	}
	return records, nil
}
