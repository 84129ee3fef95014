package extsort

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// records reads all that there is.
func records(t testing.TB, r *Reader, err error) [][]uint32 {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var out [][]uint32
	for r.Next() {
		out = append(out, slices.Clone(r.Record()))
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return out
}

// What comes out is what sorting in memory gives, however many runs and passes it takes.
func TestSorter(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		f := Format{Key: c.Int("key", 1, MaxKey), Sum: c.Int("sum", 0, 2)}
		if f.Sum == 0 {
			f.Raw = c.Int("raw", 0, 2)
		}
		most := drawn.Of(c, "most", uint32(1), 5, 1<<32-1) // of a column
		rng := rand.New(rand.NewPCG(c.Uint64("seed"), 0))
		s := New(t.Context(), f, Options{Memory: int64(drawn.Of(c, "memory", 0, 3000, 50_000, 1<<20)), Dir: t.TempDir(), Workers: c.Int("workers", 0, 3)})
		defer s.Close()
		var want [][]uint32
		for range drawn.Of(c, "n", 0, 1, 100, 20_000) {
			r := make([]uint32, f.width())
			for i := range r {
				if r[i] = rng.Uint32(); most < 1<<32-1 {
					r[i] %= most + 1
				}
			}
			if f.Raw > 0 { // keys are distinct: raw columns are made of them
				for i := range r[f.Key:] {
					r[f.Key+i] = r[i%f.Key] * 7
				}
			}
			want = append(want, slices.Clone(r))
			if err := s.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Done(); err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(want, func(x, y []uint32) int { return slices.Compare(x[:f.Key], y[:f.Key]) })
		n := 0
		for i, r := range want {
			if i > 0 && slices.Equal(r[:f.Key], want[n-1][:f.Key]) {
				f.add(want[n-1], r)
				continue
			}
			want[n] = r
			n++
		}
		want = want[:n]
		for range 2 {
			r, err := s.Read()
			if got := records(t, r, err); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%d records in %d runs, want %d", len(got), len(s.runs.list), len(want))
			}
		}
		l := NewList(t.Context(), f, Options{Dir: t.TempDir()})
		defer l.Close()
		for _, r := range want {
			if err := l.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Done(); err != nil {
			t.Fatal(err)
		}
		r, err := l.Read()
		if got := records(t, r, err); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%d records of a list, want %d", len(got), len(want))
		}
	})
}

// fill adds n records.
func fill(s *Sorter, n int) error {
	for i := range n {
		if err := s.Add([]uint32{uint32(i * 7919 % n), 1}); err != nil {
			return err
		}
	}
	return s.Done()
}

// full is a disk with room for some bytes.
type full struct {
	file
	room int
}

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	f.room -= n
	if n, err := f.file.Write(b[:n]); err != nil || n == len(b) {
		return n, err
	}
	return n, &os.PathError{Op: "write", Path: "runs.tmp", Err: syscall.ENOSPC}
}

func TestErrors(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	s := New(t.Context(), Format{1, 1, 0}, Options{Dir: none})
	defer s.Close()
	if err := fill(s, 100); !errors.Is(err, ErrTemporary) || !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), none) {
		t.Errorf("no folder: %v", err)
	}
	defer func(f func(string) (file, func(), error)) { createFile = f }(createFile)
	create, removed := createFile, 0
	for _, room := range []int{0, 3000, 100_000} { // in a block, in a merge
		createFile = func(dir string) (file, func(), error) {
			f, remove, err := create(dir)
			return &full{f, room}, func() { remove(); removed++ }, err
		}
		dir := t.TempDir()
		s := New(t.Context(), Format{1, 1, 0}, Options{Dir: dir, Memory: 1 << 10})
		err := fill(s, 30_000)
		if err == nil {
			room = 0
			_, err = s.Read()
		}
		if !errors.Is(err, ErrTemporary) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
		s.Close()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left, error %v", left, err)
		}
	}
	if removed < 3 {
		t.Errorf("%d files removed", removed)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := New(ctx, Format{1, 1, 0}, Options{Memory: 1 << 20, Dir: t.TempDir()})
	defer s.Close()
	if err := fill(s, 200_000); err != nil {
		t.Fatal(err)
	}
	r, err := s.Read()
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	n := 0
	for r.Next() {
		n++
	}
	if n == 200_000 || !errors.Is(r.Err(), context.Canceled) {
		t.Errorf("%d records, error %v", n, r.Err())
	}
	if err := fill(s, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("writing: %v", err)
	}
}

func BenchmarkSorter(b *testing.B) {
	const n = 1 << 20
	for b.Loop() {
		s := New(b.Context(), Format{4, 1, 0}, Options{Memory: 8 << 20, Dir: b.TempDir(), Workers: 2})
		rng := rand.New(rand.NewPCG(1, 1))
		record := make([]uint32, 5)
		for range n {
			for i := range record {
				record[i] = uint32(rng.ExpFloat64() * 500)
			}
			if err := s.Add(record); err != nil {
				b.Fatal(err)
			}
		}
		if err := s.Done(); err != nil {
			b.Fatal(err)
		}
		r, err := s.Read()
		if err != nil {
			b.Fatal(err)
		}
		for r.Next() {
		}
		s.Close()
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
