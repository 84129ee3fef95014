package finished

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

func sum(i int) Sum { return sha256.Sum256(fmt.Append(nil, i)) }

// Keys of two settings.
var one, two = Key([]byte("12345678")), Key([]byte("abcdefgh"))

func mustOpen(t *testing.T, path, key string) *Record {
	t.Helper()
	r, err := Open(path, key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func add(t *testing.T, r *Record, numbers ...int) {
	t.Helper()
	for _, i := range numbers {
		if err := r.Add(sum(i)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	a, b := mustOpen(t, path, one), mustOpen(t, path, one)
	other := mustOpen(t, path, two)
	add(t, a, 1, 2, 2)
	if a.Has(sum(1)) {
		t.Error("what a record added itself counts")
	}
	if !b.Has(sum(1)) || !b.Has(sum(2)) || b.Has(sum(3)) {
		t.Error("what another one added does not")
	}
	add(t, b, 1, 3)
	if !a.Has(sum(3)) || !a.Has(sum(1)) || a.Has(sum(2)) {
		t.Error("nor the other way round")
	}
	if other.Has(sum(1)) {
		t.Error("other settings know it")
	}
	again := mustOpen(t, path, one)
	for i := range 4 {
		if got := again.Has(sum(i)); got != (i > 0) {
			t.Errorf("opened again: %d is there: %v", i, got)
		}
	}
	if text := read(t, path); strings.Count(text, "\n") != 1+4 || !strings.HasPrefix(text, head) {
		t.Errorf("the record is\n%s", text)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// However short a record is cut off, and whatever a line has become, the rest counts, and
// what is added after that.
func TestDamaged(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole")
	add(t, mustOpen(t, whole, one), 1, 2, 3)
	text := read(t, whole)
	for cut := range len(text) + 1 {
		path := filepath.Join(folder, "cut")
		if err := os.WriteFile(path, []byte(text[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path, one)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		left := (max(cut+1, len(head)) - len(head)) / lineSize // the end of a line is set again
		for i := 1; i <= 3; i++ {
			if got := r.Has(sum(i)); got != (i <= left) {
				t.Fatalf("cut at %d: %d is there: %v", cut, i, got)
			}
		}
		add(t, r, 4)
		r.Close()
		if r = mustOpen(t, path, one); !r.Has(sum(4)) || r.Has(sum(1)) != (cut >= len(head)+lineSize-1) { // the end of a line may be set again
			t.Fatalf("cut at %d: what is added is lost", cut)
		}
		r.Close()
	}
	path := filepath.Join(folder, "odd")
	lines := strings.SplitAfter(text, "\n")
	odd := lines[0] + lines[1] + "some words\n" + strings.Repeat("\x00", lineSize) + "\n" + lines[2][:20] + lines[3] + lines[3]
	if err := os.WriteFile(path, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := mustOpen(t, path, one); !r.Has(sum(1)) || r.Has(sum(2)) || !r.Has(sum(3)) {
		t.Error("odd lines")
	}
}

// What is no record is not written to.
func TestForeign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "talk.txt")
	for _, text := range []string{"Ann: Uh, yes.\n", "t-", head[:20] + "?"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, one); !errors.Is(err, ErrForeign) {
			t.Errorf("%q: %v", text, err)
		}
		if got := read(t, path); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if _, err := Open(filepath.Dir(path), one); err == nil {
		t.Error("a folder was opened")
	}
}

func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	var all sync.WaitGroup
	for g := range 4 {
		r := mustOpen(t, path, one)
		all.Go(func() {
			for i := range 50 {
				if err := r.Add(sum(g*40 + i)); err != nil {
					t.Error(err)
				}
				r.Has(sum(i))
			}
		})
	}
	all.Wait()
	r := mustOpen(t, path, one)
	for i := range 3*40 + 50 {
		if !r.Has(sum(i)) {
			t.Errorf("%d is lost", i)
		}
	}
}

func TestShorten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	r, err := open(path, one, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		add(t, r, i)
	}
	other, err := open(path, one, 10)
	if err != nil || !other.Has(sum(0)) {
		t.Errorf("it was shortened while it was open: %v", err)
	}
	other.Close()
	r.Close()
	if r, err = open(path, one, 10); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range 25 {
		if got := r.Has(sum(i)); got != (i >= 25-4) {
			t.Errorf("%d is there: %v", i, got)
		}
	}
	if n := strings.Count(read(t, path), "\n"); n != 1+4+1 { // the run that ended is left out, and another one begins
		t.Errorf("%d lines", n)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestPrune(t *testing.T) {
	folder := t.TempDir()
	old := time.Now().Add(-MaxAge - time.Hour)
	for _, name := range []string{"clean-1.sums", "clean-2.sums", "notes.txt"} {
		path := filepath.Join(folder, name)
		if name != "notes.txt" {
			mustOpen(t, path, one)
		} else if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "clean-2.sums" {
			continue
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	Prune(folder, "clean-*.sums")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 || entries[0].Name() != "clean-2.sums" || entries[1].Name() != "notes.txt" {
		t.Errorf("%v, %v", entries, err)
	}
}

// Who runs at the same time counts as such, whoever was first; who ended before, or was killed before
// somebody was alone, does not.
func TestMeanwhile(t *testing.T) {
	if !filelock.Held {
		t.Skip("SKIPPED: no locks here")
	}
	path := filepath.Join(t.TempDir(), "record")
	before, err := Open(path, one)
	if err != nil {
		t.Fatal(err)
	}
	add(t, before, 1)
	before.Close()
	killed, err := Open(path, one)
	if err != nil {
		t.Fatal(err)
	}
	add(t, killed, 2)
	killed.f.Close()

	a := mustOpen(t, path, one)
	add(t, a, 3)
	ended, err := Open(path, one)
	if err != nil {
		t.Fatal(err)
	}
	add(t, ended, 4)
	ended.Close()
	b := mustOpen(t, path, one)
	other := mustOpen(t, path, two)
	add(t, a, 5)
	add(t, b, 6)
	add(t, other, 7)
	for _, c := range []struct {
		r    *Record
		want []int
	}{{a, []int{4, 6}}, {b, []int{3, 5}}, {other, nil}} {
		for i := range 8 {
			if got, want := c.r.HasMeanwhile(sum(i)), slices.Contains(c.want, i); got != want {
				t.Errorf("run %s: %d was added meanwhile: %v", c.r.run, i, got)
			}
		}
	}
	if again := mustOpen(t, path, one); !again.Has(sum(1)) || !again.Has(sum(2)) || !again.Has(sum(5)) {
		t.Error("what was added is lost")
	}
}
