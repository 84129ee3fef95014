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

// byTimes returns where to cut beside a run that runs together with the word before it, or after it: at the
// time that the transcript says, and so much into the run that the other word loses nothing. ok: the times
// are exact, and agree.
func (a *aligned) byTimes(r run, after bool) (at place, ok bool) {
	if a.spread > trusted {
		return at, false
	}
	first, last := &a.units[r.first], &a.units[r.last]
	margin := max(leastMargin, a.margin())
	most := min(quietReach, int((last.end-first.start)/step)/4)
	kept, own, way := 0, stepOf(first.start), 1
	switch {
	case after && r.last+1 < len(a.units):
		kept, own, way = stepOf(a.units[r.last+1].start), stepOf(last.end), -1
	case !after && r.first > 0:
		kept = stepOf(a.units[r.first-1].end)
	default:
		return at, false
	}
	if way*(kept-own) > margin {
		return at, false // the words overlap
	}
	from := way * max(way*kept+margin, way*own)
	best := from
	for k := 1; k <= most; k++ {
		if i := from + way*k; i >= 0 && i < len(a.act.energy) && a.act.energy[i] < a.act.energy[best]-1 {
			best = i
		}
	}
	return place{from: best, to: best, byTimes: true}, best >= 0 && best < len(a.act.energy)
}
