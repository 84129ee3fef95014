package inorder

import (
	"fmt"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", "[]"},
		{"a b c", "a b c", "[0 1 2]"},
		{"a b c d", "b d", "[1 3]"},
		{"a b", "x b y", "[-1 1 -1]"},
		{"a b a", "a", "[0]"},
		{"x a b a", "a", "[1]"},
		{"a b c", "c a b", "[-1 0 1]"},
	} {
		a, b := strings.Fields(c.a), strings.Fields(c.b)
		if got := fmt.Sprint(Match(len(a), len(b), func(i, k int) bool { return a[i] == b[k] })); got != c.want {
			t.Errorf("%s, %s: %s, not %s", c.a, c.b, got, c.want)
		}
	}
}

// TestLong: of lists that are too long what is at both ends is found.
func TestLong(t *testing.T) {
	const n = 3000
	got := Match(n, n, func(i, k int) bool { return i == k && i != n/2 })
	for k, i := range got {
		if want := map[bool]int{true: -1, false: k}[k == n/2]; i != want {
			t.Fatalf("%d is %d, not %d", k, i, want)
		}
	}
}
