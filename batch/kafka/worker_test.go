package kafka

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
)

var embedded = sync.OnceValues(func() (*tidytalk.Bundle, error) { return tidytalk.LoadEmbedded(bundle.Default()...) })

// try is a cluster of a broker that is no process, with its topics.
type try struct {
	t       *testing.T
	cluster *kfake.Cluster
	options Options
}

func newTry(t *testing.T) *try {
	t.Helper()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(2, "words", "results", "failures"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	b, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return &try{t, c, Options{
		Connect: []kgo.Opt{kgo.SeedBrokers(c.ListenAddrs()...)}, In: "words", Out: "results", Failures: "failures", Group: "group", Bundle: b,
		Settings: map[string][]string{"flush-after": {"0"}, "latency": {"words=3"}}, CommitEvery: 20 * time.Millisecond, Wait: time.Minute,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}}
}

// start starts a worker, and returns what stops it, and waits for its end.
func (x *try) start(change func(*Options)) (stop func()) {
	x.t.Helper()
	o := x.options
	if change != nil {
		change(&o)
	}
	w, err := New(o)
	if err != nil {
		x.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Run(ctx); err != nil {
			x.t.Errorf("the worker: %v", err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	x.t.Cleanup(stop)
	return stop
}

func (x *try) client(options ...kgo.Opt) *kgo.Client {
	x.t.Helper()
	c, err := kgo.NewClient(append(options, x.options.Connect...)...)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(c.Close)
	return c
}

// say sends what was said in a conversation.
func (x *try) say(c *kgo.Client, conversation, value string) {
	x.t.Helper()
	if err := c.ProduceSync(x.t.Context(), &kgo.Record{Topic: "words", Key: []byte(conversation), Value: []byte(value)}).FirstErr(); err != nil {
		x.t.Fatal(err)
	}
}

// results returns the committed records of a topic, by conversation, when n have come of which count says that they count.
func (x *try) results(topic string, n int, counts func(value string) bool) map[string][]string {
	x.t.Helper()
	c := x.client(kgo.ConsumeTopics(topic), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	ctx, cancel := context.WithTimeout(x.t.Context(), 5*time.Minute)
	defer cancel()
	out := make(map[string][]string)
	for n > 0 {
		fetches := c.PollFetches(ctx)
		if ctx.Err() != nil {
			x.t.Fatalf("%d are missing: %q", n, out)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			out[string(r.Key)] = append(out[string(r.Key)], string(r.Value))
			if counts(string(r.Value)) {
				n--
			}
		})
	}
	return out
}

func last(value string) bool { return strings.Contains(value, `"last":true`) }

// texts returns the texts of events.
func (x *try) texts(events map[string][]string) map[string]string {
	x.t.Helper()
	out := make(map[string]string)
	for key, values := range events {
		for i, v := range values {
			var e Event
			if err := json.Unmarshal([]byte(v), &e); err != nil || e.ID != i || e.Last != (i == len(values)-1) || e.Conversation != key {
				x.t.Errorf("%s: event %d of %d: %s", key, i, len(values), v)
			}
			out[key] += e.Text
		}
	}
	return out
}

var said = strings.Fields("so um we flew to boston uh i mean to denver and it was late and i i think that the the meeting is on tuesday")

// streamed returns what a stream makes of words.
func (x *try) streamed(words []string) string {
	x.t.Helper()
	c, err := tidytalk.New(x.options.Bundle, tidytalk.Options{})
	if err != nil {
		x.t.Fatal(err)
	}
	latency, err := tidytalk.ParseLatency("words=3")
	if err != nil {
		x.t.Fatal(err)
	}
	var out strings.Builder
	s, err := c.NewStream(x.t.Context(), &out, tidytalk.StreamOptions{Latency: latency})
	if err == nil {
		_, err = s.Write([]byte(strings.Join(words, " ") + " "))
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		x.t.Fatal(err)
	}
	return out.String()
}

// Workers come and go while conversations come word by word, and every third transaction fails, the first one to begin with: each word is settled once.
func TestWorker(t *testing.T) {
	x := newTry(t)
	var mu sync.Mutex
	n := 0
	x.cluster.ControlKey(int16(kmsg.TxnOffsetCommit), func(r kmsg.Request) (kmsg.Response, error, bool) {
		x.cluster.KeepControl()
		mu.Lock()
		defer mu.Unlock()
		if n++; n%3 != 1 {
			return nil, nil, false
		}
		asked := r.(*kmsg.TxnOffsetCommitRequest)
		answer := asked.ResponseKind().(*kmsg.TxnOffsetCommitResponse)
		for _, a := range asked.Topics {
			topic := kmsg.NewTxnOffsetCommitResponseTopic()
			topic.Topic = a.Topic
			for _, p := range a.Partitions {
				partition := kmsg.NewTxnOffsetCommitResponseTopicPartition()
				partition.Partition, partition.ErrorCode = p.Partition, kerr.RebalanceInProgress.Code
				topic.Partitions = append(topic.Partitions, partition)
			}
			answer.Topics = append(answer.Topics, topic)
		}
		return answer, nil, true
	})
	stop := x.start(nil)
	c := x.client()
	const talks = 6
	for i := range said {
		for k := range talks {
			x.say(c, fmt.Sprint("talk", k), fmt.Sprintf(`{"text":%q,"seq":%d,"last":%v}`, said[(k+i)%len(said)]+" ", i, i == len(said)-1))
		}
		if i%5 == 2 {
			stop2 := x.start(nil)
			stop()
			stop = stop2
		}
	}
	got := x.results("results", talks, last)
	for key, text := range x.texts(got) {
		var k int
		fmt.Sscanf(key, "talk%d", &k)
		if want := x.streamed(append(said[k:len(said):len(said)], said[:k]...)); text != want {
			t.Errorf("%s: %q instead of %q", key, text, want)
		}
	}
	stop()
	again := x.options
	again.Group, again.Out = "again", "failures" // nothing has failed: it is empty
	again.Failures = ""
	x.start(func(o *Options) { *o = again })
	for key, events := range x.results("failures", talks, last) {
		if want := got[key]; strings.Join(events, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: a worker that nobody stops: %q instead of %q", key, events, want)
		}
	}
}

// A conversation ends after a silence, though nothing else comes, and what cannot be read is a failure.
func TestTick(t *testing.T) {
	x := newTry(t)
	x.start(func(o *Options) { o.Silence, o.Wait = 2*time.Second, time.Second })
	c := x.client()
	x.say(c, "talk", `{"text":"so um yes "}`)
	x.say(c, "talk", `{"txt":"so um yes "}`)
	x.say(c, "odd", `{"text":"`+"\\u0000"+`so"}`)
	got := x.texts(x.results("results", 2, last))
	if got["talk"] != "So yes. " && got["talk"] != "So yes." {
		t.Errorf("%q", got)
	}
	failed := x.results("failures", 2, func(string) bool { return true })
	if !strings.Contains(failed["talk"][0], `unknown field`) || len(failed["odd"]) != 1 {
		t.Errorf("%q", failed)
	}
}

// Messages of recognisers are values as they are.
func TestRecogniser(t *testing.T) {
	x := newTry(t)
	x.start(func(o *Options) { o.Settings = map[string][]string{"from": {"live:vosk"}} })
	c := x.client()
	x.say(c, "talk", `{"partial":"so um"}`)
	x.say(c, "talk", `{"text":"so um we flew to boston"}`)
	if err := c.ProduceSync(t.Context(), &kgo.Record{Topic: "words", Key: []byte("talk")}).FirstErr(); err != nil { // the end
		t.Fatal(err)
	}
	if got := x.texts(x.results("results", 1, last)); strings.TrimSpace(got["talk"]) != "So we flew to Boston." {
		t.Errorf("%q", got)
	}
}

func TestOptions(t *testing.T) {
	b, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		change func(*Options)
		want   string
	}{
		"no topic":        {func(o *Options) { o.Out = "" }, "are needed"},
		"one topic":       {func(o *Options) { o.Failures = "words" }, "different topics"},
		"no models":       {func(o *Options) { o.Bundle = nil }, "no models"},
		"a long wait":     {func(o *Options) { o.Wait = time.Hour }, "less than the silence"},
		"a negative time": {func(o *Options) { o.Session = -1 }, "above 0"},
		"provisional":     {func(o *Options) { o.Settings = map[string][]string{"provisional": nil} }, "there is no option provisional"},
		"unknown":         {func(o *Options) { o.Settings = map[string][]string{"colour": {"red"}} }, `there is no parameter "colour"`},
		"a list":          {func(o *Options) { o.Settings = map[string][]string{"fillers": {"- -"}} }, "fillers"},
	} {
		o := Options{In: "words", Out: "results", Group: "group", Bundle: b}
		x.change(&o)
		if _, err := New(o); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A topic that is not there is said, and nothing is waited for.
func TestNoTopic(t *testing.T) {
	x := newTry(t)
	x.options.In = "wrods"
	w, err := New(x.options)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "topic wrods: UNKNOWN_TOPIC_OR_PARTITION") {
		t.Errorf("%v", err)
	}
}

// A broker whose certificate nobody knows is said, and nothing is waited for.
func TestUnknownAuthority(t *testing.T) {
	server := httptest.NewTLSServer(nil) // which has a certificate
	defer server.Close()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.TLS(&tls.Config{Certificates: server.TLS.Certificates}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	x := newTry(t)
	x.options.Connect = []kgo.Opt{kgo.SeedBrokers(c.ListenAddrs()...), kgo.DialTLSConfig(&tls.Config{RootCAs: x509.NewCertPool()})}
	w, err := New(x.options)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("%v", err)
	}
}

// Of two workers of one name the first one ends, and says why.
func TestTwoOfOneName(t *testing.T) {
	x := newTry(t)
	x.options.Instance = "a"
	first, err := New(x.options)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- first.Run(t.Context()) }()
	x.say(x.client(), "talk", `{"text":"yes","last":true}`)
	x.results("results", 1, last) // it is there
	x.start(nil)
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), `another worker of the group is called "a"`) {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
}
