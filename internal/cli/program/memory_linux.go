package program

import (
	"math"
	"syscall"
)

// AddressSpace returns the limit of the address space of this process (ulimit -v), in bytes;
// math.MaxUint64: there is none.
func AddressSpace() uint64 {
	const unlimited = math.MaxUint64
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil {
		return unlimited
	}
	return limit.Cur
}
