package queue

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	q := New(func(a, b *int) int { return cmp.Compare(*a, *b) })
	for range 50 {
		q.Clear()
		all := r.Perm(r.IntN(40))
		for i := range all {
			q.Push(&all[i])
		}
		if first, ok := q.Peek(); ok != (len(all) > 0) || ok && *first != 0 || q.Len() != len(all) {
			t.Errorf("of %v %v is first, of %d", all, first, q.Len())
		}
		var got []int
		for x, ok := q.Pop(); ok; x, ok = q.Pop() {
			got = append(got, *x)
		}
		if want := slices.Sorted(slices.Values(all)); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	all := r.Perm(40)
	if n := testing.AllocsPerRun(20, func() {
		q.Clear()
		for i := range all {
			q.Push(&all[i])
		}
		for _, ok := q.Pop(); ok; _, ok = q.Pop() {
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
