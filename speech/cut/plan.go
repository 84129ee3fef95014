package cut

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Options say how a recording is cut. The zero value is fine.
type Options struct {
	Pause Pause
	// Fade is the length of crossfades in seconds; 0: DefaultFade.
	Fade float64
	// Silences is how long pauses may be, in seconds; 0: as long as they are.
	Silences float64
	// Channels says on which channel, from 0, speakers are; that of "" is the channel of all others. nil: all
	// speakers are on all channels.
	Channels map[string]int
}

// DefaultFade is the usual length of crossfades, in seconds.
const DefaultFade = 0.01

// Pause says how long the pauses are that remain where words are taken out.
type Pause struct {
	Kind    PauseKind
	Seconds float64 // of PauseSeconds
}

// PauseKind is a way to choose a pause.
type PauseKind uint8

// The ways. None makes pauses longer than they were together.
const (
	PauseNatural PauseKind = iota // as the speaker's are, in the middle
	PauseKeep                     // all that is there, before the words and after them
	PauseSeconds
)

// ErrTimes is wrapped by the errors about transcripts whose times do not go with a
// recording.
var ErrTimes = errors.New("the times of the transcript do not go with the recording")

// slack is how far, in seconds, words may reach beyond the end of the recording.
const slack = 0.25

// Plan says what to take out of a recording so that it says what is kept of its transcript. Where sound is nil,
// the times of the words alone say where; then the recording is as m says. Else name, frame rate and the like are those of m.
func Plan(m Media, sound *Sound, words []Word, o Options) (*List, error) {
	if sound != nil {
		m.Rate, m.Channels, m.Samples = sound.Rate, sound.Channels, sound.Samples
	}
	if o.Fade == 0 {
		o.Fade = DefaultFade
	}
	p := &planner{sound: sound, o: o, list: &List{Media: m, Fade: int(math.Round(o.Fade * float64(m.Rate)))}}
	units := unitsOf(words)
	if err := p.check(units, words); err != nil {
		return nil, err
	}
	markMixed(units)
	p.all = units
	for _, group := range p.groups(units) {
		p.plan(group)
	}
	p.leave(words, "its words have no times", func(w *Word) bool { return w.Removed && !w.Known })
	p.leave(words, "the text alone is to lose it", func(w *Word) bool { return w.Heard })
	p.shortenSilences()
	p.join()
	return p.list, nil
}

type planner struct {
	sound   *Sound
	o       Options
	list    *List
	all     []unit
	acts    map[string]*activity // by channels
	aligned []aligned
}

// activity is that of some channels together.
func (p *planner) activity(channels []int) *activity {
	key := fmt.Sprint(channels)
	if p.acts[key] == nil {
		if p.acts == nil {
			p.acts = make(map[string]*activity)
		}
		p.acts[key] = p.sound.active(channels)
	}
	return p.acts[key]
}

// group is the units that are heard on some channels: in a recording of a channel for each
// speaker, those of one.
type group struct {
	units    []unit
	channels []int
	alone    bool // others have channels of their own
}

// aligned is a group and its borders.
type aligned struct {
	group
	act     *activity
	borders []border
	off     float64 // how far times are off, in seconds
	spread  float64 // see spread
}

// check looks whether the times go with the recording.
func (p *planner) check(units []unit, words []Word) error {
	if len(units) == 0 {
		if len(words) == 0 {
			return fmt.Errorf("%w: it has no words", ErrTimes)
		}
		return fmt.Errorf("%w: it has no times of words: an aligner or a recogniser that writes times of words can tell where they are", ErrTimes)
	}
	end := p.list.Seconds(p.list.Media.Samples)
	behind, last := 0, 0.0
	for i := range units {
		u := &units[i]
		last = max(last, u.end)
		if u.start >= end || u.end > end+max(slack, (u.end-u.start)/2) {
			u.behind = true
			behind++
		}
	}
	if 10*behind > len(units) {
		return fmt.Errorf("%w: the recording ends at %s, and the transcript at %s, %d of %d words later: it is of another recording, or one of them is cut off",
			ErrTimes, clock(end), clock(last), behind, len(units))
	}
	return nil
}

// clock writes a time as m:ss.s, or h:mm:ss.s.
func clock(seconds float64) string {
	t := int(math.Round(min(seconds, 1e9) * 10))
	if t < 36000 {
		return fmt.Sprintf("%d:%02d.%d", t/600, t/10%60, t%10)
	}
	return fmt.Sprintf("%d:%02d:%02d.%d", t/36000, t/600%60, t/10%60, t%10)
}

// groups parts units by channels.
func (p *planner) groups(units []unit) []group {
	channels := p.list.Media.Channels
	every := make([]int, channels)
	for c := range every {
		every[c] = c
	}
	if p.o.Channels == nil {
		return []group{{units, every, false}}
	}
	var out []group
	at := make(map[int]int) // by channel
	for _, u := range units {
		c, ok := p.o.Channels[u.first().Speaker]
		if !ok {
			if c, ok = p.o.Channels[""]; !ok {
				c = -1
			}
		}
		n, known := at[c]
		if !known {
			n = len(out)
			at[c] = n
			of := every
			if c >= 0 && c < channels {
				of = []int{c}
			}
			out = append(out, group{channels: of, alone: channels > 1 && len(of) == 1})
		}
		out[n].units = append(out[n].units, u)
	}
	return out
}

// plan plans what is taken out of a group.
func (p *planner) plan(g group) {
	a := aligned{group: g}
	if p.sound == nil {
		a.borders = given(g.units)
	} else {
		a.act = p.activity(g.channels)
		a.borders, a.off = align(p.sound, a.act, g.units)
		a.spread = spread(g.units, a.borders)
	}
	p.aligned = append(p.aligned, a)
	pauses := pausesOf(&a)
	for _, r := range runsOf(g.units) {
		c := Cut{}
		describe(&c, g.units[r.first:r.last+1])
		c.Start, c.End = p.samplesOf(g.units[r.first].start), p.samplesOf(g.units[r.last].end)
		if why := p.place(&c, &a, r, pauses); why != "" {
			p.refuse(c, why)
			continue
		}
		p.list.Cuts = append(p.list.Cuts, c)
	}
	for i := range g.units {
		if u := &g.units[i]; u.shared {
			c := Cut{Start: p.samplesOf(u.start), End: p.samplesOf(u.end)}
			describe(&c, g.units[i:i+1])
			p.refuse(c, "it has its time together with words that are kept")
		}
	}
}

func (p *planner) refuse(c Cut, why string) { p.list.Left = append(p.list.Left, Refused{c, why}) }

func (p *planner) samplesOf(seconds float64) int64 {
	return max(0, min(int64(math.Round(seconds*float64(p.list.Media.Rate))), p.list.Media.Samples))
}

// given returns the borders that the times of the transcript say.
func given(units []unit) []border {
	out := make([]border, len(units)+1)
	for i := range out {
		b := &out[i]
		b.found, b.sure, b.silence = true, 1, true
		switch {
		case i == 0:
			b.from, b.to = stepOf(units[0].start), stepOf(units[0].start)
		case i == len(units):
			b.from, b.to = stepOf(units[i-1].end), stepOf(units[i-1].end)
		default:
			b.from, b.to = stepOf(units[i-1].end), stepOf(units[i].start)
			if b.to < b.from {
				b.from = (b.from + b.to) / 2
				b.to = b.from
			}
		}
	}
	return out
}

func stepOf(seconds float64) int { return int(math.Round(min(seconds, 1e9) / step)) }

// leave lists removals that stay since their words are such.
func (p *planner) leave(words []Word, why string, such func(*Word) bool) {
	for i := 0; i < len(words); {
		to := i
		for to < len(words) && such(&words[to]) && words[to].Turn == words[i].Turn {
			to++
		}
		if to == i {
			i++
			continue
		}
		c := Cut{}
		describe(&c, []unit{{words: words[i:to]}})
		if first, last := &words[i], &words[to-1]; first.Known && last.Known {
			rate := float64(p.list.Media.Rate)
			c.Start, c.End = int64(first.Start*rate), int64(last.End*rate)
		}
		p.refuse(c, why)
		i = to
	}
}

// join puts cuts in order. Where they overlap or touch, they become one.
func (p *planner) join() {
	l := p.list
	slices.SortStableFunc(l.Cuts, func(a, b Cut) int { return int(max(-1, min(a.Start-b.Start, 1))) })
	var out []Cut
	for _, c := range l.Cuts {
		n := len(out) - 1
		if n < 0 || c.Start > out[n].End {
			out = append(out, c)
			continue
		}
		o := &out[n]
		o.End = max(o.End, c.End)
		if c.Kind == Silence {
			continue
		}
		if o.Kind == Silence {
			c.Start, c.End = o.Start, o.End
			*o = c
			continue
		}
		o.Words += " " + c.Words
		if !strings.Contains(o.Kind, c.Kind) {
			o.Kind += "," + c.Kind
		}
		o.First, o.Last, o.Confidence = min(o.First, c.First), max(o.Last, c.Last), min(o.Confidence, c.Confidence)
	}
	l.Cuts = out
	sort.SliceStable(l.Left, func(i, j int) bool { return l.Left[i].Start < l.Left[j].Start })
}
