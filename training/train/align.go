package train

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/inorder"
)

// align finds the longest common subsequence of what was said and what is left of it, of those that are as long the one
// that ends last: which words are in it, and which are next to words that were not said. Long texts are cut at
// stretches that each of them has once, in the same order; between two of these nothing is known where they are still too
// long to be compared.
func align(said, left []string) (kept, changed []bool) {
	kept, changed = make([]bool, len(said)), make([]bool, len(said))
	i, j := 0, 0
	part := func(to, until int) {
		k, c := said[i:to], left[j:until]
		if (len(k)+1)*(len(c)+1) > inorder.MostCells {
			for t := i; t < to; t++ {
				changed[t] = true
			}
		} else {
			own, ownChanged := alignPart(k, c)
			copy(kept[i:to], own)
			copy(changed[i:to], ownChanged)
			if len(k) == 0 && len(c) > 0 { // words that were not said between words that stay
				if to > 0 {
					changed[to-1] = true
				}
				if to < len(said) {
					changed[to] = true
				}
			}
		}
		i, j = to, until
	}
	if (len(said)+1)*(len(left)+1) > inorder.MostCells {
		for _, a := range anchors(said, left) {
			if a[0] < i || a[1] < j { // it overlaps the one before
				continue
			}
			part(a[0], a[1])
			for range anchorWords {
				kept[i] = true
				i, j = i+1, j+1
			}
		}
	}
	part(len(said), len(left))
	return kept, changed
}

// anchorWords is how long the stretches are at which long texts are cut.
const anchorWords = 4

// anchors returns where stretches begin in two texts that each of them has once: the longest list
// of them that is in order in both (patience sorting).
func anchors(a, b []string) [][2]int {
	once := func(words []string) map[string]int {
		at := make(map[string]int)
		for i := range max(0, len(words)-anchorWords+1) {
			key := strings.Join(words[i:i+anchorWords], " ")
			if _, twice := at[key]; twice {
				i = -1
			}
			at[key] = i
		}
		return at
	}
	inB := once(b)
	var all [][2]int
	for key, i := range once(a) {
		if j, ok := inB[key]; ok && i >= 0 && j >= 0 {
			all = append(all, [2]int{i, j})
		}
	}
	slices.SortFunc(all, func(x, y [2]int) int { return cmp.Compare(x[0], y[0]) })
	var tails []int // of the best list of each length: its last one
	before := make([]int, len(all))
	for k, x := range all {
		n, _ := slices.BinarySearchFunc(tails, x[1], func(t, j int) int { return cmp.Compare(all[t][1], j) })
		if before[k] = -1; n > 0 {
			before[k] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, k)
		} else {
			tails[n] = k
		}
	}
	var out [][2]int
	if len(tails) > 0 {
		for k := tails[len(tails)-1]; k >= 0; k = before[k] {
			out = append(out, all[k])
		}
	}
	slices.Reverse(out)
	return out
}

// alignPart is align for texts whose table is small.
func alignPart(said, left []string) (kept, changed []bool) {
	n, m := len(said), len(left)
	kept, changed = make([]bool, n), make([]bool, n)
	after, added := n, false // the word that is kept behind; whether there are others before it
	gap := func(before int) {
		for k := max(before, 0); added && k <= min(after, n-1); k++ {
			changed[k] = true
		}
		added = false
	}
	// From behind, since the first of those that are as long is found.
	for _, i := range inorder.Match(n, m, func(i, k int) bool { return said[n-1-i] == left[m-1-k] }) {
		if added = added || i < 0; i >= 0 {
			i = n - 1 - i
			gap(i)
			kept[i], after = true, i
		}
	}
	gap(-1)
	return kept, changed
}
