// Package drawn checks properties on cases drawn at random. A failure shows all that
// was drawn. Cases are the same every time, unless TIDYTALK_SEED asks for others.
//
// Start with [Check], [From], [Of] and [Several]; [Few] is for tests that count otherwise.
package drawn

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Cases returns how many cases Check draws: 100, fewer with -short.
func Cases() int { return Few(100, 10) }

// Few returns all, or, with -short, short: as many cases as show what is done at once, to the
// race detector, which takes ten times the time.
func Few(all, short int) int {
	if testing.Short() {
		return short
	}
	return all
}

// Case is the test of one case.
type Case struct {
	testing.TB
	rng   *rand.Rand
	draws []string
}

// Check calls f for each case, until one fails.
func Check(t testing.TB, f func(c *Case)) {
	t.Helper()
	base := uint64(1)
	if s := os.Getenv("TIDYTALK_SEED"); s != "" {
		var err error
		if base, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatalf("TIDYTALK_SEED: %v", err)
		}
	}
	for i := range uint64(Cases()) {
		if one(t, base, i, f); t.Failed() {
			return
		}
	}
}

func one(t testing.TB, base, i uint64, f func(c *Case)) {
	c := &Case{TB: t, rng: rand.New(rand.NewPCG(base, i))}
	done := false
	defer func() { // after a panic, too
		if done && !t.Failed() {
			return
		}
		t.Logf("case %d of TIDYTALK_SEED=%d drew", i, base)
		for _, d := range c.draws {
			t.Logf("  %s", d)
		}
	}()
	f(c)
	done = true
}

// From calls f for the case of a seed, as fuzz targets draw it.
func From(t testing.TB, seed uint64, f func(c *Case)) {
	t.Helper()
	one(t, 0, seed, f)
}

func note[V any](c *Case, name string, v V) V {
	c.draws = append(c.draws, fmt.Sprintf("%s: %#v", name, v))
	return v
}

// Int draws a number of from..to.
func (c *Case) Int(name string, from, to int) int { return note(c, name, from+c.rng.IntN(to-from+1)) }

// Uint64 draws a number.
func (c *Case) Uint64(name string) uint64 { return note(c, name, c.rng.Uint64()) }

// Bool draws true or false.
func (c *Case) Bool(name string) bool { return note(c, name, c.rng.IntN(2) == 1) }

// Of draws one of the values.
func Of[V any](c *Case, name string, values ...V) V {
	return note(c, name, values[c.rng.IntN(len(values))])
}

// Several draws least..most of the values, in any order and again and again.
func Several[V any](c *Case, name string, least, most int, values ...V) []V {
	// Few are drawn more often than their share: they are what is forgotten.
	n := least + c.rng.IntN(1+c.rng.IntN(most-least+1))
	out := make([]V, n)
	for i := range out {
		out[i] = values[c.rng.IntN(len(values))]
	}
	return note(c, name, out)
}
