//go:build simd

package kernels

// Sizes returns how many bits vectors may have; 0 is the plain code. It serves tests.
func Sizes() []int { return []int{0, 128} }

// With runs f with vectors of another size. It serves tests: nobody else may compute meanwhile.
func With(bits int, f func()) {
	own := vectors
	vectors = bits
	f()
	vectors = own
}
