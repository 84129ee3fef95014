package m3n

// addEight adds the units of the first eight codes of n rows to out, with all sums in registers, which are too
// many for the compiler.
//
//go:noescape
func addEight(cells *uint8, rows *uint32, n int, units *[256]int32, out *[8]int32)
