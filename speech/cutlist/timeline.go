package cutlist

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/speech/cut"
)

// Options are how a list is written. The zero value writes cuts, in frames of the recording.
type Options struct {
	// Markers asks for markers at what would be cut, and at what was refused, in place of cuts:
	// the timeline has all of the recording.
	Markers bool
	// Frames is the rate of the timeline, of formats that count frames; the zero value stands for
	// that of the recording, and for 30 frames a second where it has no picture.
	Frames Rate
}

// Write writes a list in the format. An error says what the format cannot have, or what is wrong
// with the list: nothing is written then.
func (f *Format) Write(w io.Writer, l *cut.List, o Options) error {
	t, err := f.timeline(l, o)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := f.write(&b, t); err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// clip is a stretch of the recording, half open, in units.
type clip struct {
	from, to int64
	at       int64 // in the result
}

// marker is what is marked, in units of the recording.
type marker struct {
	from, to int64 // at least one unit
	name     string
	note     string
	left     bool // it was refused
}

// timeline is what a list says, in the units of a format.
type timeline struct {
	list      *cut.List
	rate      Rate // units a second
	frames    bool // units are frames of rate; else samples
	asMarkers bool
	clips     []clip // of the recording as a whole, with asMarkers
	markers   []marker
	total     int64 // units of the recording
	length    int64 // units of the result
}

// mostSamples is the length of the longest recording, in samples: of years.
const mostSamples = 1 << 42

// timeline returns what a list says in units of the format.
func (f *Format) timeline(l *cut.List, o Options) (*timeline, error) {
	if err := check(l); err != nil {
		return nil, err
	}
	if o.Markers && !f.Markers {
		return nil, fmt.Errorf("%s has no markers: leave --as markers out, or say --to %s", f.Name, withMarkers())
	}
	m := &l.Media
	t := &timeline{list: l, rate: Rate{Num: m.Rate, Den: 1}, asMarkers: o.Markers}
	asked := o.Frames != (Rate{})
	if f.Unit == Frames || f.Unit == Either && asked || f.Unit != Samples && m.FrameNum > 0 {
		switch t.frames = true; {
		case asked:
			t.rate = o.Frames
		case m.FrameNum > 0:
			t.rate = Rate{m.FrameNum, m.FrameDen, m.DropFrame}
		default:
			t.rate = without
		}
		if err := t.rate.check(); err != nil {
			return nil, err
		}
	}
	t.total = t.down(m.Samples)
	if m.FrameNum > 0 { // its last frame goes on for as long as the sound, or longer
		t.total = t.up(m.Samples)
	}
	switch {
	case o.Markers:
		t.clips = []clip{{0, t.total, 0}}
	case t.frames:
		t.clips = t.inFrames()
	default:
		at := int64(0)
		for _, s := range l.Kept() {
			t.clips = append(t.clips, clip{s.Start, s.End, at})
			at += s.Len()
		}
	}
	if len(t.clips) == 0 || t.total == 0 {
		return nil, fmt.Errorf("nothing of %s would be left: cut less", m.Name)
	}
	last := t.clips[len(t.clips)-1]
	t.length = last.at + last.to - last.from
	t.mark()
	return t, nil
}

// check returns what is wrong with a list.
func check(l *cut.List) error {
	m := &l.Media
	switch {
	case m.Rate <= 0 || m.Rate > 1<<24:
		return fmt.Errorf("%s: a rate of %d samples a second is none", m.Name, m.Rate)
	case m.Samples <= 0 || m.Samples > mostSamples:
		return fmt.Errorf("%s: a recording of %d samples has no cuts", m.Name, m.Samples)
	case m.Name == "":
		return errors.New("the recording has no name, by which the list could refer to it")
	}
	at := int64(0)
	for i := range l.Cuts {
		c := &l.Cuts[i]
		if c.Start < at || c.End <= c.Start || c.End > m.Samples {
			return fmt.Errorf("%s: the cut of samples %d to %d is out of order, or beyond the recording", m.Name, c.Start, c.End)
		}
		at = c.End
	}
	return nil
}

// down returns the last unit that begins by a sample, up the first that does not begin before it.
func (t *timeline) down(samples int64) int64 {
	if !t.frames {
		return samples
	}
	return samples * int64(t.rate.Num) / (int64(t.list.Media.Rate) * int64(t.rate.Den))
}

func (t *timeline) up(samples int64) int64 {
	if !t.frames {
		return samples
	}
	per := int64(t.list.Media.Rate) * int64(t.rate.Den)
	return (samples*int64(t.rate.Num) + per - 1) / per
}

// inFrames returns the clips in frames of the timeline.
func (t *timeline) inFrames() []clip {
	l := *t.list
	l.Media.FrameNum, l.Media.FrameDen = t.rate.Num, t.rate.Den
	var out []clip
	at := int64(0)
	for _, s := range l.Frames() {
		if s.End = min(s.End, t.total); s.End > s.Start {
			out = append(out, clip{s.Start, s.End, at})
			at += s.Len()
		}
	}
	return out
}

// mark makes the markers.
func (t *timeline) mark() {
	add := func(c *cut.Cut, why string) {
		start, end := min(max(c.Start, 0), t.list.Media.Samples), min(c.End, t.list.Media.Samples)
		if end <= start {
			return
		}
		m := marker{from: min(t.down(start), t.total-1), name: c.Kind}
		m.to = min(max(t.up(end), m.from+1), t.total)
		if c.Words != "" {
			m.name += ": " + c.Words
		}
		var notes []string
		if why != "" {
			m.left, m.name = true, "left: "+m.name
			notes = append(notes, why)
		}
		if c.Confidence > 0 {
			notes = append(notes, fmt.Sprintf("confidence %.2f", c.Confidence))
		}
		if c.Speaker != "" {
			notes = append(notes, "speaker "+c.Speaker)
		}
		m.name, m.note = oneLine(m.name), oneLine(strings.Join(notes, ", "))
		t.markers = append(t.markers, m)
	}
	for i := range t.list.Cuts {
		add(&t.list.Cuts[i], "")
	}
	for i := range t.list.Left {
		x := &t.list.Left[i]
		add(&x.Cut, cmp.Or(x.Why, "it cannot be cut cleanly"))
	}
	slices.SortStableFunc(t.markers, func(a, b marker) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
}

// title is what a list is called.
func (t *timeline) title() string { return stem(t.list.Media.Name) }

// sample returns the first sample of a unit, at most the end of the recording.
func (t *timeline) sample(unit int64) int64 {
	per := int64(t.rate.Num)
	return min((unit*int64(t.list.Media.Rate)*int64(t.rate.Den)+per-1)/per, t.list.Media.Samples)
}
