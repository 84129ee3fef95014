package wholefile

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

// write writes a file, and returns its name.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// replaceBy opens a file, reads it, and replaces it by a text.
func replaceBy(t *testing.T, path, text string, hook func(moment), after func()) error {
	t.Helper()
	o, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	o.Read(SumOf(read(t, path)))
	o.hook = hook
	if hook == nil {
		o.hook = func(moment) {}
	}
	n, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Discard()
	if _, err := n.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if after != nil {
		after()
	}
	return o.Replace(n, SumOf(text))
}

// A file is replaced only while it is what was read, whoever changes it how and when.
func TestReplace(t *testing.T) {
	appendTo := func(t *testing.T, path string) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		f.WriteString(" and more")
	}
	keepTime := func(t *testing.T, path string, change func()) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		change()
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, path string) // nil: nobody changes it
		want   string
		early  bool // what happens to the name after the look cannot be undone
	}{
		{"nobody", nil, "new", false},
		{"appended", appendTo, "old and more", false},
		{"appended without time", func(t *testing.T, path string) { keepTime(t, path, func() { appendTo(t, path) }) }, "old and more", false},
		{"overwritten", func(t *testing.T, path string) { os.WriteFile(path, []byte("odd"), 0o644) }, "odd", false},
		{"overwritten without time", func(t *testing.T, path string) {
			keepTime(t, path, func() { os.WriteFile(path, []byte("odd"), 0o644) })
		}, "odd", false},
		{"emptied", func(t *testing.T, path string) { os.Truncate(path, 0) }, "", false},
		{"renamed over", func(t *testing.T, path string) {
			write(t, filepath.Dir(path), "other", "old")
			os.Rename(filepath.Join(filepath.Dir(path), "other"), path)
		}, "old", true},
	} {
		for _, late := range []bool{false, true} {
			if late && c.early {
				continue
			}
			folder := t.TempDir()
			path := write(t, folder, "file", "old")
			change := func(at bool) {
				if at && c.change != nil {
					c.change(t, path)
				}
			}
			err := replaceBy(t, path, "new", func(m moment) { change(late && m == looked) }, func() { change(!late) })
			if c.change == nil && err != nil || c.change != nil && !errors.Is(err, ErrChanged) {
				t.Errorf("%s, late %v: %v", c.name, late, err)
			}
			if got := read(t, path); got != c.want {
				t.Errorf("%s, late %v: the file holds %q", c.name, late, got)
			}
			check(t, folder, "file")
		}
	}
}

// Where the original and the result are both written to, both are kept.
func TestBothChanged(t *testing.T) {
	folder := t.TempDir()
	path := write(t, folder, "file", "old")
	err := replaceBy(t, path, "new", func(m moment) {
		text := "old and more"
		if m == renamed {
			text = "new and more"
		}
		os.WriteFile(path, []byte(text), 0o644)
	}, nil)
	kept, _ := filepath.Glob(filepath.Join(folder, prefix+"*"))
	if len(kept) != 1 || !errors.Is(err, ErrChanged) || !strings.HasSuffix(err.Error(), "it is kept as "+kept[0]) {
		t.Fatalf("%q is kept: %v", kept, err)
	}
	if read(t, path) != "new and more" || read(t, kept[0]) != "old and more" {
		t.Errorf("%q, and %q is kept", read(t, path), read(t, kept[0]))
	}
	if again := new(Sweeper).Sweep(folder); filelock.Held && (len(again) != 1 || again[0] != kept[0]) {
		t.Errorf("swept: %q", again)
	}
	check(t, folder, "file", filepath.Base(kept[0]))
}

// Who has a file open writes to it whatever its name is then. So it is not replaced, whenever it was
// opened, and nothing is lost that is written to it behind that.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	f, err := os.Open(write(t, folder, "file", "old"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := filelock.Written(f); errors.Is(err, filelock.ErrUnsupported) {
		t.Skip("SKIPPED: nothing tells here who has a file open")
	}
	for _, c := range []struct {
		name  string
		opens []moment // -1: before Replace
		want  string   // of the file, if something is written to what was opened behind Replace
		kept  string   // likewise, of what is kept
	}{
		{"before", []moment{-1}, "old and more", ""},
		{"after the look", []moment{looked}, "old and more", ""},
		{"the result", []moment{renamed}, "new and more", ""},
		{"both", []moment{looked, renamed}, "new and more", "old and more"},
		{"the result, while it goes", []moment{looked, undoing}, "old and more", "new and more"},
	} {
		path := write(t, folder, "file", "old")
		var writers []*os.File
		open := func(m moment) {
			if !slices.Contains(c.opens, m) {
				return
			}
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			writers = append(writers, f)
		}
		err := replaceBy(t, path, "new", open, func() { open(-1) })
		if (err == nil) != (c.opens[0] == renamed) || err != nil && !errors.Is(err, ErrOpen) {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, w := range writers {
			w.WriteString(" and more")
			w.Close()
		}
		if got := read(t, path); got != c.want {
			t.Errorf("%s: the file holds %q", c.name, got)
		}
		names, _ := filepath.Glob(filepath.Join(folder, prefix+"*"))
		if len(names) != min(len(c.kept), 1) || len(names) == 1 && (read(t, names[0]) != c.kept || !strings.HasSuffix(err.Error(), "kept as "+names[0])) {
			t.Errorf("%s: %q is kept: %v", c.name, names, err)
		}
		for _, name := range names {
			os.Remove(name)
		}
	}
}

func TestSweep(t *testing.T) {
	folder := t.TempDir()
	alive, err := Create(filepath.Join(folder, "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Discard()
	if !filelock.Held {
		t.Skip("SKIPPED: no locks here")
	}
	sum := func(text string) string { s := SumOf(text); return hex.EncodeToString(s[:8]) }
	write(t, folder, ".tidytalk-0123abcd", "of a killed run")
	write(t, folder, ".tidytalk-0123abcd-"+sum("original"), "original")
	changed := write(t, folder, ".tidytalk-4567abcd-"+sum("original"), "original, and more")
	named := write(t, folder, ".tidytalk-89ababcd-"+sum("original"), "changed, but it has a name")
	if err := os.Link(named, filepath.Join(folder, "talk.txt")); err != nil {
		t.Fatal(err)
	}
	// What is not ours.
	write(t, folder, ".tidytalk-0123ABCD", "")
	write(t, folder, ".tidytalk-0123abcd.txt", "")
	write(t, folder, ".tidytalk-notes", "")
	if err := os.Mkdir(filepath.Join(folder, ".tidytalk-00000000"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("talk.txt", filepath.Join(folder, ".tidytalk-11111111")); err != nil {
		t.Fatal(err)
	}
	rest := []string{filepath.Base(alive.Name()), filepath.Base(changed), ".tidytalk-00000000", ".tidytalk-0123ABCD", ".tidytalk-0123abcd.txt", ".tidytalk-11111111", ".tidytalk-notes", "talk.txt"}
	var s Sweeper
	if kept := s.Sweep(folder); len(kept) != 1 || kept[0] != changed {
		t.Errorf("kept %q", kept)
	}
	check(t, folder, rest...)
	write(t, folder, ".tidytalk-0123abcd", "of another killed run")
	if kept := s.Sweep(folder); len(kept) != 0 {
		t.Errorf("swept twice: %q", kept)
	}
	new(Sweeper).Sweep(folder)
	check(t, folder, rest...)

	// When its run has ended, it is removed.
	alive.release()
	new(Sweeper).Sweep(folder)
	check(t, folder, rest[1:]...)
	if kept := new(Sweeper).Sweep(filepath.Join(folder, "missing")); kept != nil {
		t.Error(kept)
	}
}

// check checks that a folder holds these files and no others.
func check(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	have := make(map[string]bool)
	for _, e := range entries {
		have[e.Name()] = true
	}
	for _, w := range want {
		if !have[w] {
			t.Errorf("%s is gone", w)
		}
		delete(have, w)
	}
	for name := range have {
		t.Errorf("%s is left", name)
	}
}
