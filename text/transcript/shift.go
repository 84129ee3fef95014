package transcript

import "slices"

// Shift returns the document with each time put through a function, which must not bring two times out
// of order. Words and tokens stay as they are.
func (d *Document) Shift(times func(seconds float64) float64) *Document {
	out := *d
	out.Lines, out.Words = slices.Clone(d.Lines), slices.Clone(d.Words)
	for i := range out.Lines {
		out.Lines[i].Time = out.Lines[i].Time.shift(times)
	}
	for i := range out.Words {
		out.Words[i].Time = out.Words[i].Time.shift(times)
	}
	return &out
}

func (t Interval) shift(times func(float64) float64) Interval {
	if !t.Known {
		return t
	}
	start := times(t.Start)
	return Interval{start, max(start, times(t.End)), true}
}
