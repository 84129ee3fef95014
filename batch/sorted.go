package batch

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"sync"

	"github.com/lanrat/extsort"
)

// row is a line of a file, and what lines are sorted by.
type row struct {
	Place, Input string
	Line         int64
	Text         string
}

func compareRows(a, b row) int {
	return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Input, b.Input), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
}

// bytes returns the row as it stands in a temporary file.
func (r row) bytes() ([]byte, error) {
	var b []byte
	for _, s := range []string{r.Place, r.Input, r.Text} {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return binary.AppendVarint(b, r.Line), nil
}

// rowOf returns the row that bytes has written.
func rowOf(b []byte) (r row, err error) {
	for _, s := range []*string{&r.Place, &r.Input, &r.Text} {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return r, errors.New("a temporary file is damaged")
		}
		*s, b = string(b[size:size+int(n)]), b[size+int(n):]
	}
	r.Line, _ = binary.Varint(b)
	return r, nil
}

// mostRows is how many rows are sorted in memory, some 400 bytes each; more than these are in a temporary file.
const mostRows = 50_000

// sorted calls take with the rows that fill adds, in their order, and their number, after fill has returned. The last of them
// comes with an error if others cannot be read.
func sorted(ctx context.Context, fill func(ctx context.Context, add func(row)) error, take func(n int, rows iter.Seq2[row, error]) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in, filled := make(chan row, 1000), make(chan error, 1)
	sorter, out, failed := extsort.Generic(in, rowOf, row.bytes, compareRows, &extsort.Config{ChunkSize: mostRows, NumWorkers: 1, SortedChanBuffSize: 1000})
	n := 0
	var filling sync.WaitGroup
	filling.Go(func() {
		defer close(in)
		filled <- fill(ctx, func(r row) {
			n++
			select {
			case in <- r:
			case <-ctx.Done():
			}
		})
	})
	defer filling.Wait()
	sorter.Sort(ctx)
	defer func() {
		cancel()
		for range out { // until the temporary file is gone
		}
	}()
	select {
	case err := <-filled:
		if err != nil {
			return err
		}
	default: // sorting failed before all was there
		return <-failed
	}
	return take(n, func(yield func(row, error) bool) {
		for r := range out {
			if !yield(r, nil) {
				return
			}
		}
		if err := <-failed; err != nil {
			yield(row{}, err)
		}
	})
}
