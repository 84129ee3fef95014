package rnn

// kernels are the sizes of vectors that this machine has.
func kernels() []int {
	var out []int
	for _, bits := range []int{0, 256, 512} {
		if bits <= vectors {
			out = append(out, bits)
		}
	}
	return out
}

// with runs f with vectors of another size.
func with(bits int, f func()) {
	own := vectors
	vectors = bits
	f()
	vectors = own
}
