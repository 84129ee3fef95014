package kafka

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// connect returns the options of all clients.
func (w *Worker) connect() []kgo.Opt {
	return append(slices.Clone(w.Connect), kgo.ClientID("tidytalk"), kgo.WithLogger(clientLog{w.Log}))
}

// member returns the options of a member of the group that reads and writes in transactions.
func (w *Worker) member() []kgo.Opt {
	name := w.Instance
	if name == "" {
		name = rand.Text()
	}
	all := append(w.connect(),
		kgo.ConsumerGroup(w.Group), kgo.ConsumeTopics(w.In), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.FetchMaxBytes(8<<20), kgo.FetchMaxPartitionBytes(1<<20), kgo.MaxConcurrentFetches(4),
		// A request waits for what it asks for, and asks for nothing that the worker has not taken yet.
		kgo.FetchMaxWait(max(w.CommitEvery, time.Second/10)),
		kgo.Balancers(kgo.CooperativeStickyBalancer()), kgo.SessionTimeout(w.Session), kgo.HeartbeatInterval(w.Session/4),
		kgo.OnPartitionsAssigned(w.onAssigned), kgo.OnPartitionsRevoked(w.onRevoked), kgo.OnPartitionsLost(w.onRevoked),
		// The one that had this name before, if it lives, writes no more.
		kgo.TransactionalID(w.Group+"-"+name), kgo.TransactionTimeout(mostSettle),
		// Results have the partitions of their words, so that those of a conversation stay in order.
		kgo.RecordPartitioner(kgo.BasicConsistentPartitioner(func(string) func(*kgo.Record, int) int {
			return func(r *kgo.Record, n int) int { return int(r.Partition) % n }
		})),
		kgo.RequiredAcks(kgo.AllISRAcks()),
	)
	if w.Instance != "" {
		all = append(all, kgo.InstanceID(w.Instance))
	}
	return all
}

// checkTopics returns an error if a topic is not there.
func (w *Worker) checkTopics(ctx context.Context) error {
	client, err := kgo.NewClient(w.connect()...)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	defer client.Close()
	topics := []string{w.In, w.Out}
	if w.Failures != "" {
		topics = append(topics, w.Failures)
	}
	listed, err := kadm.NewClient(client).ListTopics(ctx, topics...)
	if err != nil {
		return fmt.Errorf("brokers cannot be reached: %w", err)
	}
	for _, name := range topics {
		if err := listed[name].Err; err != nil {
			if errors.Is(err, kerr.UnknownTopicOrPartition) {
				err = fmt.Errorf("%w: %w", err, errFinal)
			}
			return fmt.Errorf("topic %s: %w", name, err)
		}
	}
	return nil
}

// clientLog hands on what the client logs.
type clientLog struct{ *slog.Logger }

func (l clientLog) Level() kgo.LogLevel {
	if l.Enabled(context.Background(), slog.LevelDebug) {
		return kgo.LogLevelInfo
	}
	return kgo.LogLevelWarn
}

func (l clientLog) Log(level kgo.LogLevel, message string, pairs ...any) {
	how := slog.LevelDebug
	if level == kgo.LogLevelWarn || level == kgo.LogLevelError {
		how = slog.LevelWarn
	}
	l.Logger.Log(context.Background(), how, message, pairs...)
}
