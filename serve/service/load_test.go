package service

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	loadTime  = flag.Duration("load", 3*time.Second, "how long TestLoad sends requests")
	loadRate  = flag.Float64("rate", 8, "how many requests TestLoad sends a second")
	loadWords = flag.Int("words", 100, "how many words requests of TestLoad have")
	loadText  = flag.String("text", "testdata/transcripts/support-router.txt", "the text of TestLoad, whose words are repeated")
	loadQuery = flag.String("query", "mode=baseline", "how TestLoad has it cleaned")
)

// loadFile is where that text is: relative paths begin at the module.
func loadFile() string {
	if filepath.IsAbs(*loadText) {
		return *loadText
	}
	return filepath.Join("..", "..", *loadText)
}

// talk returns a text of so many words, another one for each number.
func talk(t testing.TB, words, number int) string {
	b, err := os.ReadFile(loadFile())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(b), "\n")
	var text strings.Builder
	for n := 0; n < words; number++ {
		fields := strings.Fields(lines[number%(len(lines)-1)])
		fields = fields[:min(len(fields), words-n)]
		n += len(fields)
		text.WriteString(strings.Join(fields, " ") + "\n")
	}
	return text.String()
}

// TestLoad sends requests at a rate, whether those before are answered or not, as users do.
// None fails, and nothing grows; how long they take is printed, and decides nothing:
//
//	go test ./serve/service -run TestLoad -v -load 10m -rate 200 -words 1000 -timeout 20m
func TestLoad(t *testing.T) {
	s := start(t, Options{Limits: Limits{Waiting: 256, WaitTime: 30 * time.Second}})
	address, end := listen(t, s, 30*time.Second)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 512}}
	send := func(text string) (int, error) {
		r, err := client.Post("http://"+address+"/v1/clean?"+*loadQuery, "text/plain", strings.NewReader(text))
		if err != nil {
			return 0, err
		}
		defer r.Body.Close()
		_, err = io.Copy(io.Discard, r.Body)
		return r.StatusCode, err
	}
	texts := make([]string, 16)
	for i := range texts {
		texts[i] = talk(t, *loadWords, i)
		if status, err := send(texts[i]); status != http.StatusOK { // models are opened, and memory is what it will be
			t.Fatal(status, err)
		}
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, goroutines := heap(), runtime.NumGoroutine()
	var mu sync.Mutex
	var took []time.Duration
	failed := make(map[string]int)
	var all sync.WaitGroup
	began := time.Now()
	sent := 0
	for {
		due := time.Duration(float64(sent) / *loadRate * float64(time.Second)) // however late the last one was
		if due >= *loadTime {
			break
		}
		time.Sleep(due - time.Since(began))
		text := texts[sent%len(texts)]
		sent++
		all.Go(func() {
			start := time.Now()
			status, err := send(text)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || status != http.StatusOK {
				failed[fmt.Sprint(status, " ", err)]++
				return
			}
			took = append(took, time.Since(start))
		})
	}
	all.Wait()
	seconds := time.Since(began).Seconds()
	after := heap()
	slices.Sort(took)
	at := func(share float64) time.Duration {
		if len(took) == 0 {
			return 0
		}
		return took[min(len(took)-1, int(share*float64(len(took))))].Round(time.Millisecond)
	}
	t.Logf("%d requests of %d words in %.1f s, %s: %.1f answered a second (%.0f words), %d failed %v; p50 %v, p99 %v, longest %v; heap %.1f MiB, then %.1f MiB",
		sent, *loadWords, seconds, *loadQuery, float64(len(took))/seconds, float64(len(took)**loadWords)/seconds, sent-len(took), failed, at(0.5), at(0.99), at(1), float64(before)/(1<<20), float64(after)/(1<<20))
	if len(failed) > 0 {
		t.Errorf("failed: %v", failed)
	}
	if after > before+32<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	client.CloseIdleConnections()
	if err := end(); err != nil {
		t.Error(err)
	}
	for range 500 {
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
}
