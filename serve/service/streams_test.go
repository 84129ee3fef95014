package service

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

var (
	streamCount = flag.Int("streams", 20, "how many streams TestStreams opens")
	streamRate  = flag.Float64("talk", 4, "how many words a second TestStreams says in each")
	streamQuery = flag.String("stream-query", "latency=1s", "how TestStreams has them cleaned")
)

// processSeconds returns how much of the processors the process has used.
func processSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// TestStreams talks in many streams at once, a word at a time, and takes the time from when a word is sent until an event comes
// that is about it. No stream fails, and none lacks an event; how long they take is printed, and decides nothing:
//
//	go test ./serve/service -run TestStreams -v -load 60s -streams 1000 -timeout 20m
//
// The clients are in the same process: what they take of the processors is in the figures.
func TestStreams(t *testing.T) {
	n := *streamCount
	s := start(t, Options{Limits: Limits{Streams: n, Connections: 2 * n}})
	address, end := listen(t, s, 30*time.Second)
	b, err := os.ReadFile(loadFile())
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(b))
	conns := make([]*websocket.Conn, n)
	for i := range conns {
		conns[i] = connect(t, address, "?provisional=true&"+*streamQuery)
	}
	var mu sync.Mutex
	var took []time.Duration
	var failed []string
	var all sync.WaitGroup
	memory := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	events, began, used, heap := 0, time.Now(), processSeconds(), memory()
	for i, c := range conns {
		all.Go(func() {
			mine, told, err := talkIn(t, c, words[i%len(words):], time.Duration(float64(i)/float64(n)*startWords*float64(time.Second) / *streamRate))
			mu.Lock()
			defer mu.Unlock()
			took, events = append(took, mine...), events+told
			if err != nil {
				failed = append(failed, err.Error())
			}
		})
	}
	time.Sleep(*loadTime * 9 / 10)
	grown := memory() - heap
	all.Wait()
	seconds := time.Since(began).Seconds()
	slices.Sort(took)
	at := func(share float64) time.Duration {
		return took[min(len(took)-1, int(share*float64(len(took))))].Round(100 * time.Microsecond)
	}
	if len(took) == 0 || len(failed) > 0 {
		t.Fatalf("%d of %d streams failed, such as: %v", len(failed), n, failed[:min(len(failed), 3)])
	}
	t.Logf("%d streams of %g words a second, %s, %.1f s: %d words, %d events; from a word to its event p50 %v, p90 %v, p99 %v, longest %v; %.2f cores (clients, too), %.0f KiB a stream",
		n, *streamRate, *streamQuery, seconds, len(took), events, at(0.5), at(0.9), at(0.99), at(1), (processSeconds()-used)/seconds, grown*1024/float64(n))
	if err := end(); err != nil {
		t.Error(err)
	}
}

// startWords is within how many words of each other streams begin: nobody begins to talk at the same time as all others.
const startWords = 12

// talkIn says words in a stream for the time of the test, and returns how long the event about each took.
func talkIn(t *testing.T, c *websocket.Conn, words []string, delay time.Duration) (took []time.Duration, events int, err error) {
	every := time.Duration(float64(time.Second) / *streamRate)
	total := int(*loadTime / every)
	sent := make([]time.Time, total)
	var mu sync.Mutex // of sent
	wrong := make(chan error, 1)
	go func() {
		start := time.Now().Add(delay)
		for i := range total {
			time.Sleep(time.Until(start.Add(time.Duration(i) * every)))
			b, _ := json.Marshal(frame{Text: words[i%len(words)] + " "})
			mu.Lock()
			sent[i] = time.Now()
			mu.Unlock()
			if err := c.Write(t.Context(), websocket.MessageText, b); err != nil {
				wrong <- err
				return
			}
		}
		wrong <- c.Write(t.Context(), websocket.MessageText, []byte(`{"end":true}`))
	}()
	for {
		_, b, err := c.Read(t.Context())
		now := time.Now()
		if err != nil {
			if websocket.CloseStatus(err) != websocket.StatusNormalClosure {
				return took, events, err
			}
			if len(took) < total {
				return took, events, fmt.Errorf("%d of %d words have events", len(took), total)
			}
			return took[:total], events, <-wrong
		}
		var e event
		if err := json.Unmarshal(b, &e); err != nil {
			return took, events, err
		}
		events++
		mu.Lock()
		for len(took) < int(min(e.Received, int64(total))) {
			took = append(took, now.Sub(sent[len(took)]))
		}
		mu.Unlock()
	}
}
