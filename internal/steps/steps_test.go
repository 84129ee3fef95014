package steps

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	calls := 0
	run := func(name, config string) string {
		b, err := Run(dir, name, config, func() ([]byte, error) {
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
	}{
		{"edit stage, fold 1 of 5", "a", 1}, {"edit stage, fold 1 of 5", "a", 1},
		{"edit stage, fold 1 of 5", "b", 2}, {"a/b", "b", 3}, {"a/b", "b", 3},
	} {
		if got := run(c.name, c.config); got != c.name+c.config || calls != c.calls {
			t.Errorf("%q %q: %q after %d calls", c.name, c.config, got, calls)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	// A failed step is not kept, and is tried again.
	failed := errors.New("no")
	for range 2 {
		if _, err := Run(dir, "x", "", func() ([]byte, error) { calls++; return nil, failed }); !errors.Is(err, failed) {
			t.Errorf("error %v", err)
		}
	}
	if calls != 5 {
		t.Errorf("%d calls", calls)
	}
}
