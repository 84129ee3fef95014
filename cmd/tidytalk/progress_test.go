package main

import (
	"strings"
	"testing"
	"time"
)

// setClock sets the clock of progress for a test.
func setClock(t *testing.T, c func() time.Time) {
	clock = c
	t.Cleanup(func() { clock = time.Now })
}

func TestProgress(t *testing.T) {
	var out strings.Builder
	at := time.Unix(1000, 0)
	setClock(t, func() time.Time { return at })
	p := &progress{w: &out}
	expect := func(what, want string) {
		t.Helper()
		if out.String() != want {
			t.Errorf("%s: %q, want %q", what, out.String(), want)
		}
		out.Reset()
	}
	at = at.Add(time.Hour)
	p.step()
	expect("before it begins", "")
	p.finished = 0
	p.begin(1000)
	at = at.Add(990 * time.Millisecond)
	p.step()
	p.wipe()
	expect("in the first second", "")
	at = at.Add(10 * time.Millisecond)
	p.step()
	expect("after a second", "\r2/1000 files, 2.0 files/s\x1b[K")
	at = at.Add(50 * time.Millisecond)
	p.step()
	expect("too soon", "")
	at = at.Add(950 * time.Millisecond)
	p.step()
	expect("later", "\r4/1000 files, 2.0 files/s\x1b[K")
	p.Write([]byte("tidytalk: bad\n"))
	expect("with a message", "\r\x1b[Ktidytalk: bad\n")
	p.wipe()
	expect("with nothing to wipe", "")
}
