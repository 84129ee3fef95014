package cut

import (
	"slices"
	"sort"
)

// activity says where somebody speaks on some channels.
type activity struct {
	energy []float32 // dB, smoothed
	silent []bool
	voiced []bool
	runs   []stretch // of silence, in order
	dips   []dip     // between them
	// quiet and voices hold how many steps up to each are in silence of leastPause and more, and
	// voiced.
	quiet, voices []int32
}

// stretch is a half-open range of steps.
type stretch struct{ from, to int }

// dip is a step at which the energy is lower than around it.
type dip struct {
	at    int
	depth float64 // dB to the lower one of the maxima beside it
}

// What silence is, in dB below what is loud, of one step in twenty, and above what is quiet, of one in
// ten; where the recording is noisy, a part of the way from one to the other.
const (
	farthest  = 60
	nearest   = 20
	wayUp     = 0.3
	leastRise = 6
)

// leastPause is the shortest silence, in steps, that is a pause, and not the closure of a stop.
const leastPause = 12

// shortestRun is the shortest silence, in steps, that counts at all; longestBlip and faintBlip are what is
// shorter and fainter than a sound of speech.
const (
	shortestRun = 4
	longestBlip = 3
	faintBlip   = 4 // dB above silence
)

// active measures the power of some channels together.
func (s *Sound) active(channels []int) *activity {
	n := s.steps()
	a := &activity{energy: make([]float32, n), silent: make([]bool, n), voiced: make([]bool, n)}
	sharp := make([]float32, n)
	for i := range n {
		var e, f float64
		for _, c := range channels {
			e += power[s.channels[c].energy[i]]
			f += power[s.channels[c].sharp[i]]
			a.voiced[i] = a.voiced[i] || s.channels[c].voiced[i]
		}
		a.energy[i], sharp[i] = float32(decibels(e)), float32(decibels(f))
	}
	scratch := make([]float32, n)
	least, leastSharp := threshold(a.energy, scratch), threshold(sharp, scratch)
	for i := range n {
		a.silent[i] = a.energy[i] < least && sharp[i] < leastSharp
		if a.silent[i] {
			a.voiced[i] = false
		}
	}
	a.fillBlips(least + faintBlip)
	a.findRuns()
	a.energy = smoothed(a.energy)
	a.findDips()
	a.count()
	return a
}

// threshold returns below what, in dB, there is silence. scratch is as long as energy, and is overwritten.
func threshold(energy, scratch []float32) float32 {
	if len(energy) == 0 {
		return lowestLevel
	}
	sorted := scratch[:copy(scratch, energy)]
	slices.Sort(sorted)
	quiet := sorted[len(sorted)/10]
	loud := loudest(sorted, quiet)
	quiet = max(loud-farthest, min(quiet, loud-nearest))
	return quiet + max(leastRise, wayUp*(loud-quiet))
}

// loudest returns what is loud of ascending levels. Where somebody speaks for less than one step in twenty, as on the channel of
// who listens, it is what is far above the silence.
func loudest(sorted []float32, quiet float32) float32 {
	const fewSteps = 50 // half a second: less may be knocks
	loud := sorted[len(sorted)-1-len(sorted)/20]
	if loud-quiet >= leastRise {
		return loud
	}
	from := sort.Search(len(sorted), func(i int) bool { return sorted[i] > quiet+nearest })
	if said := sorted[from:]; len(said) >= fewSteps {
		return said[len(said)-1-len(said)/20]
	}
	return loud
}

// fillBlips takes sounds that are too short for speech as silence, if there is some on both sides.
// Louder ones may be the burst of a stop.
func (a *activity) fillBlips(most float32) {
	n := len(a.silent)
	for i := 0; i < n; {
		if a.silent[i] {
			i++
			continue
		}
		to := i
		for to < n && !a.silent[to] {
			to++
		}
		if to-i <= longestBlip && slices.Max(a.energy[i:to]) < most && i >= shortestRun && to+shortestRun <= n && allTrue(a.silent[i-shortestRun:i]) && allTrue(a.silent[to:to+shortestRun]) {
			for k := i; k < to; k++ {
				a.silent[k], a.voiced[k] = true, false
			}
		}
		i = to
	}
}

func allTrue(x []bool) bool {
	for _, v := range x {
		if !v {
			return false
		}
	}
	return true
}

func (a *activity) findRuns() {
	for i := 0; i < len(a.silent); {
		if !a.silent[i] {
			i++
			continue
		}
		to := i
		for to < len(a.silent) && a.silent[to] {
			to++
		}
		if to-i >= shortestRun {
			a.runs = append(a.runs, stretch{i, to})
		}
		i = to
	}
}

// smoothReach is how many steps on either side the energy is smoothed over.
const smoothReach = 2

func smoothed(energy []float32) []float32 {
	out := make([]float32, len(energy))
	for i := range energy {
		var sum, weights float32
		for k := max(0, i-smoothReach); k <= min(len(energy)-1, i+smoothReach); k++ {
			w := float32(smoothReach + 1 - max(k-i, i-k))
			sum += w * energy[k]
			weights += w
		}
		out[i] = sum / weights
	}
	return out
}

// leastDip is how deep, in dB, the energy dips between two sounds.
const leastDip = 3

// findDips finds the minima of the energy outside of the silence.
func (a *activity) findDips() {
	var low, high int // since the last dip
	falling := true
	before := float32(0) // the maximum before low
	add := func(after float32) {
		if !a.silent[low] && low > 0 {
			a.dips = append(a.dips, dip{low, float64(min(before, after) - a.energy[low])})
		}
	}
	for i, e := range a.energy {
		switch {
		case falling && e < a.energy[low]:
			low = i
		case falling && e >= a.energy[low]+leastDip:
			falling, high = false, i
		case !falling && e > a.energy[high]:
			high = i
		case !falling && e <= a.energy[high]-leastDip:
			add(a.energy[high])
			before, falling, low = a.energy[high], true, i
		}
	}
	if !falling {
		add(a.energy[high])
	}
}

func (a *activity) count() {
	n := len(a.silent)
	a.quiet, a.voices = make([]int32, n+1), make([]int32, n+1)
	long := make([]bool, n)
	for _, r := range a.runs {
		if r.to-r.from >= leastPause {
			for k := r.from; k < r.to; k++ {
				long[k] = true
			}
		}
	}
	for i := range n {
		a.quiet[i+1], a.voices[i+1] = a.quiet[i], a.voices[i]
		if long[i] {
			a.quiet[i+1]++
		}
		if a.voiced[i] {
			a.voices[i+1]++
		}
	}
}

// runsIn returns the stretches of silence that reach into some steps.
func (a *activity) runsIn(from, to int) []stretch {
	first := sort.Search(len(a.runs), func(i int) bool { return a.runs[i].to > from })
	last := sort.Search(len(a.runs), func(i int) bool { return a.runs[i].from >= to })
	return a.runs[first:max(first, last)]
}

// dipsIn returns the dips within some steps.
func (a *activity) dipsIn(from, to int) []dip {
	first := sort.Search(len(a.dips), func(i int) bool { return a.dips[i].at >= from })
	last := sort.Search(len(a.dips), func(i int) bool { return a.dips[i].at >= to })
	return a.dips[first:max(first, last)]
}
