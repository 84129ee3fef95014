package steps

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
)

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	calls := 0
	var last Event
	run := func(name, config string) string {
		b, err := Run(dir, name, config, func(e Event) { last = e }, func() ([]byte, error) {
			calls++
			return []byte(name + config), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, c := range []struct {
		name, config string
		calls        int
		state        State
	}{
		{"edit stage, fold 1 of 5", "a", 1, Made}, {"edit stage, fold 1 of 5", "a", 1, Taken},
		{"edit stage, fold 1 of 5", "b", 2, Made}, {"a/b", "b", 3, Made}, {"a/b", "b", 3, Taken},
	} {
		if got := run(c.name, c.config); got != c.name+c.config || calls != c.calls || last.State != c.state {
			t.Errorf("%q %q: %q after %d calls, %+v", c.name, c.config, got, calls, last)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	// A failed step is not kept, and is tried again.
	failed := errors.New("no")
	for range 2 {
		if _, err := Run(dir, "x", "", nil, func() ([]byte, error) { calls++; return nil, failed }); !errors.Is(err, failed) {
			t.Errorf("error %v", err)
		}
	}
	if calls != 5 {
		t.Errorf("%d calls", calls)
	}
}

// A step that was changed in any way is made again, and is whole after that.
func TestRunDamaged(t *testing.T) {
	dir := t.TempDir()
	var events []Event
	run := func() string {
		b, err := Run(dir, "edit", "c", func(e Event) { events = append(events, e) }, func() ([]byte, error) { return []byte("result"), nil })
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	run()
	path := events[0].File
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(other(t, "edit", "other"))
	if err != nil {
		t.Fatal(err)
	}
	flip := func(at int) []byte {
		b := slices.Clone(whole)
		b[at] ^= 1
		return b
	}
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty": {nil, ErrCut}, "cut": {whole[:len(whole)-1], ErrCut}, "header alone": {whole[:24], ErrCut}, "a bit of the result": {flip(len(whole) - 3), ErrCut},
		"a bit of the configuration": {flip(40), ErrCut}, "the magic": {flip(0), ErrCut}, "a newer version": {filetest.Reseal(flip(10)), ErrOther}, "other settings": {other, ErrOther},
	} {
		if err := os.WriteFile(path, c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		events = nil
		if got := run(); got != "result" || len(events) != 2 || events[0].State != Damaged || !errors.Is(events[0].Err, c.want) || events[1].State != Made {
			t.Errorf("%s: %q, %+v", name, got, events)
		}
		if again, err := os.ReadFile(path); err != nil || !slices.Equal(again, whole) {
			t.Errorf("%s: it is not mended: %v", name, err)
		}
	}
	// What cannot be read is no damage: nothing is lost.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(dir, "edit", "c", nil, func() ([]byte, error) { t.Error("trained"); return nil, nil }); err == nil {
		t.Error("a folder was taken for a step")
	}
}

// other returns the file of a step in a folder of its own.
func other(t *testing.T, name, config string) string {
	t.Helper()
	var file string
	if _, err := Run(t.TempDir(), name, config, func(e Event) { file = e.File }, func() ([]byte, error) { return []byte("result"), nil }); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFolder(t *testing.T) {
	for _, there := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "a", "work")
		foreign := []string{"notes.txt", "model.tt", "edit.step", "my-0123456789abcdef.step.bak"}
		if there {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range append(slices.Clone(foreign), "killed-0123456789abcdef.step.123.part") {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			foreign = append(foreign, "sub-0123456789abcdef.step")
			if err := os.Mkdir(filepath.Join(dir, foreign[4]), 0o755); err != nil {
				t.Fatal(err)
			}
		} else {
			foreign = nil
		}
		step := func(config string) {
			if _, err := Run(dir, "step", config, nil, func() ([]byte, error) { return []byte(config), nil }); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); !errors.Is(err, ErrBusy) {
			t.Errorf("opened twice: %v", err)
		}
		step("interrupted")
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if f, err = Open(dir); err != nil {
			t.Fatal(err)
		}
		if left := names(t, dir); len(left) != len(foreign)+2 { // the lock file, too
			t.Errorf("after an interruption there are %q", left)
		}
		step("another one")
		if err := errors.Join(f.Clean(), f.Close()); err != nil {
			t.Fatal(err)
		}
		left := names(t, dir)
		slices.Sort(foreign)
		if !slices.Equal(left, foreign) {
			t.Errorf("left are %q, want %q", left, foreign)
		}
		if _, err := os.Stat(dir); there == errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the folder, there before: %v, now: %v", there, err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("a file was opened: %v", err)
	}
}

// names lists a folder, which need not be there.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}
