package formats

import (
	"fmt"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// clockAt finds times as clocks show them, to the millisecond or hundredth.
var clockAt = lazy.Regexp(`(?:\d+:)?\d{1,2}:\d{2}[.,]\d{2,3}`)

// timeSplices writes the times of lines that stand before them as clocks show them: "00:00:01,000 --> 00:00:02,500"; else those
// that are numbers.
func (x *reworked) timeSplices(f *File) [][]splice {
	w := &turnWriter{x: x, f: f, l: newLabelFinder(f), place: make([]int, len(f.Document.Words))}
	theirs := f.inOrder()
	for i, word := range x.base.inOrder() {
		w.place[word] = theirs[i]
	}
	was, is := lineTimes(x.base.Document), lineTimes(x.to[2])
	var out []splice
	done := make(map[int]bool)
	for i := range x.base.Document.Lines {
		l := &x.base.Document.Lines[i]
		if l.Words.Len() == 0 {
			continue
		}
		first := l.Words.Start
		now := is[first]
		if !now.Known { // it is cut: its own words say when it was to be said
			now = x.uncut(first, l.Words.End-1)
		}
		if !now.Known || sameTime(was[first], now) {
			continue
		}
		for _, s := range w.times(w.at(first), was[first]) {
			if !done[s.from] {
				done[s.from] = true
				out = append(out, splice{s.span, clockLike(f.text[s.from:s.to], now, s.start)})
			}
		}
	}
	all := [][]splice{out}
	for _, scale := range timeScales {
		all = append(all, x.numberSplices(w, scale))
	}
	return all
}

// uncut returns the time of a line that is cut: from the start of its first part to the end of the last.
func (x *reworked) uncut(first, last int) transcript.Interval {
	d := x.to[2]
	a, b := d.Lines[d.LineOf(first)].Time, d.Lines[d.LineOf(last)].Time
	return transcript.Interval{Start: a.Start, End: b.End, Known: a.Known && b.Known}
}

// timeAt is where a time stands; start says that it is a start.
type timeAt struct {
	span
	start bool
}

// times returns where the start and the end of a subtitle stand before its first word: the last two times that are theirs.
func (w *turnWriter) times(at int, is transcript.Interval) []timeAt {
	gap := w.l.gapBefore(at)
	text := w.f.text[gap.from:gap.to]
	// A second line of a subtitle, or another voice, has no times of its own before it.
	all := clockAt().FindAllStringIndex(text, -1)
	for k := len(all) - 1; k > 0; k-- {
		start, end := clockOf(text[all[k-1][0]:all[k-1][1]]), clockOf(text[all[k][0]:all[k][1]])
		if sameTime(transcript.Interval{Start: start, End: end, Known: true}, is) {
			return []timeAt{{span{gap.from + all[k-1][0], gap.from + all[k-1][1]}, true}, {span{gap.from + all[k][0], gap.from + all[k][1]}, false}}
		}
	}
	return nil
}

// clockOf returns the seconds of a time as a clock shows it.
func clockOf(s string) float64 {
	if seconds, ok := parseClock(s, ",."); ok {
		return seconds
	}
	return math.NaN()
}

// clockLike writes a time as another one is written: with hours or without, with its point, and as many digits.
func clockLike(like string, t transcript.Interval, start bool) string {
	seconds := t.End
	if start {
		seconds = t.Start
	}
	point := strings.LastIndexAny(like, ".,")
	digits := len(like) - point - 1
	scale := int64(math.Pow10(digits))
	n := int64(math.Round(seconds * float64(scale)))
	rest := fmt.Sprintf("%02d%c%0*d", n/scale%60, like[point], digits, n%scale)
	minutes := n / scale / 60
	if hours := strings.Count(like, ":") == 2; hours || minutes >= 60 {
		width := 2
		if hours {
			width = strings.IndexByte(like, ':')
		}
		return fmt.Sprintf("%0*d:%02d:%s", width, minutes/60, minutes%60, rest)
	}
	return fmt.Sprintf("%0*d:%s", strings.IndexByte(like, ':'), minutes, rest)
}
