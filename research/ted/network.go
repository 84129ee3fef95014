package ted

import (
	"context"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// DefaultConfig returns how the network of the benchmark is trained.
func DefaultConfig() train.NetworkConfig {
	c := train.DefaultNetworkConfig()
	c.Hidden, c.Layers, c.Dense = 256, 2, 128
	c.Word, c.Affix, c.Tag = 96, 16, 32
	c.Least, c.Most = 2, 40000
	c.HideWord = 0.05
	c.Forms = []float64{0.5, 0.5}
	c.Trainer.Passes, c.Trainer.Batch, c.Trainer.Rate = 12, 2400, 2e-3
	c.Trainer.Dropout.Input, c.Trainer.Dropout.Hidden, c.Trainer.Dropout.Dense = 0.3, 0.4, 0.3
	return c
}

// The words of a sample are from shortest to shortest+spread, and those of a stretch of
// samples, which is cut in two ways.
const (
	shortest = 100
	spread   = 100
	stretch  = 1200
)

// Samples returns a text as samples. Each stretch is there in two forms, cut at other
// places: a pass takes one of them. l reads the words.
func Samples(l *stages.Labeller, t *Text, workers int) []neural.Sample {
	n := (len(t.Words) + stretch - 1) / stretch
	parts := make([][]neural.Sample, n)
	parallel.Strided(workers, n, func(_, i int) {
		to := min(len(t.Words), (i+1)*stretch)
		for form := range 2 {
			at := i * stretch
			for k := 0; at < to; k++ {
				next := at + shortest + (i*37+k*53)%spread
				if form == 1 && k == 0 {
					next = at + shortest/2 + (i*37)%spread/2
				}
				if next > to || to-next < shortest/2 {
					next = to
				}
				r, places := t.reading(l, at, next)
				s := neural.Sample{Reading: r, Of: neural.Stream, Group: i, Form: form}
				for _, p := range places {
					s.Marks = append(s.Marks, neural.MarkOf(t.Marks[p], false))
				}
				if len(places) > 0 {
					parts[i] = append(parts[i], s)
				}
				at = next
			}
		}
	})
	var out []neural.Sample
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// What a network reads at once, and by how many words that overlaps with the next.
const (
	window  = 200
	overlap = 60
)

// windowOf is a window over words, and those of it that have more words around them there
// than in the windows beside it.
type windowOf struct{ from, to, first, last int }

// windows returns windows over n words.
func windows(n int) []windowOf {
	var out []windowOf
	first := 0
	for from := 0; first < n; from += window - overlap {
		to := min(n, from+window)
		last := to - overlap/2
		if to == n {
			last = n
		}
		out = append(out, windowOf{from, to, first, last})
		first = last
	}
	return out
}

// Predict returns what a network says of the marks of a text. Windows run over it, and a
// word has the prediction of the one in which it has most words around it. l reads the
// words.
func Predict(ctx context.Context, l *stages.Labeller, m *neural.Model, t *Text, workers int) (Chances, Speed, error) {
	out := make(Chances, len(t.Words))
	for i := range out {
		out[i][data.NoPunct] = 1 // where there is no word
	}
	speed := Speed{Words: len(t.Words)}
	var counting sync.Mutex
	all := windows(len(t.Words))
	err := parallel.Each(ctx, workers, len(all), func(i int) error {
		w := all[i]
		start := time.Now()
		r, places := t.reading(l, w.from, w.to)
		defer r.Release()
		var p neural.Prediction
		m.Read(r, neural.Stream, neural.Hidden{}, &p)
		for k, place := range places {
			if place < w.first || place >= w.last {
				continue
			}
			out[place] = [data.NumPuncts]float32{}
			for y, v := range p.Marks[k] {
				out[place][neural.Mark(y).Punct()] += v
			}
		}
		took := time.Since(start)
		counting.Lock()
		defer counting.Unlock()
		speed.Time += took
		return nil
	})
	return out, speed, err
}

// Train trains a network on a text alone and returns its file. l reads the words: of what
// other texts taught it the network sees the tags and fillers. Of tr it reads what
// train.NetworkOn does.
func Train(ctx context.Context, l *stages.Labeller, tr *stages.Trainer, t *Text, c train.NetworkConfig) ([]byte, error) {
	return train.NetworkOn(ctx, tr, nil, Samples(l, t, tr.Workers), c)
}
