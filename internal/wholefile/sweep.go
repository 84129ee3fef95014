package wholefile

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk/internal/filelock"
	"github.com/tidytalk/tidytalk/internal/lazy"
)

// leftover matches the names of temporary files, and of what was replaced.
var leftover = lazy.Regexp(`^\.tidytalk-[0-9a-f]{8}(?:-([0-9a-f]{16}))?$`)

// abandoned is how old leftovers are at least, where there are no locks that tell whether
// somebody works with them.
const abandoned = 24 * time.Hour

// Sweeper removes what killed runs left in folders, once in each. It may be used by several
// goroutines at once. The zero value is ready.
type Sweeper struct{ done sync.Map }

// Sweep removes the leftovers in a folder, unless this Sweeper has done so: temporary files
// that nobody is writing, and second names of files that were replaced. It returns those
// second names that it leaves alone, since another program wrote to the file after it was
// read, and it has no other name: what was written is nowhere else. What cannot be read or
// removed is left.
func (s *Sweeper) Sweep(folder string) (kept []string) {
	once, _ := s.done.LoadOrStore(filepath.Clean(folder), new(sync.Once))
	once.(*sync.Once).Do(func() { kept = sweep(folder) })
	return kept
}

func sweep(folder string) (kept []string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if m := leftover().FindStringSubmatch(e.Name()); m != nil && e.Type().IsRegular() {
			if path := filepath.Join(folder, e.Name()); !remove(path, m[1]) {
				kept = append(kept, path)
			}
		}
	}
	return kept
}

// remove removes a leftover if nobody works with it. sum is the hash in the name of a file
// that was replaced. It reports whether nothing has to be said about it.
func remove(path, sum string) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return true
	}
	defer f.Close()
	if filelock.Held {
		if free, err := filelock.Exclusive(f); err != nil || !free || !named(f, path) {
			return true
		}
	} else if info, err := f.Stat(); err != nil || time.Since(info.ModTime()) < abandoned {
		return true
	}
	if sum != "" {
		info, err := f.Stat()
		if err != nil {
			return true
		}
		if Links(info) < 2 {
			own, err := SumOfFile(f)
			if err != nil || hex.EncodeToString(own[:8]) != sum {
				return false
			}
		}
	}
	if !filelock.Held {
		f.Close() // open files cannot be removed
	}
	os.Remove(path)
	return true
}
