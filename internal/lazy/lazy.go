// Package lazy makes regular expressions that are compiled when they are first used: a program has
// many, and mostly needs few of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the expression, for several goroutines at once. Like
// regexp.MustCompile it panics if there is a mistake in it, but only then.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
