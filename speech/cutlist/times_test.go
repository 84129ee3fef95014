package cutlist

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// New times are those of List.New, to the sample, never fall, and end with the result.
func TestTimes(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		l := drawList(t)
		times, before := Times(l), 0.0
		for range 200 {
			sample := int64(before*float64(l.Media.Rate)) + int64(t.Int("on", 0, l.Media.Rate))
			old := float64(sample) / float64(l.Media.Rate)
			is := times(old)
			want := l.Seconds(min(l.New(sample), l.Media.Samples-l.Removed()))
			if math.Abs(is-want) > 1e-6/float64(l.Media.Rate)+1e-9 {
				t.Fatalf("%v is at %v, not %v", old, is, want)
			}
			if is < times(before) {
				t.Fatalf("%v is at %v, before %v", old, is, times(before))
			}
			before = old
		}
	})
}

// The map has all that is kept, without a gap in the result.
func TestWriteMap(t *testing.T) {
	l := talks()["sound"]
	var b strings.Builder
	if err := WriteMap(&b, l); err != nil {
		t.Fatal(err)
	}
	var m struct {
		Rate    int   `json:"sample_rate"`
		Samples int64 `json:"new_samples"`
		Kept    []struct {
			Start float64
			From  int64 `json:"start_sample"`
			To    int64 `json:"end_sample"`
			New   int64 `json:"new_sample"`
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &m); err != nil {
		t.Fatal(err)
	}
	at := int64(0)
	for i, s := range l.Kept() {
		k := m.Kept[i]
		if k.From != s.Start || k.To != s.End || k.New != at || math.Abs(k.Start*48000-float64(s.Start)) > 1e-6 {
			t.Errorf("%+v, not %+v at %d", k, s, at)
		}
		at += s.Len()
	}
	if m.Samples != at || m.Rate != 48000 || len(m.Kept) != len(l.Kept()) {
		t.Errorf("%+v", m)
	}
}
