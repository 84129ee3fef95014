package formats

import (
	"runtime"
	"testing"
)

// heldBytes returns how many bytes are in use once more than now when f has made something, which
// is kept.
func heldBytes(f func() any) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	made := f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(made)
	return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
}

// TestReadMemory reads files of recognisers without taking many times their size. What is
// bounded is what a file holds when it is read; on the way it may be as much again.
func TestReadMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine is measured, and the race detector takes memory, too")
	}
	for _, format := range []Format{Whisper, Deepgram, AssemblyAI, AWS, Google, JSONL} {
		src := manyWords(t, format, 20_000)
		got := float64(heldBytes(func() any { return mustRead(t, src, "long", format) })) / float64(len(src))
		if t.Logf("%s: %.1f bytes a byte", format, got); got > 5 {
			t.Errorf("%s of %d bytes takes %.1f times as much when it is read", format, len(src), got)
		}
	}
}
