package languages

import (
	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Counts are right, found and wanted ones.
type Counts struct{ Right, Found, Wanted int }

// F1 is the harmonic mean of precision and recall.
func (c Counts) F1() float64 {
	if c.Found+c.Wanted == 0 {
		return 0
	}
	return 2 * float64(c.Right) / float64(c.Found+c.Wanted)
}

// Precision is the share of what was found that is right.
func (c Counts) Precision() float64 { return float64(c.Right) / float64(max(1, c.Found)) }

// Recall is the share of what was wanted that was found.
func (c Counts) Recall() float64 { return float64(c.Right) / float64(max(1, c.Wanted)) }

func (c *Counts) add(right, found, wanted bool) {
	if right {
		c.Right++
	}
	if found {
		c.Found++
	}
	if wanted {
		c.Wanted++
	}
}

// MarkScore is how good marks and case are.
type MarkScore struct {
	Units    int
	Marks    [multilingual.NumMarks]Counts // ! counts as a full stop
	All      Counts                        // marks of all kinds
	Ends     Counts                        // of sentences, whatever their mark
	Opens    Counts
	Capitals Counts // units that are not in lower case, with the right case
	Cases    int    // units with the right case
	Cased    int    // units whose case is known
}

// streamUnits is how many units are read at once for a score: of streams whose turns are not known.
const streamUnits = 1000

// folded is a mark where ! counts as a full stop.
func folded(m int8) int8 {
	if m == int8(multilingual.Exclamation) {
		return int8(multilingual.Period)
	}
	return m
}

// Marks scores the marks and the case of a part: its lines are joined to streams.
func (c *Corpus) Marks(m *multilingual.Model, p *Part) MarkScore {
	var s MarkScore
	r := m.NewReader()
	var out multilingual.Prediction
	for from := 0; from < len(p.units); from += streamUnits {
		var x multilingual.Sample
		c.append(&x, p, from, min(len(p.units), from+streamUnits))
		r.Read(x.Units, p.Language, multilingual.Turn{}, &out)
		s.add(&x, &out)
	}
	return s
}

func (s *MarkScore) add(x *multilingual.Sample, out *multilingual.Prediction) {
	s.Units += len(x.Units)
	for t := range x.Units {
		if y := folded(x.Labels[multilingual.HeadMark][t]); y >= 0 {
			got := int8(0)
			if !x.Units[t].Joined || multilingual.Unbroken(x.Units[t].Text) {
				got = folded(int8(out.Mark(t)))
			}
			for k := int8(1); k < int8(multilingual.NumMarks); k++ {
				s.Marks[k].add(got == k && y == k, got == k, y == k)
			}
			s.All.add(got == y && y > 0, got > 0, y > 0)
			s.Ends.add(got > 1 && y > 1, got > 1, y > 1)
		}
		if y := x.Labels[multilingual.HeadOpen][t]; y >= 0 {
			got := best(out.Opens[t][:])
			s.Opens.add(got == y && y > 0, got > 0, y > 0)
		}
		if y := x.Labels[multilingual.HeadCase][t]; y >= 0 {
			got := best(out.Cases[t][:])
			s.Cased++
			if got == y {
				s.Cases++
			}
			s.Capitals.add(got == y && y > 0, got > 0, y > 0)
		}
	}
}

func best(p []float32) int8 {
	k := 0
	for i, v := range p {
		if v > p[k] {
			k = i
		}
	}
	return int8(k)
}

// Repairs returns, of a part, the mean probabilities of all runs of units that may be removed, and
// which of their units are wanted; wanted is how many are in all.
func (c *Corpus) Repairs(m *multilingual.Model, p *Part) (runs []Run, wanted int) {
	r := m.NewReader()
	var out multilingual.Prediction
	for from := 0; from < len(p.units); from += streamUnits {
		var x multilingual.Sample
		c.append(&x, p, from, min(len(p.units), from+streamUnits))
		r.Read(x.Units, p.Language, multilingual.Turn{}, &out)
		for _, y := range x.Labels[multilingual.HeadEdit] {
			if y == int8(multilingual.Edited) {
				wanted++
			}
		}
		for _, s := range out.Repairs(x.Units, nil) {
			run := Run{Mean: s.Mean}
			for t := s.From; t < s.To; t++ {
				if x.Labels[multilingual.HeadEdit][t] == int8(multilingual.Filled) {
					continue // removed by itself
				}
				run.Units++
				if x.Labels[multilingual.HeadEdit][t] == int8(multilingual.Edited) {
					run.Right++
				}
			}
			runs = append(runs, run)
		}
	}
	return runs, wanted
}

// Run is units that may be removed together.
type Run struct {
	Mean         float64 // probability
	Units, Right int
}
