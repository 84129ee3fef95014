package classify

import (
	"math/rand/v2"
	"slices"
)

// Rows returns the rows to train on, in order: all, or as many of each class as the
// smallest class that there is has.
func (d *Data) Rows(downsample bool, rng *rand.Rand) []int32 {
	by := make([][]int32, len(d.Classes))
	for i, k := range d.Y {
		by[k] = append(by[k], int32(i))
	}
	least := len(d.X)
	for _, rows := range by {
		if len(rows) > 0 {
			least = min(least, len(rows))
		}
	}
	var out []int32
	for _, rows := range by {
		if downsample {
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			rows = rows[:min(len(rows), least)]
		}
		out = append(out, rows...)
	}
	slices.Sort(out)
	return out
}

// Parts shares rows out among n parts: whole groups where there are groups, else each class
// evenly. It returns the part of each of the rows.
func (d *Data) Parts(rows []int32, n int, rng *rand.Rand) []int {
	out := make([]int, len(rows))
	order := rng.Perm(len(rows))
	if d.Group == nil {
		next := make([]int, len(d.Classes))
		for _, i := range order {
			k := d.Y[rows[i]]
			out[i] = (next[k] + int(k)) % n // classes begin with different parts, so that small ones are not all in the first
			next[k]++
		}
		return out
	}
	members := make(map[uint32][]int)
	var groups []uint32
	for _, i := range order {
		g := d.Group[rows[i]]
		if members[g] == nil {
			groups = append(groups, g)
		}
		members[g] = append(members[g], i)
	}
	sizes := make([]int, n)
	for _, g := range groups {
		least := 0
		for p, size := range sizes {
			if size < sizes[least] {
				least = p
			}
		}
		sizes[least] += len(members[g])
		for _, i := range members[g] {
			out[i] = least
		}
	}
	return out
}
