package cut

import "slices"

// pauses are how long those of speakers are, in seconds, in the order of length.
type pauses struct {
	within map[string][]float64 // by speaker: inside his sentences
	ends   []float64            // of all, between sentences and turns
	all    []float64            // of all, inside sentences
}

// What a pause is in seconds: what is shorter may be the closure of a stop, and in what is longer people
// do something else.
const (
	shortestPause = 0.06
	longestPause  = 2.0
	usualPause    = 0.2
	usualEnd      = 0.5
	fewPauses     = 8
)

// pausesOf measures the pauses between words that are kept.
func pausesOf(a *aligned) *pauses {
	out := &pauses{within: make(map[string][]float64)}
	for i := 1; i < len(a.units); i++ {
		u, v, b := &a.units[i-1], &a.units[i], &a.borders[i]
		length := float64(b.to-b.from) * step
		if u.removed || v.removed || u.mixed || v.mixed || !b.silence || length < shortestPause || length > longestPause {
			continue
		}
		if u.ends(v) {
			out.ends = append(out.ends, length)
			continue
		}
		s := u.first().Speaker
		out.within[s] = append(out.within[s], length)
		out.all = append(out.all, length)
	}
	slices.Sort(out.ends)
	slices.Sort(out.all)
	for _, of := range out.within {
		slices.Sort(of)
	}
	return out
}

// ends reports whether a sentence or turn ends between two units.
func (u *unit) ends(next *unit) bool {
	return u.last().Final || u.last().Turn != next.first().Turn
}

// of returns how long the pause is where a run is taken out.
func (p *pauses) of(a *aligned, r run) float64 {
	if r.first == 0 || r.last+1 == len(a.units) {
		return median(p.ends, usualEnd)
	}
	u, v := &a.units[r.first-1], &a.units[r.last+1]
	if u.ends(v) || a.units[r.last].last().Final {
		return median(p.ends, usualEnd)
	}
	if own := p.within[u.first().Speaker]; len(own) >= fewPauses {
		return median(own, usualPause)
	}
	return median(p.all, usualPause)
}

// median returns that of enough values in order, else what is usual.
func median(sorted []float64, usual float64) float64 {
	if len(sorted) < fewPauses {
		return usual
	}
	return sorted[len(sorted)/2]
}

// shortenSilences takes out of the pauses what is too long of them.
func (p *planner) shortenSilences() {
	if p.o.Silences <= 0 || p.sound == nil {
		return
	}
	every := make([]int, p.sound.Channels)
	for c := range every {
		every[c] = c
	}
	for _, r := range p.activity(every).runs {
		over := float64(r.to-r.from)*step - p.o.Silences
		if over < shortest || p.spoken(r) {
			continue
		}
		half := stepOf(p.o.Silences / 2)
		c := Cut{First: -1, Last: -1, Kind: Silence, Start: p.sound.place(r.from + half), End: p.sound.place(r.to - half)}
		if !p.touches(&c) {
			p.list.Cuts = append(p.list.Cuts, c)
		}
	}
}

// spoken reports whether somebody says a word in silence, by what was found of its borders: he may whisper.
func (p *planner) spoken(r stretch) bool {
	for i := range p.aligned {
		a := &p.aligned[i]
		for k := range a.units {
			if a.borders[k].to < r.to && a.borders[k+1].from > r.from {
				return true
			}
		}
	}
	return false
}

// touches reports whether a cut is there already, or hardly away.
func (p *planner) touches(c *Cut) bool {
	near := p.samplesOf(2 * shortestPause)
	for i := range p.list.Cuts {
		if o := &p.list.Cuts[i]; o.Start < c.End+near && o.End > c.Start-near {
			return true
		}
	}
	return false
}
