package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Two opened files stand for two processes: locks are of opened files.
func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	a, b := open(), open()
	defer b.Close()
	if _, err := Exclusive(a); errors.Is(err, ErrUnsupported) {
		t.Skip("SKIPPED: no locks here")
	}
	for _, c := range []struct {
		name     string
		first    func(*os.File) (bool, error)
		second   func(*os.File) (bool, error)
		together bool
	}{
		{"exclusive", Exclusive, Exclusive, false},
		{"exclusive, shared", Exclusive, Shared, false},
		{"shared, exclusive", Shared, Exclusive, false},
		{"shared", Shared, Shared, true},
	} {
		if ok, err := c.first(a); !ok || err != nil {
			t.Fatalf("%s: the first lock: %v, %v", c.name, ok, err)
		}
		if ok, err := c.second(b); ok != c.together || err != nil {
			t.Errorf("%s: the second lock: %v, %v", c.name, ok, err)
		}
		a.Close()
		if ok, err := Exclusive(b); !ok || err != nil {
			t.Errorf("%s: the first is closed: %v, %v", c.name, ok, err)
		}
		b.Close()
		a, b = open(), open()
	}
	a.Close()
}

// Who reads a file, or has closed it, is not told of.
func TestWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flag int
		want bool
	}{{os.O_RDONLY, false}, {os.O_WRONLY, true}, {os.O_RDWR, true}, {os.O_WRONLY | os.O_APPEND, true}} {
		reader, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		other, err := os.OpenFile(path, c.flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Written(reader)
		if errors.Is(err, ErrUnsupported) {
			t.Skip("SKIPPED: nothing tells here who has a file open")
		}
		if got != c.want || err != nil {
			t.Errorf("opened with %x: %v, %v", c.flag, got, err)
		}
		other.Close()
		if got, err := Written(reader); got || err != nil {
			t.Errorf("opened with %x and closed: %v, %v", c.flag, got, err)
		}
	}
}
