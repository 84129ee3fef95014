package kernels

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

//go:noescape
func tile512(k int, a *float32, ars, acs int, b *float32, brs int, c *float32, crs int)

//go:noescape
func tile256(k int, a *float32, ars, acs int, b *float32, brs int, c *float32, crs int)

// vectors is how many bits the vectors of the kernels have; 0: there are none.
var vectors = func() int {
	switch {
	case cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BW):
		return 512
	case cpuid.CPU.Supports(cpuid.AVX, cpuid.AVX2):
		return 256
	}
	return 0
}()

func vectorBits() int { return vectors }

// tiles adds to colBlock columns of C as gemm does.
func tiles(c *float32, crs int, a *float32, ars, acs int, b *float32, brs int, m, k int) {
	const size = 4
	at := func(p *float32, i int) *float32 { return (*float32)(unsafe.Add(unsafe.Pointer(p), size*i)) }
	if vectors == 512 {
		for i := 0; i < m; i += 8 {
			tile512(k, at(a, i*ars), size*ars, size*acs, b, size*brs, at(c, i*crs), size*crs)
		}
		return
	}
	for j := 0; j < ColBlock; j += 16 {
		for i := 0; i < m; i += 4 {
			tile256(k, at(a, i*ars), size*ars, size*acs, at(b, j), size*brs, at(c, i*crs+j), size*crs)
		}
	}
}
