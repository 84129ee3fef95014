package cut

import (
	"fmt"
	"math"
)

// What makes a border sure enough to cut there.
const (
	leastSure  = 0.9
	cleanDip   = 9  // dB, where nothing is voiced
	cleanVoice = 14 // dB, where something is
	shortest   = 0.04
)

// Where times are farther off than exact, in seconds, only silence of wide steps is sure to be no
// closure of a stop; where they are farther off than near, dips are not sure either.
const (
	exact = 0.012
	near  = 0.02
	wide  = 16
)

// place finds where to cut a run out. It returns why that cannot be; "": it can.
func (p *planner) place(c *Cut, a *aligned, r run, pauses *pauses) string {
	for i := r.first; i <= r.last; i++ {
		for _, w := range a.units[i].words {
			if w.Unsaid {
				return "a recogniser has made it up: hardly anybody has said it"
			}
		}
		if a.units[i].beside {
			return "a word beside it has no time: it could go, too"
		}
		if a.units[i].behind {
			return "it is behind the end of the recording"
		}
	}
	if why := p.mixed(a, r); why != "" {
		return why
	}
	before, after, why := p.clean(a, r)
	if why != "" {
		return why
	}
	// Removed words of others have a half of the silence between to themselves.
	if r.first > 0 && a.units[r.first-1].removed {
		before.from = (before.from + before.to) / 2
	}
	if r.last+1 < len(a.units) && a.units[r.last+1].removed {
		after.to = (after.from + after.to) / 2
	}
	if p.sound != nil && (a.off <= exact || a.spread <= trusted) {
		margin := a.margin()
		end, _ := stepsBeside(a.units, r.first)
		end += margin
		before.from = max(before.from, min(end, before.from+trailing, before.to))
		_, start := stepsBeside(a.units, r.last+1)
		start -= margin
		after.to = min(after.to, max(start, after.to-trailing, after.from))
	}
	keep := p.keep(before, after, pauses.of(a, r))
	first, last := before.to, after.from
	if room := before.to - before.from; room > 0 {
		first = before.to - guard(room)
		first = min(first, before.from+share(keep, room, after.to-after.from))
	}
	if room := after.to - after.from; room > 0 {
		last = after.from + guard(room)
		last = max(last, after.to-share(keep, room, before.to-before.from))
	}
	if r.first == 0 && a.units[0].removed && before.from == 0 && before.silence {
		first = min(first, before.from+keep/2)
	}
	if p.sound != nil {
		first, last = a.spare(r, before, after, first, last)
	}
	c.Start, c.End = p.edge(first, before, a.act), p.edge(last, after, a.act)
	if float64(c.End-c.Start) < shortest*float64(p.list.Media.Rate) {
		return "hardly anything would be taken out"
	}
	if why := p.heard(a, r, c); why != "" {
		return why
	}
	return ""
}

// trailing is how many steps of a silence a word that is kept may fill with what is hardly heard, such as the
// release of a stop, where its times are exact.
const trailing = 8

// spared is how many steps beside a dip are left to the word that is kept.
const spared = 3

// spare moves the edges of a cut that are at dips away from the words that are kept: to where the
// transcript says, if that is near, and some steps further. Where times are exact, short silence that is over before
// the word is may be the closure of a stop in it: it is left the release.
func (a *aligned) spare(r run, before, after place, first, last int) (int, int) {
	closure := func(b place) bool { return a.spread <= trusted && b.silence && b.to-b.from < wide }
	dip := func(b place) bool { return !b.silence && !b.byTimes }
	if dip(before) || closure(before) {
		if end, _ := stepsBeside(a.units, r.first); end-first < nearStep {
			first = max(first, end)
		}
	}
	if dip(after) || closure(after) {
		if _, start := stepsBeside(a.units, r.last+1); last-start < nearStep {
			last = min(last, start)
		}
	}
	if dip(before) {
		first += spared
	}
	if dip(after) {
		last -= spared
	}
	return first, last
}

// nearStep is how far the time of a word may be from the dip beside it.
const nearStep = 10

// stepsBeside returns the steps at which the unit before a border ends, and the one after it starts.
func stepsBeside(units []unit, border int) (end, start int) {
	start = math.MaxInt / 2
	if border > 0 {
		end = stepOf(units[border-1].end)
	}
	if border < len(units) {
		start = stepOf(units[border].start)
	}
	return end, start
}

// mixed returns why a run cannot be cut whatever is heard: others speak, or share their time with it.
func (p *planner) mixed(a *aligned, r run) string {
	for i := max(0, r.first-1); i <= min(r.last+1, len(a.units)-1); i++ {
		if a.units[i].mixed && !a.alone {
			return "somebody else speaks at the same time"
		}
		if a.units[i].shared {
			return fmt.Sprintf("%q beside it has its time together with other words", a.units[i].first().Text)
		}
	}
	return ""
}

// clean returns the places to cut at before a run and after it, or why there are none.
func (p *planner) clean(a *aligned, r run) (before, after place, why string) {
	before, after = a.borders[r.first].place, a.borders[r.last+1].place
	if p.sound == nil {
		return before, after, ""
	}
	for k, at := range []*place{&before, &after} {
		b := &a.borders[[...]int{r.first, r.last + 1}[k]]
		why := a.unclean(b, [...]string{"before it", "after it"}[k])
		if why == "" {
			continue
		}
		given, ok := a.byTimes(r, k == 1)
		if !ok {
			return before, after, why
		}
		*at = given
	}
	if before.to >= after.from {
		return before, after, "nothing is heard where it should be"
	}
	return before, after, ""
}

// unclean returns why the sound at a border does not say where to cut.
func (a *aligned) unclean(b *border, side string) string {
	switch {
	case !b.found:
		return "there is no gap " + side + ": it runs together with the next word"
	case b.sure < leastSure:
		return "it is not sure where the gap " + side + " is"
	case a.off > near && !b.silence, a.off > exact && b.silence && b.to-b.from < wide:
		return "the gap " + side + " is short, and the times are rough"
	case !b.silence && b.depth < cleanDip, !b.silence && b.depth < cleanVoice && a.act.voiced[b.from]:
		return "there is no clean gap " + side + ": it runs together with the next word"
	}
	return ""
}

// guard is how many steps of a silence go with the word that is taken out: it may have begun
// before it is heard.
func guard(room int) int { return min(3, room/3) }

// share is how many steps of a silence are kept, of all that is kept of two.
func share(keep, room, other int) int {
	return (keep*room + (room+other)/2) / max(1, room+other)
}

// keep returns how many steps of the silence on both sides of a run are kept.
func (p *planner) keep(before, after place, natural float64) int {
	have := before.to - before.from + after.to - after.from
	most := have
	switch p.o.Pause.Kind {
	case PauseNatural:
		most = stepOf(natural)
	case PauseSeconds:
		most = stepOf(p.o.Pause.Seconds)
	}
	if p.o.Silences > 0 {
		most = min(most, stepOf(p.o.Silences))
	}
	return min(have, most)
}

// edgeReach is how many steps beside the place that was chosen the quietest one is looked for.
const edgeReach = 3

// edge returns the sample at which to cut: in the quietest step near one, within a place, where the sound is
// nearest to 0.
func (p *planner) edge(at int, b place, act *activity) int64 {
	if p.sound == nil {
		return p.samplesOf(float64(at) * step)
	}
	if !b.silence || at < b.from || at > b.to {
		return p.sound.place(at)
	}
	from, to := max(b.from, at-edgeReach), min(b.to, at+edgeReach)
	best := max(from, min(at, to))
	for i := from; i < to && i < len(act.energy); i++ {
		if act.energy[i] < act.energy[best]-1 {
			best = i
		}
	}
	return p.sound.place(best)
}

// heard returns why a cut cannot be for what others say; "": they are silent.
func (p *planner) heard(a *aligned, r run, c *Cut) string {
	from, to := p.list.Seconds(c.Start), p.list.Seconds(c.End)
	own := a.units[r.first].first().Stream
	for i := range p.all {
		u := &p.all[i]
		if u.first().Stream == own || u.removed {
			continue
		}
		if u.end > from+overlap && u.start < to-overlap && a.alone {
			return fmt.Sprintf("%s speaks at the same time", nobody(u.first().Speaker))
		}
	}
	if !a.alone || p.sound == nil {
		return ""
	}
	for k := range p.sound.channels {
		if k == a.channels[0] {
			continue
		}
		if p.speaks(k, a.channels[0], p.sound.stepAt(from), p.sound.stepAt(to)) {
			return fmt.Sprintf("somebody speaks on channel %d at the same time", k+1)
		}
	}
	return ""
}

func nobody(speaker string) string {
	if speaker == "" {
		return "somebody else"
	}
	return speaker
}

// speaks reports whether somebody is heard on a channel in some steps who is not heard more loudly on
// another one.
func (p *planner) speaks(channel, other, from, to int) bool {
	act := p.activity([]int{channel})
	n := 0
	for i := from; i < to; i++ {
		if act.voiced[i] && p.sound.channels[channel].energy[i] > p.sound.channels[other].energy[i] {
			n++
		}
	}
	return n > leastPause/2
}
