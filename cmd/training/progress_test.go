package training

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

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
		{name: "a file", want: `  0:20  at work
  0:20  kinds: taken from w/kinds
  0:40  at work
  0:40  step "tagger" is damaged (w/tagger: cut off): it is trained again
  1:00  at work
  1:20  tagger: at work for 0:20
  1:40  tagger: pass 1 of 4, 0:40 left
  2:00  tagger: pass 2 of 4, 0:20 left
  2:20  tagger: pass 2 of 4, 0:00 left
  2:20  tagger: done in 1:20
  2:40  at work
  3:00  at work
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
		clock, isFile := terminal.Clock, terminal.IsFile
		t.Cleanup(func() { terminal.Clock, terminal.IsFile = clock, isFile })
		terminal.Clock, terminal.IsFile = func() time.Time { return at }, func(any) bool { return c.live }
		var out strings.Builder
		p := newStepProgress(&out, c.all)
		for _, e := range events {
			at = at.Add(20 * time.Second)
			if !c.live && !c.all {
				p.tick()
			}
			p.report(e)
		}
		p.end()
		if out.String() != c.want {
			t.Errorf("%s: got\n%q, want\n%q", c.name, out.String(), c.want)
		}
	}
}

// Where nothing can be written over, nothing is said of what takes less than some seconds; of
// what takes long something is, more rarely as it goes on.
func TestSilence(t *testing.T) {
	t.Setenv("TERM", "xterm")
	at := time.Unix(1000, 0)
	clock := terminal.Clock
	t.Cleanup(func() { terminal.Clock = clock })
	terminal.Clock = func() time.Time { return at }
	var out strings.Builder
	p := newStepProgress(&out, false)
	wait := func(d time.Duration) (said []string) {
		out.Reset()
		for end := at.Add(d); at.Before(end); {
			at = at.Add(time.Second)
			p.tick()
		}
		return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	for k := range 5 {
		p.Doing([]string{"reading", "scoring"}[k%2])
		if said := wait(silence - time.Second); said[0] != "" {
			t.Errorf("of what takes %v it says %q", silence-time.Second, said)
		}
	}
	p.count("decoding", "sentence", "sentences", 100, 1000)
	at = at.Add(time.Second)
	p.count("decoding", "sentence", "sentences", 200, 1000)
	if said := wait(2 * silence); len(said) != 2 || said[0] != "  0:43  decoding: 200 of 1000 sentences, 0:00 left" {
		t.Errorf("in %v it says %q", 2*silence, said)
	}
	if hour := len(wait(time.Hour)); hour < 60 || hour > 90 {
		t.Errorf("in an hour of a step it says %d lines", hour)
	}
	if text := (&doing{step: "decoding", began: at, done: 1, all: 4, one: "sentence", several: "sentences", counted: at.Add(time.Minute)}).text(at.Add(90 * time.Second)); text != "decoding: 1 of 4 sentences, 2:30 left" {
		t.Errorf("it says %q", text)
	}
}

// A command that is alive says so from a goroutine of its own, and not when it is over.
func TestAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		app := &cli.App{ErrWriter: &out, Action: Alive(func(c *cli.Context) error {
			one := Counting(c, "scoring", "stream", "streams", 4)
			time.Sleep(5 * time.Second)
			one()
			time.Sleep(5*time.Second + time.Millisecond)
			return nil
		})}
		if err := app.RunContext(t.Context(), []string{"app"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if want := "  0:08  scoring: 1 of 4 streams, 0:12 left\n"; out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	})
}
