package mert

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/metric"
)

const (
	poolKind    = "mert-pool"
	poolVersion = 1
)

// ErrOtherPool is returned by UnmarshalPool for a pool of another corpus or of
// other models.
var ErrOtherPool = errors.New("the pool was made of another corpus, or with other models or features")

// Marshal returns the pool as a file. key says of what it was made.
func (p *Pool) Marshal(key string) ([]byte, error) {
	names, err := json.Marshal(p.names)
	if err != nil {
		return nil, err
	}
	var counts, stats []uint32
	var features []float32
	for i := range p.sentences {
		l := &p.sentences[i]
		counts = append(counts, uint32(len(l.stats)))
		features = append(features, l.features...)
		for _, s := range l.stats {
			for _, c := range []metric.Counts{s.Edit, s.Filler, s.Punct} {
				stats = append(stats, uint32(c.TP), uint32(c.FP), uint32(c.FN))
			}
		}
	}
	w := container.New(poolKind, poolVersion, key)
	w.Add("names", names)
	w.Add("counts", container.Bytes(counts))
	w.Add("features", container.Bytes(features))
	w.Add("stats", container.Bytes(stats))
	return w.Bytes()
}

// UnmarshalPool reads a pool file that was made with the same key.
func UnmarshalPool(b []byte, key string) (*Pool, error) {
	f, err := container.Open(b, poolKind, poolVersion)
	if err != nil {
		return nil, err
	}
	if f.Config() != key {
		return nil, ErrOtherPool
	}
	var names []string
	if err := json.Unmarshal(f.Section("names"), &names); err != nil {
		return nil, fmt.Errorf("%w: names: %w", container.ErrChecksum, err)
	}
	counts, err1 := container.Slice[uint32](f.Section("counts"))
	features, err2 := container.Slice[float32](f.Section("features"))
	stats, err3 := container.Slice[uint32](f.Section("stats"))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	if total*len(names) != len(features) || total*statsSize != len(stats) {
		return nil, fmt.Errorf("%w: a pool of %d hypotheses with %d feature values", container.ErrChecksum, total, len(features))
	}
	p := NewPool(names, len(counts))
	row := make([]float64, len(names))
	for i, n := range counts {
		for range n {
			for k := range row {
				row[k] = float64(features[k])
			}
			features = features[len(row):]
			if _, err := p.Add(i, row, readStats(stats)); err != nil {
				return nil, err
			}
			stats = stats[statsSize:]
		}
	}
	return p, nil
}

const statsSize = 9

func readStats(v []uint32) Stats {
	at := func(i int) metric.Counts {
		return metric.Counts{TP: count(v[i]), FP: count(v[i+1]), FN: count(v[i+2])}
	}
	return Stats{at(0), at(3), at(6)}
}

func count(v uint32) int { return int(min(v, math.MaxInt32)) }
