// Package heap says when garbage is collected for the first time.
//
// Start with [FirstAt].
package heap

import (
	"runtime"
	"runtime/debug"
)

// least is the size of a heap at which Go collects first where GOGC is 100, in bytes.
const least = 4 << 20

// FirstAt puts the first collection of garbage off until the heap has about size bytes: a program that has little to do ends before, and
// one that starts does not stop to look for garbage that it has not made yet. Later collections come as GOGC says, and all
// as GOMEMLIMIT says. Call it when the program starts.
func FirstAt(size int) {
	percent := debug.SetGCPercent(size / least * 100)
	if percent < 0 || percent >= size/least*100 {
		debug.SetGCPercent(percent) // GOGC=off, or as good as that
		return
	}
	// The first collection frees this.
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, percent)
}
