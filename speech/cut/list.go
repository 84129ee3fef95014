package cut

import "sort"

// Media says what a recording is.
type Media struct {
	Name     string // the file, as it was given
	Rate     int    // samples a second
	Channels int
	Samples  int64 // of a channel
	// FrameNum/FrameDen is how many frames of video there are a second, such as 30000/1001; 0: there
	// is no picture.
	FrameNum, FrameDen int
	DropFrame          bool // timecode leaves out numbers of frames
}

// Silence is the Kind of a cut that takes no words: a pause is shortened.
const Silence = "silence"

// Cut is a stretch of a recording that is taken out.
type Cut struct {
	Start, End  int64 // samples, half open
	First, Last int   // words in transcript.Document.Words, both in it; -1: none
	Words       string
	Speaker     string  // label; "" where there is none
	Kind        string  // of what is removed, as the JSON lines of clean have it; or Silence
	Confidence  float64 // that of the least sure word; 0: not known
}

// Len returns how many samples are taken out.
func (c *Cut) Len() int64 { return c.End - c.Start }

// Refused is a removal of the transcript that stays in the recording.
type Refused struct {
	Cut        // Start and End are those of its words, as far as they are known
	Why string // for people
}

// List says what is taken out of a recording. Samples are of each channel: all lose the same.
//
// Fade says nothing about lengths: at a join, what is kept before it goes on for half of Fade
// beyond the cut's start, and what is kept after it begins so much before the cut's end, and both are
// mixed. The result has exactly Media.Samples less those of the cuts.
type List struct {
	Media Media
	Cuts  []Cut // in order; they neither overlap nor touch
	Left  []Refused
	Fade  int // samples of a crossfade
}

// Span is a half-open stretch of samples.
type Span struct{ Start, End int64 }

// Len returns how many samples a stretch has.
func (s Span) Len() int64 { return s.End - s.Start }

// Kept returns the stretches that stay, in order. None is empty.
func (l *List) Kept() []Span {
	var out []Span
	at := int64(0)
	for i := range l.Cuts {
		if c := &l.Cuts[i]; c.Start > at {
			out = append(out, Span{at, c.Start})
		}
		at = l.Cuts[i].End
	}
	if at < l.Media.Samples {
		out = append(out, Span{at, l.Media.Samples})
	}
	return out
}

// New returns where a sample of the recording is in the result; the join, if it is taken out.
// Samples after the end are so far after the end of the result.
func (l *List) New(sample int64) int64 {
	n := sort.Search(len(l.Cuts), func(i int) bool { return l.Cuts[i].End > sample })
	at := sample
	for i := range l.Cuts[:n] {
		at -= l.Cuts[i].Len()
	}
	if n < len(l.Cuts) && l.Cuts[n].Start < sample {
		at -= sample - l.Cuts[n].Start
	}
	return at
}

// Removed returns how many samples all cuts take out.
func (l *List) Removed() int64 {
	n := int64(0)
	for i := range l.Cuts {
		n += l.Cuts[i].Len()
	}
	return n
}

// Seconds brings samples to seconds.
func (l *List) Seconds(samples int64) float64 { return float64(samples) / float64(l.Media.Rate) }
