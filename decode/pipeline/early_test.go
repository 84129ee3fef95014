package pipeline

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// TestPreviewAfterEarly: what is provisional is about the words that are open, also when some were committed to early, and words that
// settle one by one go on from there: every word is decided about once.
func TestPreviewAfterEarly(t *testing.T) {
	p, err := New(bundletest.Default(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(talk)
	for _, l := range []string{"", "0.3s", "1s", "words=10"} {
		for every := 3; every < 12; every++ {
			f, err := p.Stream()
			if err != nil {
				t.Fatal(err)
			}
			latency, _ := ParseLatency(l)
			f.Settle(latency)
			n := 0
			take := func(o Outcome, err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				n += len(o.Decisions)
			}
			for i, w := range words {
				f.Push(data.Token{Text: w})
				for f.Ready() {
					take(f.Next(t.Context()))
				}
				if i%every == 0 {
					take(f.Early(t.Context(), 3))
				}
				o, err := f.Preview(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if n+len(o.Decisions) != i+1 {
					t.Fatalf("latency %q, every %d words: %d decisions are final, %d provisional, of %d words", l, every, n, len(o.Decisions), i+1)
				}
			}
			for f.Pending() > 0 {
				take(f.Next(t.Context()))
			}
			if n != len(words) {
				t.Errorf("latency %q, every %d words: %d decisions of %d words", l, every, n, len(words))
			}
		}
	}
}
