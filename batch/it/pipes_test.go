package it

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/batch/it/processes"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// flat writes a folder of n talks without folders in it, and returns their paths.
func flat(t *testing.T, n, lines int) (dir string, names []string) {
	t.Helper()
	dir = t.TempDir()
	for i := range n {
		names = append(names, fmt.Sprintf("%04d.txt", i))
		put(t, filepath.Join(dir, names[i]), talk(i, lines))
	}
	return dir, names
}

// gathered returns the files of a folder, in the order of their names, as one text.
func gathered(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Error(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Error(err)
		}
		b.Write(text)
	}
	return b.String()
}

func nothingWrong(t *testing.T, out string) {
	t.Helper()
	for _, pattern := range []string{"*.conflict", "*/*.conflict", "failures/*"} {
		if found, _ := filepath.Glob(filepath.Join(out, pattern)); len(found) > 0 {
			text, _ := os.ReadFile(found[0])
			t.Errorf("%d files like %s: %s", len(found), found[0], text)
		}
	}
}

// Labels on Flink are those of the command.
func (f *flink) tryLabels() {
	t := f.t
	dir, names := flat(t, processes.Number(t, "TIDYTALK_IT_TALKS", 20), 12)
	out := t.TempDir()
	if r := run(t, f.p.pipes, append(f.flags(f.p.pipes), "--worker_binary", f.sent(), "--pipe", "labels", "--in", dir, "--out", out)...); r.code != 0 {
		f.logs("exit code %d: %s", r.code, r.stderr)
	}
	for _, name := range names {
		r := run(t, f.p.command, "clean", "-q", "--level", "full", "--to", "jsonl", filepath.Join(dir, name))
		sentences, err := decisions.Read(strings.NewReader(r.stdout), name)
		if r.code != 0 || err != nil {
			t.Fatalf("%s: %v: %s", name, err, r.stderr)
		}
		var want strings.Builder
		for i, s := range sentences {
			s.Document, s.Index = name, i
			line, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			want.Write(append(line, '\n'))
		}
		if got := gathered(t, filepath.Join(out, name)); got != want.String() {
			t.Errorf("%s: %d bytes instead of %d", name, len(got), want.Len())
		}
	}
	nothingWrong(t, out)
}

// sameStreams fails if the conversations are not what the command makes of them.
func (f *flink) sameStreams(dir, out string, names []string) {
	f.t.Helper()
	for _, name := range names {
		text, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			f.t.Fatal(err)
		}
		want := runWith(f.t, text, f.p.command, "clean", "-q", "--stream")
		text.Close()
		if got := gathered(f.t, filepath.Join(out, name)); want.code != 0 || got != want.stdout {
			f.t.Errorf("%s: %q instead of %q: %s", name, got, want.stdout, want.stderr)
		}
		if _, err := os.Stat(filepath.Join(out, name+".last")); err != nil {
			f.t.Errorf("%s did not end: %v", name, err)
		}
	}
	nothingWrong(f.t, out)
}

// Conversations whose turns come in another order, and twice, are what the command makes of
// them, with Flink's state for batches.
func (f *flink) tryStreams() {
	t := f.t
	dir, names := flat(t, processes.Number(t, "TIDYTALK_IT_TALKS", 20), 12)
	out := t.TempDir()
	if r := run(t, f.p.pipes, append(f.flags(f.p.pipes), "--worker_binary", f.sent(), "--pipe", "streams", "--in", dir, "--out", out)...); r.code != 0 {
		f.logs("exit code %d: %s", r.code, r.stderr)
	}
	f.sameStreams(dir, out, names)
}

// live starts a job of conversations whose turns come by the clock, one each 50 ms, or as TIDYTALK_IT_EVERY says, for machines on
// which starting a worker takes longer than all of them; with a gate, the second half of them when that file is there.
func (f *flink) live(in, out, gate string) *processes.Process {
	args := append(f.flags(f.p.pipes), "--worker_binary", f.sent(), "--in", in, "--out", out)
	if gate != "" {
		args = append(args, "--pipe", "gated", "--gate", gate)
	} else {
		args = append(args, "--pipe", "live", "--every", fmt.Sprintf("%dms", processes.Number(f.t, "TIDYTALK_IT_EVERY", 50)))
	}
	return processes.Start(f.t, filepath.Join(f.dir, "pipes.log"), nil, f.p.pipes, args...)
}

// Conversations that come by the clock lose nothing, and have nothing twice, when TaskManagers are killed, one after the
// other, as often as TIDYTALK_IT_LIVE_KILLS says: Flink goes on from its last checkpoint.
func (f *flink) tryLive() {
	t := f.t
	turns := processes.Number(t, "TIDYTALK_IT_TURNS", 30)
	dir, names := flat(t, processes.Number(t, "TIDYTALK_IT_TALKS", 20), turns)
	out := t.TempDir()
	p := f.live(dir, out, "")
	for kills, i := processes.Number(t, "TIDYTALK_IT_LIVE_KILLS", 2), 1; i <= kills; i++ {
		processes.WaitFor(t, "pieces and a checkpoint", func() bool {
			taken, _ := filepath.Glob(filepath.Join(f.checkpoints(), "*", "chk-*", "_metadata"))
			return len(taken) > 0 && len(pieces(out)) >= len(names)*turns*i/(kills+2) || p.Ended()
		})
		f.tasks[0].Kill()
		f.tasks = f.tasks[1:]
		f.startTasks()
	}
	f.end(p, out, names)
	f.sameStreams(dir, out, names)
}

// end ends a job of live conversations, whose source does not, when all of them have ended.
func (f *flink) end(p *processes.Process, out string, names []string) {
	f.t.Helper()
	processes.WaitFor(f.t, "end of conversations", func() bool {
		last, _ := filepath.Glob(filepath.Join(out, "*.last"))
		return len(last) == len(names) || p.Ended()
	})
	processes.WaitFor(f.t, "end of the source", func() bool {
		id := f.running()
		return p.Ended() || id != "" && f.drain(id)
	})
	processes.WaitFor(f.t, "end", p.Ended)
	if code := p.Cmd.ProcessState.ExitCode(); code != 0 {
		f.logs("exit code %d", code)
	}
}
