package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
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
	width := terminalWidth
	t.Cleanup(func() { terminalWidth = width })
	t.Setenv("TERM", "xterm")
	p := newProgress(&out)
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
	expect("after a second", "\r[....................] 2/1000 files, 2.0 files/s, 8:19 left\x1b[K")
	at = at.Add(50 * time.Millisecond)
	p.step()
	expect("too soon", "")
	at = at.Add(950 * time.Millisecond)
	p.step()
	expect("later", "\r[....................] 4/1000 files, 2.0 files/s, 8:18 left\x1b[K")
	p.Write([]byte("tidytalk: bad\n"))
	expect("with a message", "\r\x1b[Ktidytalk: bad\n")
	p.wipe()
	expect("with nothing to wipe", "")
	at = at.Add(time.Second)
	terminalWidth = func(io.Writer) int { return 21 }
	p.step()
	expect("on a narrow terminal", "\r[..................…\x1b[K")
	t.Setenv("TERM", "dumb")
	p = newProgress(&out)
	p.begin(10)
	at = at.Add(time.Hour)
	p.step()
	expect("on a terminal that cannot write over", "")
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		s    share
		want string
	}{
		{share{0, 8, "pass", "passes", 0}, "[....................] 0/8 passes"},
		{share{2, 8, "pass", "passes", 5 * time.Second}, "[#####...............] 2/8 passes, 2.5 s a pass, 0:15 left"},
		{share{8, 8, "pass", "passes", 4 * time.Second}, "[####################] 8/8 passes, 2.0 passes/s, finishing"},
		{share{1, 7201, "file", "files", time.Second}, "[....................] 1/7201 files, 1.0 files/s, 2h00 left"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.s, got, c.want)
		}
	}
}

func TestStepProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	pass := func(n int) stages.Event {
		return stages.Event{Step: "tagger", Passes: 4, Progress: m3n.Progress{Pass: n, Objective: 0.5, Gap: 0.25}}
	}
	events := []stages.Event{
		{Step: "kinds", File: "w/kinds", Taken: true}, {Step: "tagger", File: "w/tagger", Damage: errors.New("cut off")},
		pass(0), pass(1), pass(2), {Step: "tagger", Done: true}, {Step: "tagger", File: "w/tagger"}, {Step: "tagger", File: "w/tagger", Taken: true},
		{Step: "phrases", Note: "3 entries"},
	}
	for _, c := range []struct {
		name      string
		live, all bool
		want      string
	}{
		{name: "a file", want: `  0:20  kinds: taken from w/kinds
  0:40  step "tagger" is damaged (w/tagger: cut off): it is trained again
  1:20  tagger: pass 1 of 4, 1:00 left
  2:20  tagger: done in 1:20
  3:00  phrases: 3 entries
  3:00  done: steps trained: 1, taken from earlier work: 1
`},
		{name: "a terminal", live: true, want: "  0:40  step \"tagger\" is damaged (w/tagger: cut off): it is trained again\n" +
			"\r1:00  tagger [....................] 0/4 passes\x1b[K" +
			"\r1:20  tagger [#####...............] 1/4 passes, 20.0 s a pass, 1:00 left\x1b[K" +
			"\r1:40  tagger [##########..........] 2/4 passes, 20.0 s a pass, 0:40 left\x1b[K" +
			"\r\x1b[K  3:00  phrases: 3 entries\n" +
			"  3:00  done: steps trained: 1, taken from earlier work: 1\n"},
		{name: "all", all: true, live: true, want: `  0:20  kinds: taken from w/kinds
  0:40  step "tagger" is damaged (w/tagger: cut off): it is trained again
  1:00  tagger: begins
  1:20  tagger: pass 1 of 4, objective 0.50000, convergence 0.25
  1:40  tagger: pass 2 of 4, objective 0.50000, convergence 0.25
  2:00  tagger: primal objective 0.00000, last change 0
  2:20  tagger: done in 1:20
  3:00  phrases: begins
  3:00  phrases: 3 entries
  3:00  done: steps trained: 1, taken from earlier work: 1
`},
	} {
		at := time.Unix(1000, 0)
		setClock(t, func() time.Time { return at })
		onTerminal(t, func(any) bool { return c.live })
		var out strings.Builder
		p := newStepProgress(&out, c.all)
		for _, e := range events {
			at = at.Add(20 * time.Second)
			p.report(e)
		}
		p.end()
		if out.String() != c.want {
			t.Errorf("%s: got\n%q, want\n%q", c.name, out.String(), c.want)
		}
	}
}
