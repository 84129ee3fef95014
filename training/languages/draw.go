package languages

import (
	"math"
	"math/rand/v2"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Mix says what a pass of a training consists of.
type Mix struct {
	Units      int     // units of a pass, about
	Speech     float64 // share of them that is of speech with repairs
	Power      float64 // the share of a language grows with so much a power of its size
	Passes     int     // of the training
	Most       float64 // times that a unit is seen at most in all passes, about
	Artificial float64 // share of the samples of fluent text into which repairs are put
}

// DefaultMix returns the mix for the network of all languages.
func DefaultMix() Mix { return Mix{Units: 2000000, Power: 0.5, Most: 12, Artificial: 0.5} }

// lengths are how long samples are, in units, and how often.
var lengths = [...]int{12, 24, 48, 48, 64, 64, 96, 128}

// mixed is a corpus as a network is trained on it.
type mixed struct {
	*Corpus
	known   []multilingual.Language
	makers  map[string]*artificial // by language
	mix     Mix
	samples []drawn // of a pass
}

// drawn is a sample of a pass: which part it is of is drawn of those of a language.
type drawn struct {
	parts  []*Part
	units  int // of all of them
	length int
}

// mixed returns what a network is trained on. fillers are the filled pauses that are put into
// fluent text, by language.
func (c *Corpus) mixed(m Mix, known []multilingual.Language, fillers map[string][]Filler) *mixed {
	x := &mixed{Corpus: c, known: known, mix: m, makers: make(map[string]*artificial)}
	x.take(false, float64(m.Units)*(1-m.Speech))
	x.take(true, float64(m.Units)*m.Speech)
	for _, code := range c.Languages() {
		x.makers[code] = newArtificial(c, code, fillers[code])
	}
	return x
}

// take lays down the samples of text, or of speech.
func (x *mixed) take(speech bool, units float64) {
	type group struct {
		parts []*Part
		units int
		share float64
	}
	var groups []*group
	total := 0.0
	for _, code := range x.Corpus.Languages() {
		g := &group{}
		for _, p := range x.parts {
			if p.Language == code && p.Speech == speech {
				g.parts, g.units = append(g.parts, p), g.units+len(p.units)
			}
		}
		if g.units > 0 {
			g.share = math.Pow(float64(g.units), x.mix.Power)
			total += g.share
			groups = append(groups, g)
		}
	}
	for _, g := range groups {
		n := min(units*g.share/total, float64(g.units)*x.mix.Most/float64(max(1, x.mix.Passes)))
		for k, at := 0, 0.0; at < n; k++ {
			l := lengths[k%len(lengths)]
			x.samples = append(x.samples, drawn{g.parts, g.units, l})
			at += float64(l)
		}
	}
}

// Len, Units, Words and Languages serve multilingual.Text.
func (x *mixed) Len() int        { return len(x.samples) }
func (x *mixed) Units(i int) int { return x.samples[i].length }

func (x *mixed) Words(f func(language, word string, count int)) { x.eachWord(f) }

func (x *mixed) Languages() []multilingual.Language { return x.known }

// Draw draws a sample: it begins with a line, or within one, and goes on over lines.
func (x *mixed) Draw(i int, r *rand.Rand, to *multilingual.Sample) {
	d := &x.samples[i]
	at := r.IntN(d.units)
	p := d.parts[0]
	for _, p = range d.parts {
		if at < len(p.units) {
			break
		}
		at -= len(p.units)
	}
	line := p.lineOf(at)
	from := int(p.lines[line])
	to.Language, to.Turn = p.Language, multilingual.Turn{Known: true, Begins: true}
	if within := r.IntN(5) == 0; within && at > from && !x.joined(p, at-1) {
		from, to.Turn.Begins = at, false
	}
	end := min(from+d.length, len(p.units))
	if r.IntN(2) == 0 {
		// The sample ends with a line.
		for line+1 < len(p.lines)-1 && int(p.lines[line+1]) < end-d.length/4 {
			line++
		}
		if n := int(p.lines[line+1]); n-from <= 2*d.length {
			end, to.Turn.Ends = n, true
		}
	}
	for end < len(p.units) && x.joined(p, end-1) {
		end++
	}
	x.append(to, p, from, end)
	if !p.Speech && r.Float64() < x.mix.Artificial {
		x.makers[p.Language].put(to, r)
	}
}

// joined reports whether a word goes on behind a unit; characters are words of their own.
func (x *mixed) joined(p *Part, i int) bool {
	u := &p.units[i]
	return u.joined && !multilingual.Unbroken(x.words[u.word])
}

// lineOf returns the line of a unit.
func (p *Part) lineOf(at int) int {
	low, high := 0, len(p.lines)-1
	for low+1 < high {
		if mid := (low + high) / 2; int(p.lines[mid]) <= at {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
