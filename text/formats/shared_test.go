package formats

import (
	"sync"
	"testing"
)

// Files may be shared: the race detector sees what several goroutines do with one.
func TestShared(t *testing.T) {
	for _, x := range allFixtures() {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		want := f.Rewrite(dropFillers(f))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if f.Rewrite(dropFillers(f)) != want {
					t.Errorf("%s becomes something else", x.name)
				}
				for i := range f.Document.Tokens {
					f.Line(i)
				}
				if _, err := JSONL.Write(f.Transcript(dropFillers(f))); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}
