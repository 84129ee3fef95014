package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows come in their order, whether they fit into memory or not, and names are kept to the byte.
func TestSorted(t *testing.T) {
	for _, n := range []int{0, 1, 1000, mostRows, 2*mostRows + 17} {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		want := make([]row, n)
		for i := range want {
			want[i] = row{fmt.Sprintf("\xff%d", r.IntN(n)), fmt.Sprint(r.IntN(3)), int64(r.IntN(5) - 2), "a\tline\n"}
		}
		var got []row
		err := sorted(t.Context(), func(_ context.Context, add func(row)) error {
			for _, x := range want {
				add(x)
			}
			return nil
		}, func(count int, rows iter.Seq2[row, error]) error {
			if count != n {
				t.Errorf("%d rows are %d", n, count)
			}
			for r, err := range rows {
				if err != nil {
					return err
				}
				got = append(got, r)
			}
			return nil
		})
		slices.SortFunc(want, compareRows)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d rows: %d in another order, %v", n, len(got), err)
		}
	}
}

// What ends it early is told, and nothing waits for ever.
func TestSortedEnds(t *testing.T) {
	wrong := errors.New("wrong")
	for _, n := range []int{10, 3 * mostRows} {
		for _, c := range []struct {
			name         string
			fills, takes error
		}{{"filling", wrong, nil}, {"taking", nil, wrong}} {
			taken := 0
			err := sorted(t.Context(), func(ctx context.Context, add func(row)) error {
				for i := range n {
					add(row{Place: fmt.Sprint(i)})
				}
				return c.fills
			}, func(_ int, rows iter.Seq2[row, error]) error {
				for _, err := range rows {
					if taken++; err != nil || c.takes != nil {
						return cmp.Or(err, c.takes)
					}
				}
				return nil
			})
			if !errors.Is(err, wrong) || taken > 1 || (taken > 0) != (c.takes != nil) {
				t.Errorf("%d rows, %s: %v after %d", n, c.name, err, taken)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := sorted(ctx, func(ctx context.Context, add func(row)) error {
		for i := range 2 * mostRows {
			if i == mostRows+10 {
				cancel()
			}
			add(row{Place: fmt.Sprint(i)})
		}
		return nil
	}, func(_ int, rows iter.Seq2[row, error]) error {
		for _, err := range rows {
			if err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
