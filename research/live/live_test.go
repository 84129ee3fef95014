package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/punct"
)

// sample is a side of a conversation: edit words have a star, fillers a plus, ends of sentences a slash.
const sample = "so+ we* we went to the store yesterday/ and+ i* was* i was looking for some bread/ uh+ it was closed/ " +
	"they* they said that they would open at nine/ and+ then we had to go* go home again/ it was a long way/"

// sideOf returns a side with times, half a second a word.
func sideOf(t *testing.T, text string) *data.Side {
	t.Helper()
	var b strings.Builder
	for i, w := range strings.Fields(text) {
		word := strings.TrimRight(w, "*+/")
		edit, kind, mark, slash := "0", "-", "-", "-"
		if strings.Contains(w, "*") {
			edit = "1"
		}
		if strings.Contains(w, "+") {
			kind = "F"
		}
		if strings.Contains(w, "/") {
			mark, slash = ".", "/"
		}
		fmt.Fprintf(&b, "4700\tA\t1.1\tsd\t%s\t_\t%s\t%s\t%s\t%s\t%.1f\t%.1f\n", word, kind, edit, mark, slash, float64(i)/2, float64(i)/2+0.4)
	}
	sides, err := data.ReadTSV(strings.NewReader(b.String()), "sample")
	if err != nil {
		t.Fatal(err)
	}
	return &sides[0]
}

// TestReplay: all is measured of every word, and waits are those of the latency.
func TestReplay(t *testing.T) {
	c, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{Level: tidytalk.LevelFull})
	if err != nil {
		t.Fatal(err)
	}
	side := sideOf(t, sample)
	n := len(side.Tokens)
	var whole Measure
	decided, err := whole.Replay(t.Context(), c, side, true, Setting{Whole: true}, nil)
	if err != nil || len(decided) != n || len(whole.Waits) != 0 {
		t.Fatalf("%d decisions, %v", len(decided), err)
	}
	latency, err := tidytalk.ParseLatency("1s")
	if err != nil {
		t.Fatal(err)
	}
	var one, all Measure
	if _, err := one.Replay(t.Context(), c, side, true, Setting{Latency: latency, Steps: true}, decided); err != nil {
		t.Fatal(err)
	}
	m := &one
	if m.Words != n || len(m.Waits) != n || len(m.Seconds) != n || m.Compared != n || m.Labels < n || m.Stay > n {
		t.Errorf("%d words: %+v", n, m)
	}
	if most := Quantile(m.Waits, 1); most > 12 || Quantile(m.Seconds, 1) > 6.1 {
		t.Errorf("a word has waited for %d words, %v seconds", most, Quantile(m.Seconds, 1))
	}
	if m.Repairs != 4 || m.Found == 0 || m.Found > 4 || len(m.FromOnset) != m.Found || Mean(m.FromOnset) < Mean(m.FromRepair) {
		t.Errorf("%d of %d repairs, %v from their onset, %v from the repair", m.Found, m.Repairs, m.FromOnset, m.FromRepair)
	}
	for k := range Delays {
		if c := m.Delayed[k]; c.TP+c.FN != 5 {
			t.Errorf("after %d words %d edit words are scored", Delays[k], c.TP+c.FN)
		}
	}
	all.Plus(&one)
	all.Plus(&one)
	if all.Words != 2*n || all.Disfluency.Edit.TP != 2*one.Disfluency.Edit.TP || all.Overhead() != one.Overhead() {
		t.Errorf("%+v is not twice %+v", all, one)
	}
}

// TestShow: what is shown of words is counted as it changes.
func TestShow(t *testing.T) {
	side := sideOf(t, "we* we went/")
	m := &Measure{Words: 3}
	r := &replay{m: m, tokens: side.Tokens, found: make([]bool, 3)}
	_, r.gold = punct.Words(side)
	keep, edit := data.Decision{}, data.Decision{Label: data.E, Why: data.Repairs}
	r.word(0, 0, &keep)
	r.word(1, 0, &edit)
	r.word(1, 1, &keep)
	r.word(2, 0, &edit)
	r.word(2, 1, &keep)
	r.word(2, 2, &keep)
	r.final = []data.Decision{edit, keep, keep}
	r.finish()
	if m.Labels != 5 || m.Revisions != 1 || m.Stay != 2 || m.Overhead() != 0.4 {
		t.Errorf("%d labels, %d revisions, %d stay, overhead %v", m.Labels, m.Revisions, m.Stay, m.Overhead())
	}
	if m.Repairs != 1 || m.Found != 1 || m.FromOnset[0] != 1 || m.FromRepair[0] != 0 {
		t.Errorf("%+v", m)
	}
	if m.Delayed[0].TP != 0 || m.Delayed[0].FN != 1 || m.Delayed[1].TP != 1 {
		t.Errorf("%+v", m.Delayed)
	}
}
