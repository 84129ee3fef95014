package kernels

// Sizes returns how many bits the vectors of this machine may have; 0 is the plain code. It serves tests.
func Sizes() []int {
	var out []int
	for _, bits := range []int{0, 256, 512} {
		if bits <= vectors {
			out = append(out, bits)
		}
	}
	return out
}

// With runs f with vectors of another size. It serves tests: nobody else may compute meanwhile.
func With(bits int, f func()) {
	own := vectors
	vectors = bits
	f()
	vectors = own
}
