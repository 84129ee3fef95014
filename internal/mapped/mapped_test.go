package mapped

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/extsort"
)

func TestList(t *testing.T) {
	for _, n := range []int{0, 1, 100_000} {
		dir := t.TempDir()
		w, err := Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		var want []uint32
		for i := range n {
			want = append(want, uint32(i)*2654435761)
		}
		if err := errors.Join(w.Add(want[:n/3]), w.Add(want[n/3:])); err != nil || w.Len() != n {
			t.Fatal(w.Len(), err)
		}
		if n > 0 {
			if err := w.out.Flush(); err != nil {
				t.Fatal(err)
			}
			b, _, err := load(w.file, 4*n)
			if err != nil || len(b) != 4*n || b[4*n-1] != byte(want[n-1]>>24) && b[4*n-1] != byte(want[n-1]) {
				t.Errorf("%d bytes, error %v", len(b), err)
			}
		}
		l, err := w.Map()
		if err != nil || !slices.Equal(l.Numbers, want) {
			t.Fatalf("%d numbers of %d, error %v", len(l.Numbers), n, err)
		}
		l.Close()
		l.Close()
		w.Close()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left, error %v", left, err)
		}
	}
	if _, err := Create(filepath.Join(t.TempDir(), "none")); !errors.Is(err, extsort.ErrTemporary) {
		t.Errorf("no folder: %v", err)
	}
}
