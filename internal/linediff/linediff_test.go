package linediff

import "testing"

func TestLineDiff(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"one\ntwo\n", "one\ntwo\n", ""},
		{"one\ntwo\nthree\n", "one\n2\nthree\n", "x:2: - two\nx:2: + 2\n"},
		{"one\n", "one\ntwo\n", "x:2: + two\n"},
		{"one\ntwo\n", "two\n", "x:1: - one\n"},
	} {
		if got := Of("x", c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
