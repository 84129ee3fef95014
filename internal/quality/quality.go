// Package quality measures how good the output of the command is, on corpora that the
// repository does not hold, and compares the figures with those on file. It knows the
// command line alone, so it stays what it is when the code behind it changes.
package quality

// Clean runs 'tidytalk clean' with flags on texts, each a file of its own, and returns
// what becomes of them.
type Clean func(texts []string, flags ...string) ([]string, error)

// Eval runs 'tidytalk eval' with flags and returns its standard output.
type Eval func(flags ...string) (string, error)

// counts are those of one class.
type counts struct{ gold, found, right int }

func (c *counts) add(gold, found bool) {
	if gold {
		c.gold++
	}
	if found {
		c.found++
	}
	if gold && found {
		c.right++
	}
}

// f1 returns the harmonic mean of precision and recall, in percent.
func (c counts) f1() float64 {
	if c.right == 0 {
		return 0
	}
	return 200 * float64(c.right) / float64(c.gold+c.found)
}
