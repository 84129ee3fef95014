//go:build !linux

package program

import "math"

// AddressSpace returns the limit of the address space of this process, in bytes; math.MaxUint64:
// there is none, or it is not known.
func AddressSpace() uint64 { return math.MaxUint64 }
