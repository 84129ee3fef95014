//go:build !amd64 && !(js && wasm && simd)

package kernels

// Sizes returns how many bits vectors may have: there is the plain code alone. It serves tests.
func Sizes() []int { return []int{0} }

// With runs f. It serves tests.
func With(_ int, f func()) { f() }
