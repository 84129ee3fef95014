package spare

import (
	"runtime"
	"sync"
	"testing"
)

// What is put is there again, some of it after collections, too, and nothing is there twice.
func TestPool(t *testing.T) {
	var p Pool
	if v := p.Get(); v != nil {
		t.Errorf("an empty pool has %v", v)
	}
	for i := range 2 * most {
		p.Put(&[]int{i}[0])
	}
	for range 3 {
		runtime.GC()
	}
	seen := make(map[any]bool)
	for v := p.Get(); v != nil; v = p.Get() {
		if seen[v] {
			t.Errorf("%v is there twice", v)
		}
		seen[v] = true
	}
	if len(seen) < most {
		t.Errorf("%d values are left", len(seen))
	}
}

func TestPoolTogether(t *testing.T) {
	var p Pool
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				v, ok := p.Get().(*int)
				if !ok {
					v = new(int)
				}
				*v++ // the race detector tells if somebody else has it
				p.Put(v)
			}
		})
	}
	all.Wait()
}
