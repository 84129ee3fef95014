package experts

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Reader scores sentences under the experts. It belongs to one goroutine; its
// memory is used again for the next sentence.
type Reader struct {
	model   *Model
	all     []*m3n.Lattice // of each expert
	wanted  []*m3n.Lattice // nil: not wanted for the sentence
	session *stages.Session
	experts []int // of each word, -1 the baseline
	y       []uint8
	post    []float64
}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader {
	return &Reader{model: m, all: m.variants.NewLattices(), wanted: make([]*m3n.Lattice, m.variants.Len())}
}

// Read scores the sentence of a session of the experts' baseline: under the experts
// for its words' tags, or under all of them. The features of the baseline's edit
// model are extracted once for all.
func (r *Reader) Read(s *stages.Session, all bool) {
	r.session = s
	r.experts = r.experts[:0]
	clear(r.wanted)
	if all {
		copy(r.wanted, r.all)
	}
	for t := range s.Len() {
		k := r.model.Expert(s.TagIndex(t))
		if k >= 0 {
			r.wanted[k] = r.all[k]
		}
		r.experts = append(r.experts, k)
	}
	s.Whole().Variants(r.model.variants, r.wanted)
}

// Experts returns the expert of each word, -1 for the baseline; valid until the
// next Read.
func (r *Reader) Experts() []int { return r.experts }

// Labels appends the labels of the direct combination: those of each word's expert
// (COLING 2014, section 5.2).
func (r *Reader) Labels(out []data.Label) []data.Label {
	from := len(out)
	out = r.LabelsOf(-1, out)
	for k, lat := range r.wanted {
		if lat == nil {
			continue
		}
		r.y = append(r.y[:0], make([]uint8, lat.T)...)
		lat.Viterbi(r.y)
		for t, expert := range r.experts {
			if expert == k {
				out[from+t] = data.Label(r.y[t])
			}
		}
	}
	return out
}

// LabelsOf appends the labels of one expert, which Read has scored, on all words;
// of the baseline for -1.
func (r *Reader) LabelsOf(expert int, out []data.Label) []data.Label {
	r.y = append(r.y[:0], make([]uint8, r.session.Len())...)
	if expert < 0 {
		r.session.Whole().Best(r.y)
	} else {
		r.wanted[expert].Viterbi(r.y)
	}
	for _, y := range r.y {
		out = append(out, data.Label(y))
	}
	return out
}

// Posteriors writes the posteriors of the labels of each word, words times labels,
// to slices that it may extend: under the baseline, and under the word's expert.
func (r *Reader) Posteriors(base, own []float64) ([]float64, []float64) {
	base, own = base[:0], own[:0]
	whole := r.session.Whole()
	for t := range r.session.Len() {
		for y := range data.NumLabels {
			base = append(base, whole.Posterior(t, data.Label(y)))
		}
	}
	own = append(own, base...)
	for k, lat := range r.wanted {
		if lat == nil {
			continue
		}
		r.post, _ = lat.NodePosteriors(r.post)
		for t, expert := range r.experts {
			if expert == k {
				copy(own[t*int(data.NumLabels):(t+1)*int(data.NumLabels)], r.post[t*lat.L:])
			}
		}
	}
	return base, own
}

// least is the least posterior that LogPosteriors knows: max-margin models are so
// sure of most words that logarithms would only tell how sure.
const least = 1e-9

// LogPosteriors is Posteriors in natural logarithms, none below that of 1e-9.
func (r *Reader) LogPosteriors(base, own []float64) ([]float64, []float64) {
	base, own = r.Posteriors(base, own)
	for i := range base {
		base[i], own[i] = math.Log(max(base[i], least)), math.Log(max(own[i], least))
	}
	return base, own
}
