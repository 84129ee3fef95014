package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A bundle that is there is copied, with its sum; of one that is not, no earlier copy stays.
func TestCopyBundle(t *testing.T) {
	from, out := filepath.Join(t.TempDir(), "tidytalk-x.tt"), t.TempDir()
	if err := os.WriteFile(from, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	sum, err := copyBundle(from, out)
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  tidytalk-x.tt\n"; sum != want || err != nil {
		t.Errorf("%q, %v", sum, err)
	}
	copied := filepath.Join(out, "tidytalk-x.tt")
	if b, err := os.ReadFile(copied); string(b) != "abc" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	if err := os.Remove(from); err != nil {
		t.Fatal(err)
	}
	if sum, err := copyBundle(from, out); sum != "" || err != nil {
		t.Errorf("%q, %v", sum, err)
	}
	if _, err := os.Stat(copied); !os.IsNotExist(err) {
		t.Errorf("the copy of an earlier run: %v", err)
	}
}
