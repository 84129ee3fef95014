package program

import "fmt"

// LeastAddressSpace is the address space that any command needs, most of which Go's run time reserves
// and never uses. With less, the run time ends the program wherever it is; below some 830 MiB, before
// anything of the program runs.
const LeastAddressSpace uint64 = 2 << 30

// CheckAddressSpace returns an error if the limit of address space leaves less than is needed, beside
// what any command needs, for what is called name; "": for nothing.
func CheckAddressSpace(name string, needed uint64) error {
	limit := AddressSpace()
	if limit >= LeastAddressSpace+needed {
		return nil
	}
	what := "there is too little address space"
	if name != "" {
		what = name + " is too large for the address space that there is"
	}
	return fmt.Errorf("%s: ulimit -v allows %s, and %s are needed; $GOMEMLIMIT bounds the memory that is used", what, inMiB(limit), inMiB(LeastAddressSpace+needed+1<<20-1))
}

func inMiB(bytes uint64) string { return fmt.Sprintf("%d MiB", bytes>>20) }
