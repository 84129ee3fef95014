// Package linediff shows how texts differ from what tests want.
package linediff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/inorder"
)

// Of shows the lines in which two texts differ, with the name of the file and the
// number that each line has in its own text.
func Of(name, want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	same := inorder.Match(len(a), len(b), func(i, k int) bool { return a[i] == b[k] })
	var d strings.Builder
	i := 0
	for k := range len(b) + 1 {
		next := len(a) // what comes before it is not in b
		if j := slices.IndexFunc(same[k:], func(i int) bool { return i >= 0 }); j >= 0 {
			next = same[k+j]
		}
		for ; i < next; i++ {
			fmt.Fprintf(&d, "%s:%d: - %s\n", name, i+1, a[i])
		}
		if k < len(b) && same[k] >= 0 {
			i++
		} else if k < len(b) {
			fmt.Fprintf(&d, "%s:%d: + %s\n", name, k+1, b[k])
		}
	}
	return d.String()
}
