package multilingual

import (
	"github.com/tidytalk/tidytalk/models/rnn"
)

// Prediction is what the network says of units.
type Prediction struct {
	Marks [][NumMarks]float32 // P(mark behind the unit)
	Opens [][NumOpens]float32 // P(mark before it)
	Cases [][NumCases]float32
	Edits [][NumEdits]float32
}

func (p *Prediction) reset(n int) {
	p.Marks, p.Opens, p.Cases, p.Edits = grown(p.Marks, n), grown(p.Opens, n), grown(p.Cases, n), grown(p.Edits, n)
}

func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Units that are read at once, and how many of them around those that count: sequences may be
// longer than memory should be.
const (
	window  = 400
	overlap = 40
)

// Reader runs the network. It belongs to one goroutine.
type Reader struct {
	m       *Model
	run     *rnn.Runner
	columns columns
	in      rnn.Input
	all     []*rnn.Input
	out     *Prediction
	from    int // number of the first unit of the window
	keep    [2]int
	take    func(sequence, word int, logits []float32)
}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader {
	r := &Reader{m: m, run: m.net.NewRunner()}
	r.all, r.take = []*rnn.Input{&r.in}, r.predicted
	return r
}

// Model returns the model that the reader runs.
func (r *Reader) Model() *Model { return r.m }

// Read runs the network on units of a language, and fills out. A language that the model does
// not know is read as any other.
func (r *Reader) Read(units []Unit, language string, turn Turn, out *Prediction) {
	out.reset(len(units))
	r.out = out
	number := r.m.number(language)
	for at := 0; at < len(units); at += window {
		end := min(at+window, len(units))
		from, to := max(0, at-overlap), min(len(units), end+overlap)
		r.from, r.keep = from, [2]int{at, end}
		r.in.Reset(numColumns)
		r.columns.fill(&r.in, r.m, units[from:to], number, Turn{Known: turn.Known, Begins: turn.Begins && from == 0, Ends: turn.Ends && to == len(units)}, hidden{})
		r.run.Run(r.all, r.take)
	}
	r.out = nil
}

// predicted takes up what the network says of a unit.
func (r *Reader) predicted(_, t int, logits []float32) {
	if t += r.from; t < r.keep[0] || t >= r.keep[1] {
		return
	}
	rnn.Softmax(r.out.Marks[t][:], logits[first[HeadMark]:])
	rnn.Softmax(r.out.Opens[t][:], logits[first[HeadOpen]:])
	rnn.Softmax(r.out.Cases[t][:], logits[first[HeadCase]:])
	rnn.Softmax(r.out.Edits[t][:], logits[first[HeadEdit]:])
}

// Mark returns the mark behind a unit: whether there is one, then which. Marks that end sentences
// count together before they are told apart.
func (p *Prediction) Mark(t int) Mark {
	q := &p.Marks[t]
	end := q[Period] + q[Question] + q[Exclamation]
	switch none := noneWeight * q[NoMark]; {
	case none >= endWeight*end && none >= q[Comma]:
		return NoMark
	case q[Comma] > endWeight*end:
		return Comma
	}
	return p.End(t)
}

// What probabilities weigh, so that F1 is highest, and marks of questions, which are rare, are found: chosen on the training
// parts of 13 sources.
const (
	noneWeight     = 0.6
	endWeight      = 1.1
	questionWeight = 1.4
	leastExclaimed = 0.6 // share of the marks that end sentences from which on it is !
)

// inside reports whether a word goes on at a unit that began before it.
func inside(units []Unit, t int) bool {
	return t < len(units) && t > 0 && units[t-1].Joined && !Unbroken(units[t].Text) && !elided(units[t-1].Text)
}

// elided reports whether a unit is the elided beginning of a word, which can be said by itself ("l'", "qu'").
func elided(unit string) bool { return len(unit) > 1 && (unit[len(unit)-1] == '\'') }

// End returns the mark behind a unit that surely ends a sentence.
func (p *Prediction) End(t int) Mark {
	q := &p.Marks[t]
	switch statement := q[Period] + q[Exclamation]; {
	case questionWeight*q[Question] > statement:
		return Question
	case q[Exclamation] > leastExclaimed*(statement+q[Question]):
		return Exclamation
	}
	return Period
}

// Case returns how a unit is written, most probably.
func (p *Prediction) Case(t int) Case {
	k := LowerCase
	for c, v := range p.Cases[t] {
		if v > p.Cases[t][k] {
			k = Case(c)
		}
	}
	return k
}

// leastOpener is the least probability of a mark before a sentence, where it is most probable: the marks of
// languages that have none of these are far below it.
const leastOpener = 0.1

// Opener returns the mark before a sentence, or before a part of it behind a comma, that ends with a mark behind its
// last unit, and the unit that it stands before; "": none does.
func (p *Prediction) Opener(end Mark, from, last int) (sign string, at int) {
	label := OpenQuestion
	switch sign = "¿"; end {
	case Question:
	case Exclamation:
		sign, label = "¡", OpenExclamation
	default:
		return "", 0
	}
	at = from
	for t := from; t <= last; t++ {
		if (t == from || p.Mark(t-1) != NoMark) && p.Opens[t][label] > p.Opens[at][label] {
			at = t
		}
	}
	if p.Opens[at][label] < leastOpener {
		return "", 0
	}
	return sign, at
}
