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
	poolKind = "mert-pool"
	// Files of pools with BLEU have version 2 and a section more; all others are as they were
	// before there was BLEU.
	poolVersion     = 2
	poolWithoutBLEU = 1
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
	var counts, stats, bleu []uint32
	var features []float32
	version := uint16(poolWithoutBLEU)
	for i := range p.sentences {
		l := &p.sentences[i]
		counts = append(counts, uint32(len(l.which)))
		features = append(features, l.features...)
		for _, w := range l.which {
			s := &l.stats[w]
			if bleu = appendBLEU(bleu, &s.BLEU); s.BLEU != (metric.BLEU{}) {
				version = poolVersion
			}
			for _, c := range []metric.Counts{s.Edit, s.Filler, s.Punct} {
				stats = append(stats, uint32(c.TP), uint32(c.FP), uint32(c.FN))
			}
		}
	}
	w := container.New(poolKind, version, key)
	w.Add("names", names)
	w.Add("counts", container.Bytes(counts))
	w.Add("features", container.Bytes(features))
	w.Add("stats", container.Bytes(stats))
	if version == poolVersion {
		w.Add("bleu", container.Bytes(bleu))
	}
	return w.Bytes()
}

// UnmarshalPool reads a pool file that was made with the same key.
func UnmarshalPool(b []byte, key string) (*Pool, error) {
	f, err := container.OpenSince(b, poolKind, poolWithoutBLEU, poolVersion)
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
	bleu, err4 := container.Slice[uint32](f.Section("bleu"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	if total*len(names) != len(features) || total*statsSize != len(stats) || len(bleu) != 0 && total*bleuSize != len(bleu) {
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
			s := readStats(stats)
			stats = stats[statsSize:]
			if len(bleu) > 0 {
				s.BLEU, bleu = readBLEU(bleu), bleu[bleuSize:]
			}
			if _, err := p.Add(i, row, s); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// How many numbers there are of each hypothesis.
const (
	statsSize = 9
	bleuSize  = 9
)

func readStats(v []uint32) Stats {
	at := func(i int) metric.Counts {
		return metric.Counts{TP: count(v[i]), FP: count(v[i+1]), FN: count(v[i+2])}
	}
	return Stats{Edit: at(0), Filler: at(3), Punct: at(6)}
}

func appendBLEU(out []uint32, b *metric.BLEU) []uint32 {
	for n, m := range b.Matches {
		out = append(out, uint32(m), uint32(b.Totals[n]))
	}
	return append(out, uint32(b.Reference))
}

func readBLEU(v []uint32) (b metric.BLEU) {
	for n := range b.Matches {
		b.Matches[n], b.Totals[n] = int32(count(v[2*n])), int32(count(v[2*n+1]))
	}
	b.Reference = int32(count(v[bleuSize-1]))
	return b
}

func count(v uint32) int { return int(min(v, math.MaxInt32)) }
