package drawn

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// recorder is a test whose failure is none of ours.
type recorder struct {
	testing.TB
	failed bool
	log    []string
}

func (r *recorder) Helper()      {}
func (r *recorder) Failed() bool { return r.failed }
func (r *recorder) Errorf(format string, args ...any) {
	r.failed = true
	r.Logf(format, args...)
}
func (r *recorder) Logf(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

func TestCheck(t *testing.T) {
	var first, again [][]int
	for _, all := range []*[][]int{&first, &again} {
		Check(t, func(c *Case) {
			n, s := c.Int("n", 3, 5), Several(c, "s", 0, 4, 1, 2, 3)
			if n < 3 || n > 5 || len(s) > 4 || slices.ContainsFunc(s, func(v int) bool { return v < 1 || v > 3 }) {
				t.Fatalf("%d, %v", n, s)
			}
			*all = append(*all, append(s, n))
		})
	}
	if len(first) != Cases() || !slices.EqualFunc(first, again, slices.Equal) {
		t.Errorf("%d cases, not the same again", len(first))
	}
}

// The first failure ends it, and says what was drawn.
func TestFailure(t *testing.T) {
	r := &recorder{TB: t}
	n := 0
	Check(r, func(c *Case) {
		n++
		if v := Of(c, "letter", "a", "b"); v == "b" {
			c.Errorf("it is %s", v)
		}
	})
	log := strings.Join(r.log, "\n")
	if !r.failed || strings.Count(log, "it is b") != 1 || !strings.Contains(log, fmt.Sprintf("case %d of TIDYTALK_SEED=", n-1)) || !strings.Contains(log, `letter: "b"`) {
		t.Errorf("after %d cases:\n%s", n, log)
	}
}
