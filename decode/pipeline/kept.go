package pipeline

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
)

// Marks were set beside words that go. What the network says of what is kept alone takes them back.

// loseCommas removes the commas that only set off removed words ("the, uh, team"): the
// network has seen the words that are removed, and text in which they have commas around
// them. Of what is kept alone it says whether one has to stand there. by says which of the
// removed words are meant.
func (r *restorer) loseCommas(decisions []data.Decision, from int, by func(*data.Decision) bool) {
	if r.models.Network == nil {
		return
	}
	sets := func(i int) bool {
		return i+1 < len(decisions) && decisions[i].Punct == data.Comma && !removed(&decisions[i]) && removed(&decisions[i+1]) && by(&decisions[i+1])
	}
	r.markRemoved(decisions, from)
	for i := 0; i < len(decisions); i++ {
		if !sets(i) {
			continue
		}
		// Commas whose words around overlap are looked at together.
		last := i
		for j := i + 1; j < min(last+2*aroundMark, len(decisions)); j++ {
			if sets(j) {
				last = j
			}
		}
		r.loseCommasOf(decisions, from, i, last, sets)
		i = last
	}
}

// loseQuestions makes full stops of the question marks that only words ask for that are removed from the end of a
// sentence: "It was a long day, you know?" is a statement without them. by says which of these are meant.
func (r *restorer) loseQuestions(decisions []data.Decision, from int, by func(*data.Decision) bool) {
	if r.models.Network == nil {
		return
	}
	kept, marked := -1, false // the last word of the sentence that is kept, and whether removed words were marked
	for i := range decisions {
		d := &decisions[i]
		last := kept
		if !removed(d) {
			last, kept = -1, i
		}
		if d.End {
			kept = -1
		}
		if last < 0 || d.Punct != data.QMark && d.EndPunct != data.QMark || !by(d) {
			continue
		}
		if !marked {
			r.markRemoved(decisions, from)
			marked = true
		}
		if p := &r.kept.Marks[r.readKept(from+last, from+i)]; p[neural.EndPeriod] >= p[neural.EndQMark] {
			for _, m := range []*data.Punct{&d.Punct, &d.EndPunct} {
				if *m == data.QMark {
					*m = data.Period
				}
			}
		}
	}
}

func removed(d *data.Decision) bool { return d.Why&data.DefaultRemoved != 0 }

// markRemoved takes down which words of the reading go.
func (r *restorer) markRemoved(decisions []data.Decision, from int) {
	r.removed = append(r.removed[:0], make([]bool, r.in.Reading.Len())...)
	for t, y := range r.in.DF {
		r.removed[t] = y == data.E
	}
	for i := range decisions {
		r.removed[from+i] = removed(&decisions[i])
	}
}

// aroundMark is how many words the network reads on either side of a mark that may go.
const aroundMark = 32

// readKept reads what is kept around words first to last, and returns the place among it of the first one that is.
func (r *restorer) readKept(first, last int) (at int) {
	begin, end := max(0, first-aroundMark), min(len(r.removed), last+1+aroundMark)
	reading := r.in.Reading.Part(begin, end).Without(func(word int) bool { return r.removed[begin+word] })
	r.models.Network.Read(reading, neural.Stream, neural.Hidden{}, &r.kept)
	for t := begin; t < first; t++ {
		if !r.removed[t] {
			at++
		}
	}
	return at
}

// loseCommasOf removes those of the commas of decisions first to last.
func (r *restorer) loseCommasOf(decisions []data.Decision, from, first, last int, sets func(i int) bool) {
	at := r.readKept(from+first, from+last)
	for i := first; i <= last; i++ {
		if r.removed[from+i] {
			continue
		}
		if p := &r.kept.Marks[at]; sets(i) && p[neural.NoMark]+p[neural.EndNone] > p[neural.Comma]+p[neural.EndComma] {
			decisions[i].Punct, decisions[i].SetOff = data.NoPunct, true
		}
		at++
	}
}
