package repairs

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Reader reads the features of label sequences of one sentence. It belongs to one
// goroutine.
type Reader struct{ x extractor }

// Reset turns the reader to a sentence. tags is a language model of the tags of
// fluent text.
func (r *Reader) Reset(s *stages.Session, tags *lm.Model) {
	x := &r.x
	x.words, x.tags, x.s, x.removalGain = s.LanguageModels().Fluent, tags, s.Columns(), s.Whole().RemovalGain
	x.ids = x.ids[:0]
	for t := range s.Len() {
		x.ids = append(x.ids, tags.Vocabulary().ID(s.Tag(t)))
	}
}

// Features appends the features of a label sequence to out.
func (r *Reader) Features(labels []data.Label, out []uint32) []uint32 {
	x := &r.x
	x.keys = out
	x.keep(labels)
	for g := range len(x.kept) + 1 {
		x.gap(g, labels)
	}
	x.residue()
	return x.keys
}

func (x *extractor) keep(labels []data.Label) {
	x.kept = x.kept[:0]
	for i, l := range labels {
		if l == data.O {
			x.kept = append(x.kept, int32(i))
		}
	}
}

// Scorer scores label sequences of one sentence. What hypotheses share it
// computes once: the score of a gap is kept with all that it depends on. It
// belongs to one goroutine.
type Scorer struct {
	Reader
	model *Model
	gaps  []gapScore // a hash table of a power of two slots, at most half full
	used  int
}

// gapScore is the score of a gap, by a hash of the labels it depends on.
type gapScore struct {
	hash  uint64 // 0 is free
	score float64
}

// NewScorer returns a scorer of a model; Reset turns it to a sentence.
func (m *Model) NewScorer() *Scorer { return &Scorer{model: m, gaps: make([]gapScore, 256)} }

// Reset turns the scorer to a sentence.
func (s *Scorer) Reset(session *stages.Session) {
	s.Reader.Reset(session, s.model.tags)
	clear(s.gaps)
	s.used = 0
}

// Score returns the score of a label sequence.
func (s *Scorer) Score(labels []data.Label) float64 {
	x := &s.x
	x.keep(labels)
	total := 0.0
	for g := range len(x.kept) + 1 {
		if from, to := x.span(g, len(labels)); from < to {
			total += s.gap(g, labels)
		}
	}
	x.keys = x.keys[:0]
	x.residue()
	return total + s.model.Sum(x.keys)
}

// gap returns the score of a gap.
func (s *Scorer) gap(g int, labels []data.Label) float64 {
	x := &s.x
	// The labels of this stretch say where it lies, too: its first word is kept, or
	// the first of the sentence.
	from, to := 0, len(labels)
	if g > before {
		from = int(x.kept[g-before-1])
	}
	if g+after < len(x.kept) {
		to = int(x.kept[g+after]) + 1
	}
	hash := uint64(min(g, before+1)+1)*0x9E3779B97F4A7C15 ^ uint64(from)<<32 ^ uint64(to)
	for _, l := range labels[from:to] {
		hash = (hash ^ uint64(l)) * 0xff51afd7ed558ccd
		hash ^= hash >> 32
	}
	hash |= 1
	if 2*s.used >= len(s.gaps) {
		s.grow()
	}
	mask := uint64(len(s.gaps) - 1)
	i := hash >> 7 & mask
	for ; s.gaps[i].hash != 0; i = (i + 1) & mask {
		if s.gaps[i].hash == hash {
			return s.gaps[i].score
		}
	}
	x.keys = x.keys[:0]
	x.gap(g, labels)
	s.gaps[i] = gapScore{hash, s.model.Sum(x.keys)}
	s.used++
	return s.gaps[i].score
}

func (s *Scorer) grow() {
	old := s.gaps
	s.gaps = make([]gapScore, 2*len(old))
	mask := uint64(len(s.gaps) - 1)
	for _, v := range old {
		if v.hash == 0 {
			continue
		}
		i := v.hash >> 7 & mask
		for ; s.gaps[i].hash != 0; i = (i + 1) & mask {
		}
		s.gaps[i] = v
	}
}
