// Package linediff shows how texts differ from what tests want.
package linediff

import (
	"fmt"
	"strings"
)

// Of shows the lines in which two texts differ, with the name of the file and the
// number that each line has in its own text.
func Of(name, want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	// common[i][j] is how many lines the rest of a from i and that of b from j share.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var d strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[i+1][j] >= common[i][j+1]):
			fmt.Fprintf(&d, "%s:%d: - %s\n", name, i+1, a[i])
			i++
		default:
			fmt.Fprintf(&d, "%s:%d: + %s\n", name, j+1, b[j])
			j++
		}
	}
	return d.String()
}
