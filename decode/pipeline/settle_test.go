package pipeline

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

func TestParseLatency(t *testing.T) {
	for text, want := range map[string]struct {
		l     Latency
		words int
	}{
		"": {Latency{}, 0}, "0.3s": {Latency{Time: 300 * time.Millisecond}, 1}, "1s": {Latency{Time: time.Second}, 4},
		"3s": {Latency{Time: 3 * time.Second}, 12}, "50ms": {Latency{Time: 50 * time.Millisecond}, 1}, "words=5": {Latency{Words: 5}, 5}, "words=60": {Latency{Words: 60}, 60},
	} {
		l, err := ParseLatency(text)
		if err != nil || l != want.l || l.InWords() != want.words {
			t.Errorf("%q: %+v, %d words, %v", text, l, l.InWords(), err)
		}
		if again, err := ParseLatency(l.String()); again != l || err != nil {
			t.Errorf("%q is written as %q", text, l)
		}
	}
	for _, text := range []string{"5", "0s", "-1s", "16s", "words=0", "words=61", "words=x", "words=", "fast", "1h"} {
		if _, err := ParseLatency(text); !errors.Is(err, engine.ErrOptions) || !strings.Contains(err.Error(), "words=5") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if (Latency{Words: 100}).Validate() == nil {
		t.Error("100 words are a latency")
	}
}

// settlingStream returns a stream that settles its words with a latency.
func settlingStream(t *testing.T, p *Pipeline, l string) *Stream {
	t.Helper()
	f, err := p.Stream()
	if err != nil {
		t.Fatal(err)
	}
	latency, err := ParseLatency(l)
	if err != nil {
		t.Fatal(err)
	}
	f.Settle(latency)
	return f
}

// settleAll settles the words of the talk, pushed so many at a time, and returns the decisions.
func settleAll(t *testing.T, p *Pipeline, l string, at int, preview bool) []data.Decision {
	t.Helper()
	f := settlingStream(t, p, l)
	var out []data.Decision
	next := func() {
		o, err := f.Next(t.Context())
		if err != nil || o.Problem != nil {
			t.Fatal(err, o.Problem)
		}
		out = append(out, o.Decisions...)
	}
	words := strings.Fields(talk)
	for i, w := range words {
		f.Push(data.Token{Text: w})
		if (i+1)%at != 0 && i+1 < len(words) {
			continue
		}
		for f.Ready() {
			next()
		}
		if !preview {
			continue
		}
		for _, tail := range [][]data.Token{nil, {{Text: "and"}, {Text: "dont"}}} {
			o, err := f.Preview(t.Context(), tail...)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(out) + len(o.Decisions); got != i+1+len(tail) {
				t.Fatalf("%s: %d decisions about %d words and %d of a tail", l, got, i+1, len(tail))
			}
		}
	}
	for f.Pending() > 0 {
		next()
	}
	return out
}

// TestSettle: every word is decided about once, the same whether words come one by one, and whether anybody looks at what
// is provisional; no word waits longer than the bound.
func TestSettle(t *testing.T) {
	p, err := New(bundletest.Default(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{"0.3s", "1s", "words=10"} {
		want := settleAll(t, p, l, 1, false)
		if len(want) != len(strings.Fields(talk)) {
			t.Fatalf("%s: %d decisions", l, len(want))
		}
		latency, _ := ParseLatency(l)
		for i := range want {
			if n := latency.InWords(); want[i].Waited > LatencyBound*n {
				t.Errorf("%s: word %d has waited for %d", l, i, want[i].Waited)
			}
		}
		for _, other := range []struct {
			at      int
			preview bool
		}{{7, false}, {1, true}, {len(want), false}} {
			got := settleAll(t, p, l, other.at, other.preview)
			for i := range want {
				if got[i].Label != want[i].Label || got[i].Punct != want[i].Punct || got[i].Cased != want[i].Cased || got[i].End != want[i].End {
					t.Fatalf("%s, %+v: word %d is %+v, want %+v", l, other, i, got[i], want[i])
				}
			}
		}
	}
}
