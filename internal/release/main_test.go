package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A bundle is copied, with its sum.
func TestCopyBundle(t *testing.T) {
	from, out := filepath.Join(t.TempDir(), "tidytalk-x.tt"), t.TempDir()
	if err := os.WriteFile(from, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	sum, err := copyBundle(from, out)
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  tidytalk-x.tt\n"; sum != want || err != nil {
		t.Errorf("%q, %v", sum, err)
	}
	if b, err := os.ReadFile(filepath.Join(out, "tidytalk-x.tt")); string(b) != "abc" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := copyBundle(filepath.Join(out, "none.tt"), out); err == nil {
		t.Error("a bundle that is not there is copied")
	}
}
