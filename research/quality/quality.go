// Package quality measures how good the output of the command is, on corpora that the
// repository does not hold, and compares the figures with those on file. It knows the
// command line alone, so it stays what it is when the code behind it changes.
//
// Start with [Measure] and [Compare].
package quality

// Clean runs 'tidytalk clean' with flags on texts, each a file of its own, and returns
// what becomes of them.
type Clean func(texts []string, flags ...string) ([]string, error)

// Eval runs 'tidytalk eval' with flags and returns its standard output.
type Eval func(flags ...string) (string, error)
