package beam

// interner finds equal things by hash: an open-addressing table of numbers.
type interner struct {
	slots  []slot // a power of two, at most half full
	filled int
}

type slot struct {
	hash uint64
	id   int32 // number plus 1; 0 is free
}

func (t *interner) reset() {
	clear(t.slots)
	t.filled = 0
}

// find returns the number of the thing with the hash for which equal holds; if
// there is none it takes the next free number, which is next, and reports so.
func (t *interner) find(hash uint64, next int, equal func(id int) bool) (id int, fresh bool) {
	if 2*(t.filled+1) > len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		switch {
		case s.id == 0:
			*s = slot{hash, int32(next + 1)}
			t.filled++
			return next, true
		case s.hash == hash && equal(int(s.id-1)):
			return int(s.id - 1), false
		}
	}
}

func (t *interner) grow() {
	old := t.slots
	t.slots = make([]slot, max(64, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		i := s.hash & mask
		for t.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// hashOf hashes labels or positions (FNV-1a, then mixed, since the table uses the
// low bits).
func hashOf[T ~uint8 | ~int32](v []T) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range v {
		h = (h ^ uint64(x)) * 1099511628211
	}
	h ^= h >> 32
	return h * 0x9E3779B97F4A7C15 >> 7
}
