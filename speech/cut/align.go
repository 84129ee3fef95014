package cut

import (
	"math"
	"slices"
)

// place is where a word ends and the next one begins: silence from step from to step to, or one
// step.
type place struct {
	from, to int
	depth    float64 // dB, of a dip; 0: nothing is known but what the transcript says
	score    float64
	silence  bool
	byTimes  bool // the transcript alone says so: see aligned.byTimes
}

// border is what is found of the border before a unit.
type border struct {
	place
	sure  float64 // the probability that it is there, or hardly away
	found bool
}

// How far from the times of the transcript, in seconds, a border may be, beside what times are off.
const reach = 0.22

// Scores are natural logarithms. They say how probable it is that a border is in silence rather than in
// a dip, and so on; see aligner.
const (
	silenceScore  = 1.5
	dipScore      = 0.1  // a dB
	mostDip       = 15   // dB
	lostScore     = -2.5 // neither
	skipScore     = -0.1 // a step of a pause within a word
	voicelessWord = -3
	backwards     = -12
	sameBorder    = 6 // steps
)

// aligner finds the borders between units in the sound. It is a hidden Markov model (Rabiner 1989, "A
// tutorial on hidden Markov models and selected applications in speech recognition") whose states are the places near the times that the transcript
// has: those are off by a Laplace distribution, words are said without pauses and with a voice, and
// borders are in silence, or in dips of the energy.
type aligner struct {
	sound *Sound
	act   *activity
	units []unit
	off   float64 // scale of the distribution, in seconds

	places [][]place // of each border
}

// align returns the border before each unit, and the one after the last.
// off is how far times are off.
func align(s *Sound, act *activity, units []unit) (borders []border, off float64) {
	a := &aligner{sound: s, act: act, units: units, off: usualOff}
	for range 3 {
		a.findPlaces()
		off = a.measured(a.best())
		a.off = max(leastOff, min(off, mostOff))
	}
	a.findPlaces()
	borders = a.best()
	a.weigh(borders)
	return borders, off
}

// Scale of how far times are off, in seconds: to begin with, at least, and at most.
const (
	usualOff = 0.06
	leastOff = 0.02
	mostOff  = 0.12
)

// measured returns the mean distance of times from the silence that they are found at.
func (a *aligner) measured(borders []border) float64 {
	sum, n := leastOff, 1.0 // a little, where there is hardly anything to measure
	for i := range borders {
		b := &borders[i]
		if !b.silence || b.to-b.from < leastPause {
			continue
		}
		end, start := a.given(i)
		for _, t := range []float64{end, start} {
			if !math.IsNaN(t) {
				sum += a.outside(t, &b.place)
				n++
			}
		}
	}
	return 1.3 * sum / n
}

// given returns when the unit before a border ends, and the one after it starts; NaN: there is none.
func (a *aligner) given(border int) (end, start float64) {
	end, start = math.NaN(), math.NaN()
	if border > 0 {
		end = a.units[border-1].end
	}
	if border < len(a.units) {
		start = a.units[border].start
	}
	return end, start
}

// outside returns how far a time is from a place, in seconds.
func (a *aligner) outside(t float64, p *place) float64 {
	from, to := float64(p.from)*step, float64(p.to)*step
	return max(0, from-t, t-to)
}

// findPlaces finds where borders may be.
func (a *aligner) findPlaces() {
	if a.places == nil {
		a.places = make([][]place, len(a.units)+1)
	}
	for i := range a.places {
		end, start := a.given(i)
		if math.IsNaN(end) {
			end = start
		}
		if math.IsNaN(start) {
			start = end
		}
		early, late := min(end, start), max(end, start)
		around := reach + 1.5*a.off
		from, to := a.sound.stepAt(max(0, early-around)), a.sound.stepAt(late+around)+1
		out := a.places[i][:0]
		for _, r := range a.act.runsIn(from, to) {
			out = append(out, place{from: r.from, to: r.to, silence: true, score: silenceScore})
		}
		for _, d := range a.act.dipsIn(from, to) {
			out = append(out, place{from: d.at, to: d.at, depth: d.depth, score: dipScore * min(d.depth, mostDip)})
		}
		at := a.sound.stepAt((end + start) / 2)
		out = append(out, place{from: at, to: at, score: lostScore})
		slices.SortStableFunc(out, func(x, y place) int { return x.from + x.to - y.from - y.to })
		for k := range out {
			p := &out[k]
			p.score -= (a.outside(end, p) + a.outside(start, p)) / a.off
		}
		a.places[i] = out
	}
}

// between is the score of a unit from one place to another one.
func (a *aligner) between(u int, p, q *place) float64 {
	if q.from < p.to+2 {
		return backwards + min(0, float64(q.from-p.to))
	}
	score := skipScore * float64(a.act.quiet[q.from]-a.act.quiet[p.to])
	if a.act.voices[q.from] == a.act.voices[p.to] {
		score += voicelessWord
	}
	length := float64(q.from-p.to) * step
	return score - math.Abs(length-(a.units[u].end-a.units[u].start))/(4*a.off)
}

// best returns the most probable borders (Viterbi 1967).
func (a *aligner) best() []border {
	from := make([][]int, len(a.places))
	score := scoresOf(a.places[0])
	for i := 1; i < len(a.places); i++ {
		next := scoresOf(a.places[i])
		from[i] = make([]int, len(next))
		for k := range next {
			top := math.Inf(-1)
			for j := range score {
				if s := score[j] + a.between(i-1, &a.places[i-1][j], &a.places[i][k]); s > top {
					top, from[i][k] = s, j
				}
			}
			next[k] += top
		}
		score = next
	}
	at := 0
	for k := range score {
		if score[k] > score[at] {
			at = k
		}
	}
	out := make([]border, len(a.places))
	for i := len(out) - 1; i >= 0; i-- {
		out[i].place = a.places[i][at]
		out[i].found = out[i].silence || out[i].depth > 0
		if i > 0 {
			at = from[i][at]
		}
	}
	return out
}

func scoresOf(places []place) []float64 {
	out := make([]float64, len(places))
	for k := range places {
		out[k] = places[k].score
	}
	return out
}

// weigh sets how sure borders are, by the forward and backward sums of all.
func (a *aligner) weigh(borders []border) {
	n := len(a.places)
	forward, backward := make([][]float64, n), make([][]float64, n)
	forward[0] = scoresOf(a.places[0])
	for i := 1; i < n; i++ {
		forward[i] = scoresOf(a.places[i])
		for k := range forward[i] {
			sum := make([]float64, len(forward[i-1]))
			for j := range sum {
				sum[j] = forward[i-1][j] + a.between(i-1, &a.places[i-1][j], &a.places[i][k])
			}
			forward[i][k] += logSum(sum)
		}
	}
	backward[n-1] = make([]float64, len(a.places[n-1]))
	for i := n - 2; i >= 0; i-- {
		backward[i] = make([]float64, len(a.places[i]))
		for j := range backward[i] {
			sum := make([]float64, len(backward[i+1]))
			for k := range sum {
				sum[k] = a.between(i, &a.places[i][j], &a.places[i+1][k]) + a.places[i+1][k].score + backward[i+1][k]
			}
			backward[i][j] = logSum(sum)
		}
	}
	for i := range borders {
		b := &borders[i]
		all := make([]float64, len(a.places[i]))
		var same []float64
		for k := range all {
			all[k] = forward[i][k] + backward[i][k]
			p := &a.places[i][k]
			if p.from <= b.to+sameBorder && p.to >= b.from-sameBorder && p.silence == b.silence || p.from == b.from && p.to == b.to {
				same = append(same, all[k])
			}
		}
		b.sure = math.Exp(logSum(same) - logSum(all))
	}
}

// logSum returns the logarithm of the sum of exponentials.
func logSum(x []float64) float64 {
	most := slices.Max(x)
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - most)
	}
	return most + math.Log(sum)
}
