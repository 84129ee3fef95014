// Package lazy makes regular expressions that are compiled when they are first used: a program has
// many, and mostly needs few of them.
package lazy

import (
	"regexp"
	"sync"
)

// all are the expressions that were made while the program started.
var all []func() *regexp.Regexp

// Compile compiles all expressions of the program, for tests: it panics if there is a mistake in one.
func Compile() (n int) {
	for _, f := range all {
		f()
	}
	return len(all)
}

// Regexp returns a function that returns the expression, for several goroutines at once. Like
// regexp.MustCompile it panics if there is a mistake in it, but only then. It is for variables of packages.
//
// What initialises a package with many of them stays short when it is called: engines of WebAssembly compile it
// whenever a program starts.
//
//go:noinline
func Regexp(expression string) func() *regexp.Regexp {
	f := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
	all = append(all, f)
	return f
}
