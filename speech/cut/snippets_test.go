package cut

import (
	"context"
	"io"
	"testing"
)

// toned is a recording of one channel that is the same throughout.
type toned struct{ rate, left int }

func (t *toned) Rate() int     { return t.rate }
func (t *toned) Channels() int { return 1 }

func (t *toned) Read(buf [][]float32) (int, error) {
	n := min(t.left, len(buf[0]))
	if t.left -= n; n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		buf[0][i] = 0.25
	}
	return n, nil
}

// TestSnippetsOfMany: what a page holds of each cut is smaller where there are many.
func TestSnippetsOfMany(t *testing.T) {
	const rate = 16000
	for _, c := range []struct{ cuts, before, after int }{
		{3, 44 + 2*(2*1.2+0.5)*rate, 44 + 2*2*1.2*rate},
		{manyCuts + 1, 58 + (2*1.2+0.5)*rate/2, 58 + 2*1.2*rate/2},
	} {
		l := &List{Media: Media{Rate: rate, Channels: 1, Samples: int64(c.cuts+2) * 4 * rate}}
		for i := range c.cuts {
			l.Cuts = append(l.Cuts, Cut{Start: int64(4*i+4) * rate, End: int64(4*i+4)*rate + rate/2})
		}
		n := 0
		err := Snippets(context.Background(), &toned{rate, int(l.Media.Samples)}, l, func(s *Snippet) error {
			if n++; len(s.Before) != c.before || len(s.After) != c.after {
				t.Errorf("of %d cuts, %d bytes before and %d after, not %d and %d", c.cuts, len(s.Before), len(s.After), c.before, c.after)
			}
			return nil
		})
		if err != nil || n != c.cuts {
			t.Errorf("%d snippets of %d cuts: %v", n, c.cuts, err)
		}
	}
}
