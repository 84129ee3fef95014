package main

import (
	"os"
	"runtime/debug"
	"sync"
)

// heapLimit bounds the heap by what is being cleaned. The collector lets it grow to twice of
// what is in use, which is much for a large transcript, and little for a small one.
type heapLimit struct {
	mu    sync.Mutex
	bytes int64 // of the inputs that are being cleaned
}

// The heap has room for leastHeap bytes at least, and for heapPerByte bytes for each byte
// that is cleaned and what the models need. What is in use is below that, so that the
// collector does not work in vain.
const (
	leastHeap   = 128 << 20
	modelsHeap  = 56 << 20
	heapPerByte = 7
	// smallInput is what need not be counted.
	smallInput = 1 << 20
)

// begin counts an input of some bytes, until end is called. Where the environment says how
// much memory there is to be, it is left at that.
func (h *heapLimit) begin(bytes int) (end func()) {
	if bytes < smallInput || os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return func() {}
	}
	h.add(int64(bytes))
	return func() { h.add(-int64(bytes)) }
}

func (h *heapLimit) add(bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bytes += bytes
	debug.SetMemoryLimit(max(leastHeap, modelsHeap+heapPerByte*h.bytes))
}
