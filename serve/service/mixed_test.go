package service

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	mixedLarge = flag.Int("large", 4, "how many clients of TestMixed send large requests, each one after the other")
	mixedSize  = flag.Int("size", 100_000, "how many bytes large requests of TestMixed have")
)

// took are durations, of which some are told.
type took struct {
	mu  sync.Mutex
	all []time.Duration
	bad map[string]int
}

func (x *took) add(d time.Duration, failed string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if failed != "" {
		if x.bad == nil {
			x.bad = make(map[string]int)
		}
		x.bad[failed]++
		return
	}
	x.all = append(x.all, d)
}

func (x *took) String() string {
	slices.Sort(x.all)
	at := func(share float64) time.Duration {
		if len(x.all) == 0 {
			return 0
		}
		return x.all[min(len(x.all)-1, int(share*float64(len(x.all))))].Round(time.Millisecond)
	}
	bad := ""
	for _, what := range slices.Sorted(maps.Keys(x.bad)) {
		bad += fmt.Sprintf(", %d times %s", x.bad[what], what)
	}
	return fmt.Sprintf("%d, p50 %v, p95 %v, longest %v%s", len(x.all), at(0.5), at(0.95), at(1), bad)
}

// TestMixed sends small requests beside large ones. None fails; how long they take is printed, and
// decides nothing:
//
//	go test ./serve/service -run TestMixed -v -load 1m -size 1000000 -query ""
func TestMixed(t *testing.T) {
	s := start(t, Options{Limits: Limits{WaitTime: time.Minute}}) // a slow machine refuses none
	address, _ := listen(t, s, 30*time.Second)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	send := func(ctx context.Context, text string, to *took) {
		began := time.Now()
		r, err := http.NewRequestWithContext(ctx, "POST", "http://"+address+"/v1/clean?"+*loadQuery, strings.NewReader(text))
		if err != nil {
			t.Error(err)
			return
		}
		answer, err := client.Do(r)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			to.add(0, err.Error())
		default:
			_, err = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			failed := ""
			if err != nil || answer.StatusCode != http.StatusOK {
				failed = fmt.Sprint(answer.StatusCode, " ", err)
			}
			to.add(time.Since(began), failed)
		}
	}
	clients, size := *mixedLarge, *mixedSize
	if testing.Short() {
		clients, size = min(clients, 2), min(size, 5000)
	}
	var small, large took
	text := func(size, number int) string {
		words := talk(t, size, number) // more than enough
		return words[:strings.LastIndexByte(words[:size], '\n')+1]
	}
	ctx, cancel := context.WithTimeout(t.Context(), *loadTime)
	defer cancel()
	var all sync.WaitGroup
	for i := range clients {
		long := text(size, i)
		all.Go(func() {
			for ctx.Err() == nil {
				send(t.Context(), long, &large)
			}
		})
	}
	for i := 0; ctx.Err() == nil; i++ {
		time.Sleep(100 * time.Millisecond)
		short := text(1000, i)
		all.Go(func() { send(t.Context(), short, &small) })
	}
	all.Wait()
	t.Logf("requests of 1 kB: %v", &small)
	t.Logf("requests of %d bytes: %v", size, &large)
	if len(small.bad)+len(large.bad) > 0 {
		t.Errorf("some failed")
	}
	client.CloseIdleConnections()
}
