package pipeline

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// timed returns the words of the talk, so many a second, with a pause of some seconds before every twentieth.
func timed(perSecond, pause float64) []data.Token {
	var out []data.Token
	now := 10.0
	for i, w := range strings.Fields(talk) {
		if i > 0 && i%20 == 0 {
			now += pause
		}
		out = append(out, data.Token{Text: w, Timed: true, Start: now, End: now + 0.9/perSecond})
		now += 1 / perSecond
	}
	return out
}

func TestSpeed(t *testing.T) {
	for _, per := range []float64{1.5, 2, 4, 6.5} {
		for _, pause := range []float64{0, 5} {
			words := timed(per, pause)
			if got := speed(words); got > per+0.01 || got < per*0.75 {
				t.Errorf("%g words a second with pauses of %g s: %g", per, pause, got)
			}
		}
	}
	words := timed(2, 0)
	if got := speed(words[:paceWords-1]); got != wordsPerSecond {
		t.Errorf("a few words: %g", got)
	}
	for i := range words {
		words[i].Timed = false
	}
	if got := speed(words); got != wordsPerSecond {
		t.Errorf("words without times: %g", got)
	}
	for i := range words {
		words[i].Timed, words[i].End = true, 3
	}
	if got := speed(words); got != wordsPerSecond {
		t.Errorf("words that all end at once: %g", got)
	}
}

// settledAt settles words with times, pushed so many at a time, and returns for each the place of the word that settled it.
func settledAt(t *testing.T, p *Pipeline, l string, words []data.Token, at int) []int {
	t.Helper()
	f := settlingStream(t, p, l)
	var out []int
	for i := 0; i < len(words); i += at {
		f.Push(words[i:min(i+at, len(words))]...)
		for f.Ready() || i+at >= len(words) && f.Pending() > 0 {
			o, err := f.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for j := range o.Decisions {
				out = append(out, len(out)+o.Decisions[j].Waited)
			}
		}
	}
	return out
}

// TestLatencyByTime: where words have times, they wait as long as is said, whether somebody talks fast or slowly, and no
// longer than the bound and the words that they are looked at with, however the words come.
func TestLatencyByTime(t *testing.T) {
	p, err := New(bundletest.Default(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{"1s", "2s"} {
		latency, _ := ParseLatency(l)
		seconds := latency.Time.Seconds()
		before := 0 // words that the median word waits for
		for _, pace := range []struct{ perSecond, pause float64 }{{1.5, 0}, {3.5, 0}, {7, 0}, {3, 6}} {
			words := timed(pace.perSecond, pace.pause)
			at := settledAt(t, p, l, words, 1)
			if len(at) != len(words) {
				t.Fatalf("%s, %+v: %d of %d words are settled", l, pace, len(at), len(words))
			}
			var waits []int
			for i, k := range at {
				wait := words[k].End - words[i].End
				waits = append(waits, k-i)
				// The word before the one that settled it was not too late yet, but for what is read together.
				if k > i+2 && words[k-2].End-words[i].End > LatencyBound*seconds {
					t.Errorf("%s, %+v: word %d has waited for %.2f s, as %d words have come", l, pace, i, wait, k-i)
				}
			}
			slices.Sort(waits)
			if pace.pause == 0 {
				if median := waits[len(waits)/2]; median <= before {
					t.Errorf("%s, %+v: the median word waits for %d others, as for those who talk more slowly", l, pace, median)
				} else {
					before = median
				}
			}
			if again := settledAt(t, p, l, words, 7); !slices.Equal(again, at) {
				t.Errorf("%s, %+v: words that come seven at a time settle at other places", l, pace)
			}
		}
	}
}
