package weights

// near asks for the memory of the buckets of n keys, so that the processor waits for all of it together.
//
//go:noescape
func near(starts *uint32, lower *byte, codes *uint8, keys *uint32, n int)
