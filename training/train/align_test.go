package train

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// What is kept of long texts, which are cut where they agree, is a common subsequence nearly as
// long as that of all at once, and what was changed is seen.
func TestAlignLong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var said, left []string
		lost := 0
		for range 3000 {
			w := strconv.Itoa(r.IntN(300))
			said = append(said, w)
			switch r.IntN(12) {
			case 0:
				lost++
			case 1:
				left = append(left, w, "new")
			default:
				left = append(left, w)
			}
		}
		kept, changed := align(said, left)
		var own []string
		for i, k := range kept {
			if k {
				own = append(own, said[i])
			}
		}
		if !subsequence(own, left) {
			t.Fatal("what is kept is not in the other text")
		}
		if best := len(said) - lost; len(own) < best*999/1000 {
			t.Errorf("%d words are kept, of %d", len(own), best)
		}
		n := 0
		for _, c := range changed {
			if c {
				n++
			}
		}
		if n == 0 || n == len(said) {
			t.Errorf("%d of %d words are next to new ones", n, len(said))
		}
	}
}

// Texts that have nothing long in common are not compared, however long they are.
func TestAlignApart(t *testing.T) {
	said, left := slices.Repeat([]string{"a", "b"}, 2000), slices.Repeat([]string{"c"}, 3000)
	kept, changed := align(said, left)
	if slices.Contains(kept, true) || slices.Contains(changed, false) {
		t.Error("something was taken for the same")
	}
}

// Anchors are in order in both texts, each of them once in each.
func TestAnchors(t *testing.T) {
	words := func(n ...int) (out []string) {
		for _, x := range n {
			out = append(out, strconv.Itoa(x))
		}
		return out
	}
	a := words(1, 2, 3, 4, 9, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1)
	b := words(5, 6, 7, 8, 0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1)
	if got := anchors(a, b); !slices.Equal(got, [][2]int{{0, 5}, {6, 11}, {7, 12}, {8, 13}, {9, 14}}) {
		t.Errorf("anchors %v", got)
	}
}
