package formats

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// shifted is a file whose times are those of another recording.
type shifted struct {
	base  *File
	times func(seconds float64) float64
}

// Shift returns the file with each time put through a function, which must not bring two times out of order: where
// the recording is cut, that says where what was at a time is now. Its Document has the new times, and so has all that is
// made of it; Rewritten says whether the file itself can have them. f is not changed.
func (f *File) Shift(times func(seconds float64) float64) *File {
	g := *f
	g.Document = f.Document.Shift(times)
	g.shifted = &shifted{f, times}
	return &g
}

// file returns the file with its times shifted, and a plan for its document that does what p does for that of the base.
func (x *shifted) file(p *Plan) (*File, *Plan, error) {
	f := x.base
	var err error
	if f.reworked != nil {
		if f, err = f.reworked.file(); err != nil {
			return nil, nil, err
		}
		if p, err = x.base.reworked.plan(p, f); err != nil {
			return nil, nil, err
		}
	}
	if f.hasTimesInside {
		return nil, nil, x.impossible() // there they would stay as they are
	}
	if src, found, ok := f.recoded(x.times); ok {
		return x.read(f, p, src, found)
	}
	found := f.stamps()
	var splices []splice
	for _, s := range found {
		if text := s.shifted(f.text[s.from:s.to], x.times); text != f.text[s.from:s.to] {
			splices = append(splices, splice{s.span, text})
		}
	}
	if len(splices) == 0 {
		return f, p, x.check(f, f, found)
	}
	return x.read(f, p, f.written(apply(f.text, splices, func(_, new string) string { return new }, asIs)), found)
}

// read reads the file with other times, if it has those that it is to have.
func (x *shifted) read(f *File, p *Plan, src string, found []stamped) (*File, *Plan, error) {
	g, err := f.again(src)
	if err == nil {
		err = x.check(f, g, found)
	}
	if err == nil {
		p, err = p.carry(f, f.Document, g)
	}
	if err != nil {
		return nil, nil, x.impossible()
	}
	return g, p, nil
}

// check looks whether a file that is read again has the times that it is to have: those that stand in it, to what they are
// written with. Others are guessed of them.
func (x *shifted) check(f, g *File, found []stamped) error {
	if len(f.Document.Words) != len(g.Document.Words) {
		return x.impossible()
	}
	written := make([]float64, 0, len(found))
	grain := 0.0
	for _, s := range found {
		written = append(written, s.seconds)
		if s.length {
			written = append(written, s.start+s.seconds)
		}
		grain = max(grain, s.grain)
	}
	sort.Float64s(written)
	stands := func(t float64) bool {
		k := sort.SearchFloat64s(written, t-alike)
		return k < len(written) && written[k] < t+alike
	}
	same := func(was, is float64) bool { return !stands(was) || math.Abs(x.times(was)-is) < 2*grain+alike }
	times, own := f.timesInOrder(), g.timesInOrder()
	held := 0
	for i, a := range times {
		b := own[i]
		if !a.Known {
			continue
		}
		if !b.Known || !same(a.Start, b.Start) || !same(a.End, b.End) {
			return x.impossible()
		}
		if stands(a.Start) {
			held++
		} else if !f.startsOnly && x.times(a.Start) != a.Start && math.Abs(x.times(a.Start)-b.Start) > 0.5 {
			return x.impossible() // it stands somewhere else
		}
	}
	if known := slices.ContainsFunc(times, func(t transcript.Interval) bool { return t.Known }); known && held == 0 {
		return x.impossible()
	}
	return nil
}

// alike is how far times are apart that are the same, in seconds.
const alike = 0.0006

// timesInOrder returns the times of words, and of the lines that they are in, in the order of the file.
func (f *File) timesInOrder() []transcript.Interval {
	lines := lineTimes(f.Document)
	out := make([]transcript.Interval, 0, 2*len(f.Document.Words))
	for _, w := range f.inOrder() {
		out = append(out, lines[w], f.Document.Words[w].Time)
	}
	return out
}

func (x *shifted) impossible() error {
	f := x.base
	forms := []string{}
	for _, form := range []Format{VTT, SRT, JSONL} {
		if form != f.Format {
			forms = append(forms, string(form))
		}
	}
	return fmt.Errorf("%s cannot have the times of the recording as it is cut in its own form (%s): write it as %s", f.Name, f.Format.Title(), prose.Or(forms))
}
