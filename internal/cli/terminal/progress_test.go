package terminal

import (
	"io"
	"strings"
	"testing"
	"time"
)

// setClock sets the clock of progress for a test.
func setClock(t *testing.T, c func() time.Time) {
	Clock = c
	t.Cleanup(func() { Clock = time.Now })
}

func TestProgress(t *testing.T) {
	var out strings.Builder
	at := time.Unix(1000, 0)
	setClock(t, func() time.Time { return at })
	width := Width
	t.Cleanup(func() { Width = width })
	t.Setenv("TERM", "xterm")
	p := NewProgress(&out)
	expect := func(what, want string) {
		t.Helper()
		if out.String() != want {
			t.Errorf("%s: %q, want %q", what, out.String(), want)
		}
		out.Reset()
	}
	at = at.Add(time.Hour)
	p.Step()
	expect("before it begins", "")
	p.finished = 0
	p.Begin(1000)
	at = at.Add(990 * time.Millisecond)
	p.Step()
	p.Wipe()
	expect("in the first second", "")
	at = at.Add(10 * time.Millisecond)
	p.Step()
	expect("after a second", "\r[....................] 2/1000 files, 2.0 files/s, 8:19 left\x1b[K")
	at = at.Add(50 * time.Millisecond)
	p.Step()
	expect("too soon", "")
	at = at.Add(950 * time.Millisecond)
	p.Step()
	expect("later", "\r[....................] 4/1000 files, 2.0 files/s, 8:18 left\x1b[K")
	p.Write([]byte("tidytalk: bad\n"))
	expect("with a message", "\r\x1b[Ktidytalk: bad\n")
	p.Wipe()
	expect("with nothing to wipe", "")
	at = at.Add(time.Second)
	Width = func(io.Writer) int { return 21 }
	p.Step()
	expect("on a narrow terminal", "\r[..................…\x1b[K")
	t.Setenv("TERM", "dumb")
	p = NewProgress(&out)
	p.Begin(10)
	at = at.Add(time.Hour)
	p.Step()
	expect("on a terminal that cannot write over", "")
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		s    Share
		want string
	}{
		{Share{Done: 0, All: 8, One: "pass", Several: "passes", Took: 0}, "[....................] 0/8 passes"},
		{Share{Done: 2, All: 8, One: "pass", Several: "passes", Took: 5 * time.Second}, "[#####...............] 2/8 passes, 2.5 s a pass, 0:15 left"},
		{Share{Done: 8, All: 8, One: "pass", Several: "passes", Took: 4 * time.Second}, "[####################] 8/8 passes, 2.0 passes/s, finishing"},
		{Share{Done: 1, All: 7201, One: "file", Several: "files", Took: time.Second}, "[....................] 1/7201 files, 1.0 files/s, 2h00 left"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.s, got, c.want)
		}
	}
}
