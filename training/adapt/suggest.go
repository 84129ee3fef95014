package adapt

import (
	"container/heap"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Candidate is a sentence that a person may be asked to correct.
type Candidate struct {
	Words []string // its tokens
	// Decisions are those about the tokens at the level standard, with all that is known of
	// them: see tidytalk.Options.Explain.
	Decisions []data.Decision
}

// Suggested is a sentence that was chosen.
type Suggested struct {
	Candidate int     // its number
	Wrong     float64 // how many words of it are expected to be wrong
}

// What a sentence costs a person besides its words, in words.
const overhead = 5

// alike is how much of their pairs of words two sentences may share, of those of both: of
// sentences that are more alike one is chosen.
const alike = 0.5

// suggestPower is how much less what is seen again teaches: a word that is doubtful for the
// n-th time in one place teaches about as much as the power of n, less that of n-1, of the first.
const suggestPower = 0.7

// Suggest chooses up to n candidates whose correction is likely to teach most: those in which
// many words are likely to be wrong for each word that is to be read, no two of them nearly
// the same, and each teaching the less of a word and its neighbours the more those chosen
// before have of it. It is greedy, which is near the best for a gain that shrinks so (Nemhauser,
// Wolsey and Fisher 1978), and depends on the candidates and their order alone. The best is
// first; of those that promise the same, the first one. Fewer come where others promise nothing.
func Suggest(candidates []Candidate, n int) []Suggested {
	s := &suggester{candidates: candidates, doubts: make([][]float64, len(candidates)), features: make([][]feature, len(candidates)), used: make(map[string]float64), pairs: make(map[string][]int)}
	s.findFillers()
	for i := range candidates {
		s.doubts[i] = s.doubtsOf(&candidates[i])
		s.features[i] = s.featuresOf(i)
		if g := s.gain(i); g > 0 {
			s.queue = append(s.queue, promise{i, g})
		}
	}
	heap.Init(&s.queue)
	var out []Suggested
	for len(out) < n && len(s.queue) > 0 {
		// What a sentence promises only shrinks: one that promises most, as of now, is the best.
		best := s.queue[0]
		if now := s.gain(best.candidate); now < best.gain {
			s.queue[0].gain = now
			heap.Fix(&s.queue, 0)
			continue
		}
		heap.Pop(&s.queue)
		if !s.take(best.candidate) {
			continue
		}
		x := Suggested{Candidate: best.candidate}
		for _, p := range s.doubts[best.candidate] {
			x.Wrong += p
		}
		out = append(out, x)
	}
	return out
}

// ExpectedWrong returns how many words of candidates are expected to be wrong, as Suggest
// sees it.
func ExpectedWrong(candidates []Candidate) float64 {
	s := &suggester{candidates: candidates}
	s.findFillers()
	sum := 0.0
	for i := range candidates {
		for _, p := range s.doubtsOf(&candidates[i]) {
			sum += p
		}
	}
	return sum
}

// suggester chooses among candidates.
type suggester struct {
	candidates []Candidate
	fillers    map[string]bool // words that are fillers now and then
	doubts     [][]float64     // of each token: the probability that what is decided is wrong
	features   [][]feature
	used       map[string]float64 // doubts about a feature in what is chosen
	pairs      map[string][]int   // which chosen ones have a pair of words
	sizes      []int              // pairs of each chosen one
	queue      promises
}

// feature is a doubtful word in a place.
type feature struct {
	name  string
	doubt float64
}

// promise is what a candidate was last found to teach.
type promise struct {
	candidate int
	gain      float64
}

// promises is a heap of them, the largest first.
type promises []promise

func (p promises) Len() int      { return len(p) }
func (p promises) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p promises) Less(i, j int) bool {
	if p[i].gain != p[j].gain {
		return p[i].gain > p[j].gain
	}
	return p[i].candidate < p[j].candidate
}
func (p *promises) Push(x any) { *p = append(*p, x.(promise)) }
func (p *promises) Pop() any {
	x := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return x
}

// fateOf is what the models make of a token, as far as a person is concerned.
type fateOf byte

const (
	keptFluent     fateOf = 's'
	keptUnsure     fateOf = 'k' // it is removed at a higher level
	keptOpener     fateOf = 'c' // a conjunction, which is removed if asked for
	removedRepair  fateOf = 'r'
	removedPause   fateOf = 'f'
	removedMarker  fateOf = 'd'
	removedPartial fateOf = 'p' // whatever anybody thinks
)

func fate(d *data.Decision) fateOf {
	switch removed := d.Why & data.DefaultRemoved; {
	case removed&data.PartialWords != 0:
		return removedPartial
	case removed&data.Repairs != 0:
		return removedRepair
	case removed&data.FilledPauses != 0:
		return removedPause
	case removed != 0:
		return removedMarker
	case d.Would&data.DefaultRemoved != 0:
		return keptUnsure
	case d.Would != 0:
		return keptOpener
	}
	return keptFluent
}

// fillerShare is the share of the places of a word in which the models take it for a filler
// from which it is one now and then.
const fillerShare = 0.05

// findFillers finds the words that are fillers now and then.
func (s *suggester) findFillers() {
	type count struct{ filler, all int }
	counts := make(map[string]count)
	for i := range s.candidates {
		c := &s.candidates[i]
		for t, w := range c.Words {
			w = strings.ToLower(w)
			x := counts[w]
			x.all++
			switch fate(&c.Decisions[t]) {
			case removedMarker, keptOpener, removedPause:
				x.filler++
			}
			counts[w] = x
		}
	}
	s.fillers = make(map[string]bool)
	for w, x := range counts {
		s.fillers[w] = float64(x.filler) >= fillerShare*float64(x.all)
	}
}

// The least doubts. The models say how sure they are of what the corpora that they were
// made of would say; other people draw the line elsewhere, and mostly in the same places: what
// counts as a discourse marker, and what as repeated for emphasis. These are about the
// shares that were wrong of talk that was annotated by other rules (the training part of AMI).
const (
	doubtMarker = 0.4
	doubtPause  = 0.15 // of others than "uh" and "um"
	doubtRepair = 0.15
	doubtOpens  = 0.12
	doubtTwice  = 0.3  // it is kept, and is repeated at once
	doubtAgain  = 0.12 // it is kept, and is repeated after one word
	doubtFiller = 0.1  // it is kept, and is a filler now and then
	doubtPlain  = 0.01
	doubtful    = 0.03 // below that nobody is asked
)

// doubtsOf returns of each token of a candidate the probability that what is decided is wrong.
func (s *suggester) doubtsOf(c *Candidate) []float64 {
	out := make([]float64, len(c.Words))
	for t := range out {
		d, w := &c.Decisions[t], strings.ToLower(c.Words[t])
		said := func(after int) bool { return t+after < len(c.Words) && strings.EqualFold(c.Words[t+after], w) }
		least := doubtPlain
		switch f := fate(d); f {
		case removedPartial:
			continue
		case removedMarker:
			out[t], least = 1-d.Confidence, doubtMarker
		case removedPause:
			out[t] = 1 - d.Confidence
			if !plainPauses[w] {
				least = doubtPause
			}
		case removedRepair:
			out[t], least = 1-d.Confidence, doubtRepair
		case keptOpener:
			least = doubtOpens
		case keptUnsure:
			out[t] = 0.3 + 0.3*d.Confidence
		default:
			// Of what the models find as likely as not few words have to be removed: the search has
			// kept them for reasons of its own.
			out[t] = min(d.Doubt, 0.15+0.2*d.Doubt)
			switch {
			case said(1):
				least = doubtTwice
			case said(2):
				least = doubtAgain
			case s.fillers[w]:
				least = doubtFiller
			}
		}
		out[t] = max(out[t], least)
	}
	return out
}

// plainPauses are filled pauses about which nobody thinks otherwise.
var plainPauses = map[string]bool{"uh": true, "um": true, "uhm": true, "er": true, "erm": true}

// featuresOf returns the doubtful words of a candidate: by themselves, with the word before
// and with that after. Features that come several times are one.
func (s *suggester) featuresOf(i int) []feature {
	c := &s.candidates[i]
	sums := make(map[string]float64)
	word := func(t int) string {
		if t < 0 || t >= len(c.Words) {
			return ""
		}
		return strings.ToLower(c.Words[t])
	}
	for t, p := range s.doubts[i] {
		if p < doubtful {
			continue
		}
		f, w := string(fate(&c.Decisions[t])), word(t)
		for _, name := range [...]string{f + "\t" + w, f + "\t" + word(t-1) + "\t" + w, f + "\t" + w + "\t\t" + word(t+1)} {
			sums[name] += p
		}
	}
	out := make([]feature, 0, len(sums))
	for name, p := range sums {
		out = append(out, feature{name, p})
	}
	slices.SortFunc(out, func(a, b feature) int { return strings.Compare(a.name, b.name) }) // sums do not depend on the map
	return out
}

// gain returns what a candidate teaches besides what is chosen, for each word to be read.
func (s *suggester) gain(i int) float64 {
	sum := 0.0
	for _, f := range s.features[i] {
		sum += math.Pow(s.used[f.name]+f.doubt, suggestPower) - math.Pow(s.used[f.name], suggestPower)
	}
	return sum / float64(len(s.candidates[i].Words)+overhead)
}

// take chooses a candidate, unless one that was chosen is nearly the same.
func (s *suggester) take(i int) bool {
	words := s.candidates[i].Words
	own := make(map[string]bool, len(words)+1)
	before := ""
	for _, w := range append(slices.Clip(words), "") {
		w = strings.ToLower(w)
		own[before+" "+w] = true
		before = w
	}
	shared := make(map[int]int)
	for pair := range own {
		for _, k := range s.pairs[pair] {
			shared[k]++
		}
	}
	for k, n := range shared {
		if float64(n) > alike*float64(len(own)+s.sizes[k]-n) {
			return false
		}
	}
	for pair := range own {
		s.pairs[pair] = append(s.pairs[pair], len(s.sizes))
	}
	s.sizes = append(s.sizes, len(own))
	for _, f := range s.features[i] {
		s.used[f.name] += f.doubt
	}
	return true
}
