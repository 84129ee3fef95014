package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// The first collection comes at the size, and then GOGC is what it was.
func TestFirstAt(t *testing.T) {
	const off = 1<<64 - 1
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	for _, test := range []struct {
		percent      int
		during, then uint64
	}{{100, 25600, 100}, {50, 25600, 50}, {30000, 30000, 30000}, {-1, off, off}} {
		debug.SetGCPercent(test.percent)
		FirstAt(1 << 30)
		if got := percent(); got != test.during {
			t.Errorf("GOGC of %d: %d before the first collection, want %d", test.percent, got, test.during)
		}
		runtime.GC()
		for range 1000 {
			if percent() == test.then {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if got := percent(); got != test.then {
			t.Errorf("GOGC of %d: %d after the first collection, want %d", test.percent, got, test.then)
		}
	}
}

// percent returns GOGC as it is.
func percent() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
