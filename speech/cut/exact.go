package cut

import (
	"math"
	"slices"
)

// Where words run together, the times of the transcript say where to cut, if they are as exact as those of an
// aligner or of a person: nine of ten ends of words beside pauses, of fewTimes at least, are within trusted of what is heard.
const (
	trusted  = 0.03 // seconds
	fewTimes = 12
)

// faint is how long, in seconds, what belongs to a word may be too faint to be heard, such as the release of a stop.
const faint = 0.02

// leastMargin is how many steps of a word that is taken out are left, at least, to a kept one that it runs
// together with. quietReach is how many more may be, where it is quieter there.
const (
	leastMargin = 2
	quietReach  = 4
)

// spread returns within how many seconds of the pauses that are heard nine of ten words end and begin; infinite, where there
// are too few. Unlike aligner.measured, it counts words that reach into a pause: whose times do so may be those
// of the next word.
func spread(units []unit, borders []border) float64 {
	var apart []float64
	for i := 1; i < len(units); i++ {
		b := &borders[i]
		if !b.silence || b.to-b.from < leastPause || b.sure < leastSure {
			continue
		}
		end, start := units[i-1].end-float64(b.from)*step, float64(b.to)*step-units[i].start
		apart = append(apart, max(-end, end-faint), max(-start, start-faint))
	}
	if len(apart) < fewTimes {
		return math.Inf(1)
	}
	slices.Sort(apart)
	return max(0, apart[len(apart)*9/10])
}

// margin is how many steps the end of a word may be beside the time that the transcript has for it; 0 where its
// times are not exact.
func (a *aligned) margin() int {
	if a.spread > trusted {
		return 0
	}
	return int(math.Ceil(a.spread / step))
}

// Where times are rougher than trusted, but not beyond rough, words that run together are cut farther inside the one that goes: so far that of a
// hundred kept ones one loses more than half of faint at most. harmless is how many standard deviations that is, ofSpread how many the spread is, of errors
// that are normally distributed, and mostLeft which part of what goes may be left at a border.
const (
	rough    = 0.06 // seconds
	harmless = 2.58
	ofSpread = 1.645
	mostLeft = 5 // one in
)

// byTimes returns where to cut beside a run that runs together with the word before it, or after it: at the
// time that the transcript says, and so much into the run that the other word loses nothing. ok: the times
// are exact enough for that, and agree.
func (a *aligned) byTimes(r run, after bool) (at place, ok bool) {
	if a.spread > rough {
		return at, false
	}
	first, last := &a.units[r.first], &a.units[r.last]
	kept, own, way := 0, stepOf(first.start), 1
	switch {
	case after && r.last+1 < len(a.units):
		kept, own, way = stepOf(a.units[r.last+1].start), stepOf(last.end), -1
	case !after && r.first > 0:
		kept = stepOf(a.units[r.first-1].end)
	default:
		return at, false
	}
	from, ok := a.inside(way*kept, way*own, stepOf(last.end)-stepOf(first.start))
	if !ok {
		return at, false // the words overlap, or too much of the run would be left
	}
	from *= way
	most := min(quietReach, int((last.end-first.start)/step)/4)
	best := from
	for k := 1; k <= most; k++ {
		if i := from + way*k; i >= 0 && i < len(a.act.energy) && a.act.energy[i] < a.act.energy[best]-1 {
			best = i
		}
	}
	return place{from: best, to: best, byTimes: true}, best >= 0 && best < len(a.act.energy)
}

// inside returns where a kept word is over for sure, and what goes has begun: the steps at which the transcript says that the one ends and that the
// other one begins are both times of it. length is that of what goes, in steps.
func (a *aligned) inside(kept, own, length int) (at int, ok bool) {
	if a.spread <= trusted {
		margin := max(leastMargin, a.margin())
		return max(kept+margin, own), kept-own <= margin
	}
	deviation := a.spread / ofSpread
	if apart := kept - own; apart < -1 || apart > 1 { // two times tell more than one
		if math.Abs(float64(apart))*step > 2*math.Sqrt2*deviation {
			return 0, false
		}
		deviation /= math.Sqrt2
	}
	margin := int(math.Ceil((harmless*deviation - faint/2) / step))
	return int(math.Round(float64(kept+own)/2)) + margin, margin*mostLeft <= length
}
