//go:build unix

package program

import (
	"os/signal"
	"syscall"
)

// ignoreWrites lets writes that the system would end the program for fail instead: into a pipe that
// nobody reads, and of files that get larger than they may be.
func ignoreWrites() { signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ) }
