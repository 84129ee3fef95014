package stages

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Paths are the label sequences of a sentence or piece under the edit model. They
// belong to one goroutine.
type Paths struct {
	lat *m3n.Lattice
	z   float64 // natural logarithm of the sum over all
	y   []uint8
}

// LabelPath is a sequence of labels with the natural logarithm of its probability.
type LabelPath struct {
	Labels []data.Label
	Logp   float64
}

// Paths scores the label sequences of words (see Words). The edit model must have
// the labels E, F and O: see CanDecode.
func (l *Labeller) Paths(s *data.Sentence) *Paths {
	w := l.worker()
	defer l.workers.Put(w)
	w.in.fill(w.lexicon, s)
	l.prepare(w)
	lat := l.models.Edit.Score(w.stage, l.models.Edit.NewScratch())
	l.offset(lat, &w.in)
	return &Paths{lat: lat, z: lat.LogPartition(), y: make([]uint8, len(s.Tokens))}
}

// NBest returns the n best label sequences, best first.
func (p *Paths) NBest(n int) []LabelPath {
	var out []LabelPath
	for _, path := range p.lat.NBest(n) {
		labels := make([]data.Label, len(path.Labels))
		for t, y := range path.Labels {
			labels[t] = data.Label(y)
		}
		out = append(out, LabelPath{labels, path.Score - p.z})
	}
	return out
}

// Logp returns the natural logarithm of the probability of labels.
func (p *Paths) Logp(labels []data.Label) float64 {
	for t, y := range labels {
		p.y[t] = uint8(y)
	}
	return p.lat.Score(p.y) - p.z
}
