package main

import (
	"strings"
	"testing"
)

// TestTraceWidth checks that a trace fits into 100 columns, colours apart, that nothing of
// a hypothesis but what it removes is lost by that, and that --explain knows all of it.
func TestTraceWidth(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine draws a trace")
	}
	const text = "so to boston uh i mean to denver and uh we we want to see what the what the city is like when it it is dark you know and i was i was there no wait here"
	trace := func(args ...string) string {
		t.Helper()
		var stdout, stderr strings.Builder
		if code := product().Run(t.Context(), append(append([]string{"tidytalk", "trace"}, args...), text), strings.NewReader(""), &stdout, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
		return stdout.String()
	}
	narrow, coloured, wide := trace("--explain", "--want", strings.ReplaceAll(text, " uh", "")), trace("--color", "always"), trace("--wide")
	for line := range strings.Lines(narrow + coloured) {
		if n := seen(strings.TrimRight(line, "\n")); n > traceWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	first, _, _ := strings.Cut(wide, "\nround 2")
	names := strings.Fields(first[strings.Index(first, "rank "):strings.Index(first, " fate")])
	if len(names) < 12 {
		t.Fatalf("columns %q", names)
	}
	_, explained, _ := strings.Cut(narrow, "\ncolumns\n")
	for _, name := range names {
		name = strings.TrimSuffix(name, unweighted)
		if !strings.Contains(explained, "  "+name) && !strings.Contains(explained, ", "+name) {
			t.Errorf("%s is not explained", name)
		}
		if !strings.Contains(narrow[:len(narrow)-len(explained)], name) {
			t.Errorf("%s is not there without --wide", name)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in     string
		width  int
		indent int
		want   string
	}{
		{"a b c", 10, 2, "a b c"}, {"aaa bbb ccc", 7, 2, "aaa bbb\n  ccc"}, {"aaa bbb ccc", 6, 2, "aaa\n  bbb\n  ccc"},
		{"aaaaaaaaa b", 4, 2, "aaaaaaaaa\n  b"}, {"", 4, 2, ""}, {"\x1b[1maaa\x1b[0m bbb", 7, 2, "\x1b[1maaa\x1b[0m bbb"}, {"ééé ééé", 7, 0, "ééé ééé"},
	} {
		if got := wrap(c.in, c.width, c.indent); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}
