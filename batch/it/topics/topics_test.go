package topics

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/batch/it/processes"
	"github.com/tidytalk/tidytalk/data/bundle"
)

// said is what people say; conversations begin at different words of it.
var said = strings.Fields(`so um we flew to boston uh i mean to denver and it was late and i i think that you know the the meeting is on tuesday
	um do you want the blue uh the red one well we have we had to take the train because uh there was no flight right that is what he said to me
	yesterday yeah so so what do we do now`)

// piece is a record of a conversation.
type piece struct {
	conversation, text string
	seq                int
	last               bool
}

func (p piece) record(topic string) *kgo.Record {
	value, err := json.Marshal(map[string]any{"text": p.text, "seq": p.seq, "last": p.last})
	if err != nil {
		panic(err)
	}
	return &kgo.Record{Topic: topic, Key: []byte(p.conversation), Value: value}
}

// talk returns the words of a conversation in the order in which they were said.
func talk(number, words int) []piece {
	all := make([]piece, words)
	for i := range all {
		all[i] = piece{fmt.Sprintf("talk-%04d", number), said[(number*11+i)%len(said)] + " ", i, i == words-1}
	}
	return all
}

// live returns the words of n conversations in the order in which they come: all at once, each with words that come before
// those said before them, and some twice.
func live(n, words int) (out []piece) {
	r := rand.New(rand.NewPCG(1, 1))
	talks := make([][]piece, n)
	for i := range talks {
		talks[i] = talk(i, words)
		for j := range talks[i][1:] {
			if r.IntN(20) == 0 {
				talks[i][j], talks[i][j+1] = talks[i][j+1], talks[i][j]
			}
		}
	}
	for j := range words {
		for i := range talks {
			out = append(out, talks[i][j])
			if r.IntN(50) == 0 {
				out = append(out, talks[i][max(0, j-r.IntN(3))])
			}
		}
	}
	return out
}

// send sends records over a time, as it passes, and tells how many were taken by the broker.
func (c *cluster) send(topic string, pieces []piece, over time.Duration, sent *atomic.Int64) {
	producer := c.client(kgo.ProducerLinger(0))
	start := time.Now()
	var waiting sync.WaitGroup
	for i, p := range pieces {
		time.Sleep(time.Until(start.Add(over * time.Duration(i) / time.Duration(len(pieces)))))
		waiting.Add(1)
		producer.Produce(c.t.Context(), p.record(topic), func(_ *kgo.Record, err error) {
			defer waiting.Done()
			if err != nil && !errors.Is(err, kgo.ErrClientClosed) {
				c.t.Errorf("sending: %v", err)
			}
			sent.Add(1)
		})
	}
	waiting.Wait()
}

// A thousand conversations come word by word, and workers and the broker are killed. What is settled is that of a worker
// that nobody kills, event by event: none is missing, and none there twice.
func TestKills(t *testing.T) {
	c := startCluster(t, 1, nil)
	c.tryKills(processes.Number(t, "TIDYTALK_IT_CONVERSATIONS", 1000), processes.Number(t, "TIDYTALK_IT_KAFKA_KILLS", 10), func(b *broker, goOn func()) {
		goOn()
		b.running.Kill()
		c.start(b)
	})
}

// The same with three brokers, each of which has all: the work goes on while one of them is dead, without words that were
// taken before, or with them.
func TestReplicas(t *testing.T) {
	c := startCluster(t, 3, nil)
	c.tryKills(processes.Number(t, "TIDYTALK_IT_CONVERSATIONS", 1000)/4, 3, func(b *broker, goOn func()) {
		processes.WaitFor(t, "copies", c.whole)
		before := c.committed(killedGroup)
		b.running.Kill()
		goOn()
		processes.WaitFor(t, fmt.Sprintf("work without broker %d", b.id), func() bool { return c.committed(killedGroup) > before })
		c.start(b)
	})
}

// killedGroup is the group of workers of which some are killed.
const killedGroup = "killed"

// tryKills lets words of n conversations come while workers are killed, one after the other, and something happens to
// brokers: the second half of the words until the next death comes when that says so.
func (c *cluster) tryKills(n, kills int, fell func(b *broker, goOn func())) {
	t := c.t
	words, seconds := processes.Number(t, "TIDYTALK_IT_WORDS", 40), processes.Number(t, "TIDYTALK_IT_SECONDS", 120)
	c.topics("words", "results", "wanted", "failures")
	// While a broker is dead, nothing comes for longer than anybody would wait.
	start := func(out, group, instance string) *processes.Process {
		return c.worker("words", out, group, instance, "--wait", "9m")
	}
	workers := []*processes.Process{start("results", killedGroup, "a"), start("results", killedGroup, "b")}
	got := c.read("results")
	pieces := live(n, words)
	for i := range kills + 1 {
		// Words come on while a worker and a broker are dead, but no more of them than until the next death: all are
		// at work again when they die.
		some := pieces[len(pieces)*i/(kills+1) : len(pieces)*(i+1)/(kills+1)]
		var sent atomic.Int64
		more, sending := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(sending)
			half := time.Duration(seconds) * time.Second / time.Duration(2*(kills+1))
			c.send("words", some[:len(some)/2], half, &sent)
			<-more
			c.send("words", some[len(some)/2:], half, &sent)
		}()
		if i == kills {
			close(more)
		} else {
			before := c.committed(killedGroup)
			processes.WaitFor(t, fmt.Sprintf("work before death %d", i), func() bool {
				return sent.Load() >= int64(len(some)/3) && c.committed(killedGroup) > before
			})
			w := i % len(workers)
			if workers[w].Ended() {
				c.logs("worker %d ended by itself", w)
			}
			workers[w].Kill()
			workers[w] = start("results", killedGroup, string(rune('a'+w)))
			time.Sleep(time.Second)
			fell(c.brokers[i%len(c.brokers)], func() { close(more) })
		}
		<-sending
	}
	all := time.Now()
	waitLong(t, got, n, func(over int) { c.logs("%d of %d conversations have ended", over, n) })
	t.Logf("%d records; all results %.1f s after the last word", len(pieces), time.Since(all).Seconds())
	for i, w := range workers {
		w.Cmd.Process.Signal(syscall.SIGTERM)
		processes.WaitFor(t, "end of a worker", w.Ended)
		if code := w.Cmd.ProcessState.ExitCode(); code != 0 {
			c.logs("worker %d: exit code %d", i, code)
		}
	}

	begun := time.Now()
	alone := start("wanted", "alone", "")
	want := c.read("wanted")
	waitLong(t, want, n, func(over int) { c.logs("%d of %d conversations have ended", over, n) })
	took := time.Since(begun).Seconds()
	worked, _ := processes.ProcessorSeconds(alone.Cmd.Process.Pid)
	t.Logf("the same by one worker that nobody kills: %.1f s, %.1f s of processors, %.0f words/s of processor, %s", took, worked, float64(n*words)/worked, peak(alone.Cmd.Process.Pid))
	c.takeOvers(killedGroup)

	got.texts(t.Errorf)
	want.texts(t.Errorf)
	differ := 0
	for name, events := range want.events {
		if !reflect.DeepEqual(events, got.events[name]) {
			if differ++; differ < 5 {
				t.Errorf("%s: %+v instead of %+v", name, got.events[name], events)
			}
		}
	}
	if differ > 0 || len(want.events) != n || len(got.events) != n {
		t.Errorf("%d of %d conversations differ, %d are there", differ, n, len(got.events))
	}
	c.noFailures()
}

// waitLong waits until all conversations have ended, or none does any more.
func waitLong(t *testing.T, r *results, n int, failed func(over int)) {
	t.Helper()
	over, since := r.over(), time.Now()
	for ; over < n; time.Sleep(50 * time.Millisecond) {
		if now := r.over(); now > over {
			over, since = now, time.Now()
		}
		if time.Since(since) > 5*time.Minute {
			failed(over)
		}
	}
	time.Sleep(time.Second) // what is there twice comes, too
}

// noFailures fails if something is in the topic of failures.
func (c *cluster) noFailures() {
	c.t.Helper()
	ends, err := kadm.NewClient(c.client()).ListCommittedOffsets(c.t.Context(), "failures")
	if err != nil {
		c.t.Fatal(err)
	}
	ends.Each(func(o kadm.ListedOffset) {
		if o.Offset > 0 {
			c.logs("there are %d failures", o.Offset)
		}
	})
}

// peak returns the most memory that a process has had.
func peak(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if size, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return "peak memory " + strings.TrimSpace(size)
		}
	}
	return ""
}

// takeOvers logs how long rebuilding took.
func (c *cluster) takeOvers(group string) {
	names, _ := filepath.Glob(filepath.Join(c.dir, group+"*.log"))
	most, count := 0.0, 0
	for _, name := range names {
		text, _ := os.ReadFile(name)
		for line := range strings.Lines(string(text)) {
			var x struct {
				Msg     string  `json:"msg"`
				Seconds float64 `json:"seconds"`
			}
			if json.Unmarshal([]byte(line), &x) == nil && strings.HasPrefix(x.Msg, "partitions taken over") {
				most, count = max(most, x.Seconds), count+1
			}
		}
	}
	c.t.Logf("partitions were taken over %d times, in %.1f s at most", count, most)
}

// What is settled is, to the byte, what the library makes of the words in their order; conversations without an end end
// after a silence, also where nothing else comes; and what is sent is seen soon.
func TestOrder(t *testing.T) {
	c := startCluster(t, 1, nil)
	n, words := 60, 30
	c.topics("words", "results", "failures")
	w := c.worker("words", "results", "order", "a", "--flush-after", "0", "--silence", "1m", "--wait", "50s", "--latency", "1s")
	got := c.read("results")
	pieces := live(n, words)
	for i := range pieces {
		if pieces[i].conversation < "talk-0010" { // these have no end
			pieces[i].last = false
		}
	}
	var sent atomic.Int64
	c.send("words", pieces, 20*time.Second, &sent)
	end := time.Now()
	waitLong(t, got, n, func(over int) { c.logs("%d of %d conversations have ended", over, n) })
	if w.Ended() {
		c.logs("the worker ended")
	}

	models, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	latency, err := tidytalk.ParseLatency("1s")
	if err != nil {
		t.Fatal(err)
	}
	texts := got.texts(t.Errorf)
	for i := range n {
		var want strings.Builder
		s, err := cleaner.NewStream(t.Context(), &want, tidytalk.StreamOptions{Latency: latency})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range talk(i, words) {
			if _, err := s.Write([]byte(p.text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if name := fmt.Sprintf("talk-%04d", i); texts[name] != want.String() {
			t.Errorf("%s: %q instead of %q", name, texts[name], want.String())
		}
	}
	c.noFailures()
	var late []time.Duration
	for i := 10; i < n; i++ {
		late = append(late, got.at[fmt.Sprintf("talk-%04d", i)].Sub(end))
	}
	slices.Sort(late)
	t.Logf("last events came %v to %v after the last word of all was sent; the silent ones %v", late[0], late[len(late)-1], got.at["talk-0000"].Sub(end))
}
