package steps

import (
	"errors"
	"os"
	"testing"
)

// A checkpoint gives back what it has kept last, says what is wrong with it, and is removed with
// the steps of its folder.
func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	c := NewCheckpoint(dir, "net, one", "config")
	if b, err := c.Load(); b != nil || err != nil {
		t.Errorf("of nothing: %q, %v", b, err)
	}
	for _, state := range []string{"first", "second"} {
		if err := c.Keep([]byte(state)); err != nil {
			t.Fatal(err)
		}
		if b, err := c.Load(); string(b) != state || err != nil {
			t.Errorf("%q, %v, want %q", b, err, state)
		}
	}
	if b, err := NewCheckpoint(dir, "net, one", "other").Load(); b != nil || err != nil {
		t.Errorf("of another configuration: %q, %v", b, err)
	}
	b, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string]struct {
		file []byte
		want error
	}{"cut": {b[:len(b)-3], ErrCut}, "other": {nil, ErrOther}} {
		if damaged.file == nil {
			if err := keep(c.path, "other", nil); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(c.path, damaged.file, 0o644); err != nil {
			t.Fatal(err)
		}
		if b, err := c.Load(); b != nil || !errors.Is(err, damaged.want) {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	for range 2 {
		if err := c.Remove(); err != nil {
			t.Error(err)
		}
	}
	if err := c.Keep(nil); err != nil {
		t.Fatal(err)
	}
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Clean(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(c.path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	none := NewCheckpoint("", "net", "config")
	if b, err := none.Load(); b != nil || err != nil || none.Keep(nil) != nil || none.Remove() != nil {
		t.Error("without a folder something is kept")
	}
}
