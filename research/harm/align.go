package harm

// leftOut returns which words of a text are left out where only those of kept stay, or false
// where kept has others. Of all ways it takes one of the least cost; cost is that of a word,
// which is left out or not, as the word before it is or not. Of equal ways it keeps the last
// copies, as repairs do.
func leftOut(said, kept []string, cost func(i int, out, outBefore bool) int) ([]bool, bool) {
	const never = 1 << 30
	n, m := len(said), len(kept)
	// least[i][j][o] is the cost of the first i words with j of them kept, the last of which
	// is left out if o is 1.
	least := make([][][2]int, n+1)
	for i := range least {
		least[i] = make([][2]int, m+1)
		for j := range least[i] {
			least[i][j] = [2]int{never, never}
		}
	}
	least[0][0][0] = 0
	step := func(i, j, o int) (int, int) { // the cost, and how the word before is
		from := j
		if o == 0 {
			if j == 0 || said[i-1] != kept[j-1] {
				return never, 0
			}
			from = j - 1
		}
		best, how := never, 0
		for before := range 2 {
			if c := least[i-1][from][before]; c < never {
				if c += cost(i-1, o == 1, before == 1); c < best {
					best, how = c, before
				}
			}
		}
		return best, how
	}
	for i := 1; i <= n; i++ {
		for j := 0; j <= min(i, m); j++ {
			for o := range 2 {
				least[i][j][o], _ = step(i, j, o)
			}
		}
	}
	o := 0
	if least[n][m][1] < least[n][m][0] {
		o = 1
	}
	if least[n][m][o] == never {
		return nil, false
	}
	out := make([]bool, n)
	for i, j := n, m; i > 0; i-- {
		out[i-1] = o == 1
		_, how := step(i, j, o)
		if o == 0 {
			j--
		}
		o = how
	}
	return out, true
}

// removedByEditor returns which words an editor took out: of all ways to read that, the one
// with the fewest stretches.
func removedByEditor(said, clean []string) ([]bool, bool) {
	return leftOut(said, clean, func(_ int, out, before bool) int {
		if out && !before {
			return 1
		}
		return 0
	})
}

// removedLike returns which words are gone from a text, read as like the gold removals as it
// can be: of equal words it does not matter which one went.
func removedLike(said, got []string, gold []bool) ([]bool, bool) {
	return leftOut(said, got, func(i int, out, _ bool) int {
		if out != gold[i] {
			return 1
		}
		return 0
	})
}
