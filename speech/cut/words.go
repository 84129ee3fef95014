package cut

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Word is what is known of a word, or of a note such as "[laughter]", which is kept.
type Word struct {
	Index      int // in transcript.Document.Words
	Text       string
	Speaker    string
	Stream     int // words of different ones may be said at the same time
	Turn       int // number of the turn
	Final      bool
	Start, End float64 // seconds
	Known      bool    // whether Start and End are

	Removed    bool
	Kind       string  // of what is removed
	Confidence float64 // that it is right to remove it
	Unsaid     bool    // a recogniser has made it up: see data.Loops
	Heard      bool    // the text alone loses it: it is not Removed
}

// Words returns the words of a document of which e is the edit; decisions has one element for each
// token. Commands that are carried out are no removals.
func Words(d *transcript.Document, e *transcript.Edit, decisions []data.Decision) []Word {
	var out []Word
	for t := range d.Turns {
		turn := &d.Turns[t]
		for i := turn.Words.Start; i < turn.Words.End; i++ {
			w := &d.Words[i]
			x := Word{
				Index: i, Text: d.Text(w.Bytes), Speaker: turn.Speaker, Stream: turn.Stream, Turn: t, Final: w.Final,
				Start: w.Time.Start, End: w.Time.End, Known: w.Time.Known && sensible(w.Time),
			}
			note := w.Tokens.Len() == 0
			if note && !x.Known {
				continue // when it is heard, nobody knows
			}
			if why := e.Why(i); !note && e.Removed(w.Tokens.Start) && (why != 0 || byHand(decisions, w)) {
				x.Removed, x.Kind = true, why.String()
				x.Unsaid = why == data.Loops
				if why == 0 {
					x.Kind = "by-hand"
				}
				x.Confidence = confidenceOf(decisions, w)
				x.Heard = byHand(decisions, w) && decisions[w.Tokens.Start].ByHand.Heard
				x.Removed = !x.Heard
			}
			out = append(out, x)
		}
	}
	return out
}

func byHand(decisions []data.Decision, w *transcript.Word) bool {
	return w.Tokens.Start < len(decisions) && decisions[w.Tokens.Start].ByHand != nil
}

func confidenceOf(decisions []data.Decision, w *transcript.Word) float64 {
	if w.Tokens.End > len(decisions) {
		return 0
	}
	least := 1.0
	for t := w.Tokens.Start; t < w.Tokens.End; t++ {
		if x := &decisions[t]; x.ByHand == nil {
			least = min(least, x.Confidence)
		}
	}
	return least
}

// sensible reports whether a word can be at a time.
func sensible(t transcript.Interval) bool {
	return t.Start >= 0 && t.End >= t.Start && !math.IsInf(t.End, 0)
}

// unit is what has a time of its own: a word, or several that share one.
type unit struct {
	words      []Word
	start, end float64
	removed    bool // all of them
	shared     bool // some of them are removed, and some are not
	mixed      bool // somebody else speaks meanwhile
	behind     bool // it is behind the end of the recording
	beside     bool // a word beside it is kept, and has no time
}

func (u *unit) first() *Word { return &u.words[0] }
func (u *unit) last() *Word  { return &u.words[len(u.words)-1] }

// overlap is how long, in seconds, two people may speak at the same time by the transcript before it counts:
// times are not that exact.
const overlap = 0.06

// unitsOf returns the units of words whose times are known, in the order of time.
func unitsOf(words []Word) []unit {
	var out []unit
	lost := false // a word that is kept, since the last unit
	for _, w := range words {
		n := len(out) - 1
		if !w.Known {
			if lost = lost || !w.Removed; lost && n >= 0 {
				out[n].beside = true
			}
			continue
		}
		if n >= 0 && out[n].start == w.Start && out[n].end == w.End && out[n].first().Stream == w.Stream {
			out[n].words = append(out[n].words, w)
			continue
		}
		out = append(out, unit{words: []Word{w}, start: w.Start, end: w.End, beside: lost})
		lost = false
	}
	slices.SortStableFunc(out, func(a, b unit) int { return cmp.Compare(a.start+a.end, b.start+b.end) })
	for i := range out {
		n := 0
		for _, w := range out[i].words {
			if w.Removed {
				n++
			}
		}
		out[i].removed = n == len(out[i].words)
		out[i].shared = n > 0 && !out[i].removed
	}
	return out
}

// markMixed finds units during which somebody else speaks.
func markMixed(units []unit) {
	byStart := make([]int, len(units))
	for i := range byStart {
		byStart[i] = i
	}
	slices.SortStableFunc(byStart, func(a, b int) int { return cmp.Compare(units[a].start, units[b].start) })
	var open []int // that may go on
	for _, i := range byStart {
		u := &units[i]
		open = slices.DeleteFunc(open, func(o int) bool { return units[o].end <= u.start+overlap })
		for _, o := range open {
			if units[o].first().Stream != u.first().Stream && u.end > u.start+overlap {
				units[o].mixed, u.mixed = true, true
			}
		}
		open = append(open, i)
	}
}

// A run is what is removed at a stretch: units from first to last.
type run struct{ first, last int }

// runsOf returns the runs. Where somebody else's removed words follow, another one begins.
func runsOf(units []unit) []run {
	var out []run
	for i := range units {
		if !units[i].removed {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].last == i-1 && units[i-1].first().Stream == units[i].first().Stream {
			out[n].last = i
			continue
		}
		out = append(out, run{i, i})
	}
	return out
}

// describe fills a cut with what it takes out.
func describe(c *Cut, units []unit) {
	var texts, kinds []string
	c.First, c.Last, c.Confidence = math.MaxInt, -1, 1
	for i := range units {
		for _, w := range units[i].words {
			if !w.Removed && !w.Heard {
				continue
			}
			texts = append(texts, w.Text)
			for _, k := range strings.Split(w.Kind, ",") {
				if !slices.Contains(kinds, k) {
					kinds = append(kinds, k)
				}
			}
			c.First, c.Last = min(c.First, w.Index), max(c.Last, w.Index)
			c.Confidence = min(c.Confidence, w.Confidence)
		}
	}
	c.Words, c.Kind, c.Speaker = strings.Join(texts, " "), strings.Join(kinds, ","), units[0].first().Speaker
}
