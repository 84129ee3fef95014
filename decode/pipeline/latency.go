package pipeline

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Latency is how long the words of live text wait for the decision about them, at the median: in words that come after
// them, or in time. No word waits for more than LatencyBound times that, and the words that it is read by. Time is that of
// the words, where they have some, and else what people take for as many words. The zero
// value is none: words wait as Options.LookAhead says.
type Latency struct {
	Words int
	Time  time.Duration // where there are no Words
}

// LatencyBound is how many times the typical wait the longest one is.
const LatencyBound = 3

// MaxLatency bounds Latency.Words, and MaxLatencyTime Latency.Time.
const (
	MaxLatency     = 60
	MaxLatencyTime = 15 * time.Second
)

// wordsPerSecond is how fast people talk, where nothing tells it.
const wordsPerSecond = 4

// paceWords is from how many words with times on their speaker's speed is known, and longestGap the seconds from one word to
// the next that count for it: what is longer is a pause.
const (
	paceWords  = 5
	longestGap = 1.0
)

// ParseLatency reads "words=5", or a time as "0.3s" or "300ms". "" is the zero value. Errors wrap engine.ErrOptions.
func ParseLatency(text string) (Latency, error) {
	if text == "" {
		return Latency{}, nil
	}
	bad := func() (Latency, error) {
		return Latency{}, fmt.Errorf("%w: %q is no latency: it is a time up to %v, such as 0.3s, 1s or 3s, or a number of words up to %d, such as words=5", engine.ErrOptions, text, MaxLatencyTime, MaxLatency)
	}
	if n, ok := strings.CutPrefix(text, "words="); ok {
		words, err := strconv.Atoi(n)
		l := Latency{Words: words}
		if err != nil || words < 1 || l.Validate() != nil {
			return bad()
		}
		return l, nil
	}
	d, err := time.ParseDuration(text)
	l := Latency{Time: d}
	if err != nil || d <= 0 || l.Validate() != nil {
		return bad()
	}
	return l, nil
}

// String returns what ParseLatency reads.
func (l Latency) String() string {
	switch {
	case l.Words > 0:
		return "words=" + strconv.Itoa(l.Words)
	case l.Time > 0:
		return l.Time.String()
	}
	return ""
}

// Validate checks the bounds. Errors wrap engine.ErrOptions.
func (l Latency) Validate() error {
	if l.Words < 0 || l.Words > MaxLatency || l.Time < 0 || l.Time > MaxLatencyTime {
		return fmt.Errorf("%w: a latency of %d words or %v: it is at most %d words or %v", engine.ErrOptions, l.Words, l.Time, MaxLatency, MaxLatencyTime)
	}
	return nil
}

// stepOf returns after how many words those that are not settled are looked at again, for a latency in words.
func stepOf(n int) int { return max(1, min(n*3/4, mostStep), n/4) }

// InWords returns the latency in words, at the speed at which people talk; 0 if there is none.
func (l Latency) InWords() int { return l.at(wordsPerSecond) }

// at is InWords for who says so many words a second.
func (l Latency) at(speed float64) int {
	if l.Words > 0 || l.Time <= 0 {
		return l.Words
	}
	return min(max(1, int(math.Round(l.Time.Seconds()*speed))), MaxLatency)
}

// speed returns how many words a second are said while somebody talks, by the times of words; wordsPerSecond if too few
// have some.
func speed(words []data.Token) float64 {
	n, seconds := 0, 0.0
	for i := 1; i < len(words); i++ {
		if a, b := &words[i-1], &words[i]; a.Timed && b.Timed && b.End > a.End {
			n, seconds = n+1, seconds+min(b.End-a.End, longestGap)
		}
	}
	if n < paceWords-1 {
		return wordsPerSecond
	}
	return float64(n) / seconds
}
