// Package nearest finds the name that somebody meant who typed another one.
//
// [Of] is all of it.
package nearest

import "github.com/xrash/smetrics"

// leastLike is how alike two names must be for one to be meant by the other: it takes
// letters that are swapped, missing or wrong, and a beginning.
const leastLike = 0.85

// Of returns the name that is most like what was typed, "" if none is. The measure is the
// one that urfave/cli takes, which suggests the best however bad it is.
func Of(names []string, typed string) string {
	best, at := leastLike, ""
	for _, name := range names {
		if like := smetrics.JaroWinkler(name, typed, 0.7, 4); like >= best {
			best, at = like, name
		}
	}
	return at
}
