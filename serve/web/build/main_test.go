package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCurrent says when what is committed is not what the sources make.
func TestCurrent(t *testing.T) {
	files, err := build("..")
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join("..", "assets", "dist")
	entries, err := os.ReadDir(dist)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()] == nil {
			t.Errorf("%s is in %s, and nothing makes it: run \"make web\"", e.Name(), dist)
		}
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(dist, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the sources make (%v): run \"make web\" and commit what it writes", name, err)
		}
	}
}

// TestSourceErrors: an error in a source is told with its place.
func TestSourceErrors(t *testing.T) {
	web := t.TempDir()
	for name, text := range map[string]string{"index.html": "", "src/studio.ts": "let a = ;\n", "src/trace.ts": ""} {
		path := filepath.Join(web, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := build(web); err == nil || err.Error() != `src/studio.ts:1:9: Unexpected ";"` {
		t.Errorf("error %v", err)
	}
}
