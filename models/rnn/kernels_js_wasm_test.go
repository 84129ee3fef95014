//go:build simd

package rnn

// kernels are the sizes of vectors that there are, and 0 for the plain code.
func kernels() []int { return []int{0, 128} }

// with runs f with vectors of another size.
func with(bits int, f func()) {
	own := vectors
	vectors = bits
	f()
	vectors = own
}
