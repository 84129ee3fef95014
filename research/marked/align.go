package marked

// Align returns the places of words that two texts share, in order: those of the longest
// stretch of words that both have, and, again, those before it and after it (Ratcliff and
// Obershelp). Nearly all words are the same, and in place.
func Align(a, b []string) [][2]int {
	where := make(map[string][]int)
	for j, w := range b {
		where[w] = append(where[w], j)
	}
	x := &aligner{a: a, where: where, run: make([]int, len(b)+1), next: make([]int, len(b)+1)}
	x.align(0, len(a), 0, len(b))
	return x.pairs
}

type aligner struct {
	a     []string
	where map[string][]int // places of the words of b, ascending
	pairs [][2]int
	// run[j+1] is the length of the shared stretch that ends at the word of a just looked
	// at and word j of b; next that for the word of a after it.
	run, next []int
}

// align aligns a[from:to] with b[low:high].
func (x *aligner) align(from, to, low, high int) {
	if from == to || low == high {
		return
	}
	i, j, n := x.longest(from, to, low, high)
	if n == 0 {
		return
	}
	x.align(from, i, low, j)
	for k := range n {
		x.pairs = append(x.pairs, [2]int{i + k, j + k})
	}
	x.align(i+n, to, j+n, high)
}

// longest returns where the longest shared stretch begins, the first of them, and its
// length.
func (x *aligner) longest(from, to, low, high int) (bestI, bestJ, most int) {
	clear(x.run[low : high+1])
	for i := from; i < to; i++ {
		clear(x.next[low : high+1])
		for _, j := range x.where[x.a[i]] {
			if j < low || j >= high {
				continue
			}
			n := 1
			if j > low {
				n += x.run[j]
			}
			if x.next[j+1] = n; n > most {
				bestI, bestJ, most = i-n+1, j-n+1, n
			}
		}
		x.run, x.next = x.next, x.run
	}
	return bestI, bestJ, most
}
