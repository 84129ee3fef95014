// Package pipe answers the requests of package service over a pair of pipes, so that a program in another
// language keeps one process beside it, and has neither a port nor a compiler to care about. The packages for
// Python and Node do that.
//
// Both sides write frames: a line of JSON, and as many bytes behind it as its size says. docs/service.md
// describes them. Start with [Serve].
package pipe
