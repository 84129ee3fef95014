package training

import (
	"errors"
	"strings"
	"testing"
	"time"

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
		clock, isFile := terminal.Clock, terminal.IsFile
		t.Cleanup(func() { terminal.Clock, terminal.IsFile = clock, isFile })
		terminal.Clock, terminal.IsFile = func() time.Time { return at }, func(any) bool { return c.live }
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
