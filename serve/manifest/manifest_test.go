package manifest

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

var (
	one = Entry{Input: "talks/a.txt", SHA256: "aa", Key: "k", Output: "a.txt", Status: Cleaned, Bytes: 20, Words: 5, Left: 3, Removed: map[string]int{"repairs": 2}, Seconds: 0.5}
	two = Entry{Input: "talks/<b>.txt", Key: "k", Output: "b.txt", Status: Failed, Error: "line 3:\nbad \"text\""}
)

func open(t *testing.T, path string) *File {
	t.Helper()
	m, err := Open(path)
	if err == nil {
		err = m.Load()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func add(t *testing.T, m *File, entries ...Entry) {
	t.Helper()
	for _, e := range entries {
		if err := m.Add(e); err != nil {
			t.Fatal(err)
		}
	}
}

func TestManifest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	m := open(t, path)
	add(t, m, one, two)
	if _, ok := m.Find("a.txt"); ok {
		t.Error("what was added here counts")
	}
	m = open(t, path)
	for _, want := range []Entry{one, two} {
		if got, ok := m.Find(want.Output); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if _, ok := m.Find("c.txt"); ok {
		t.Error("there is an entry that nobody added")
	}
	again := one
	again.SHA256 = "bb"
	add(t, m, again)
	if got, _ := open(t, path).Find("a.txt"); got.SHA256 != "bb" {
		t.Errorf("the last entry does not count: %+v", got)
	}
}

func TestDone(t *testing.T) {
	for _, c := range []struct {
		sum, key string
		e        Entry
		want     bool
	}{
		{"aa", "k", one, true},
		{"ab", "k", one, false},
		{"aa", "l", one, false},
		{"", "k", two, false},
	} {
		if got := c.e.Done(c.sum, c.key); got != c.want {
			t.Errorf("Done(%q, %q) of %+v is %v", c.sum, c.key, c.e, got)
		}
	}
}

// Wherever a manifest is cut off, what is before that counts, and what is added later does.
func TestTorn(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole")
	add(t, open(t, whole), one, two)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(text), '\n')
	for cut := range len(text) + 1 {
		path := filepath.Join(folder, "cut")
		if err := os.WriteFile(path, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		m := open(t, path)
		if _, ok := m.Find("a.txt"); ok != (cut >= first) { // without its end, a line is whole, too
			t.Fatalf("cut at %d: the first entry is there: %v", cut, ok)
		}
		last := two
		last.Output = "c.txt"
		add(t, m, last)
		m = open(t, path)
		if _, ok := m.Find("c.txt"); !ok {
			t.Fatalf("cut at %d: what was added is lost", cut)
		}
		if _, ok := m.Find("a.txt"); ok != (cut >= first) {
			t.Fatalf("cut at %d: what was there is lost, or came", cut)
		}
	}
}

// What is no manifest is not written to.
func TestForeign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for _, text := range []string{"Ann: Uh, yes.\n", "{}\n", "[1]", `{"input": 3}` + "\n", "\n", "{\n", "{\n  \"input\": 3\n}\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, ErrForeign) {
			t.Errorf("%q: %v", text, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder is opened")
	}
}

func TestCount(t *testing.T) {
	var e Entry
	e.Count(&cleaning.Tally{Words: 7, Removed: 3, Kinds: [data.NumDisfluencies]int{2, 0, 1}})
	if e.Words != 7 || e.Left != 4 || len(e.Removed) != 2 {
		t.Errorf("%+v", e)
	}
}

func FuzzOpen(f *testing.F) {
	line, err := one.Line()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add(append(line, line[:20]...))
	f.Add([]byte(`{"in`))
	f.Add([]byte{0, '\n'})
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "m")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := Open(path)
		if errors.Is(err, ErrForeign) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		added := two
		added.Output = "new"
		if err := errors.Join(m.Add(added), m.Close()); err != nil {
			t.Fatal(err)
		}
		if got, ok := open(t, path).Find("new"); !ok || !reflect.DeepEqual(got, added) {
			t.Errorf("%q: what is added is %+v", b, got)
		}
	})
}
