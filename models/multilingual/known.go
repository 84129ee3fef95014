package multilingual

// known is a set of hashes of words (Bloom 1970): it may take a few words for known that are
// not, and never the other way.
type known []uint32

// bitsPerWord and probes make about 1 of 100 unknown words known.
const (
	bitsPerWord = 10
	probes      = 5
)

func newKnown(words int) known { return make(known, (words*bitsPerWord+31)/32+1) }

func (k known) add(h uint64) {
	k.each(h, func(at uint64) bool {
		k[at/32] |= 1 << (at % 32)
		return true
	})
}

func (k known) has(h uint64) bool {
	return len(k) > 0 && k.each(h, func(at uint64) bool { return k[at/32]&(1<<(at%32)) != 0 })
}

// each calls f with the bits of a hash, and stops where it returns false.
func (k known) each(h uint64, f func(at uint64) bool) bool {
	n, step := uint64(len(k))*32, h>>32|1
	for range probes {
		if !f(h % n) {
			return false
		}
		h += step
	}
	return true
}
