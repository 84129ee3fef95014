package pipeline

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/settling"
)

// What evidence looks at.
const (
	copyReach = 8 // words apart that copies may be
	fewBehind = 3 // words
	surelyEnd = 0.8
	mostWords = 6 // of a sentence before a word, that count
)

// beginsRepairs are tags of words that repairs often begin at.
var beginsRepairs = map[uint32]bool{
	m3n.Symbol("PRP"): true, m3n.Symbol("DT"): true, m3n.Symbol("IN"): true, m3n.Symbol("TO"): true, m3n.Symbol("CC"): true, m3n.Symbol("PRP$"): true,
}

// evidence appends what is known of the words decided about, each of which is word context+i of the reading.
func (f *Stream) evidence(to []settling.Evidence, decisions []data.Decision, context int) []settling.Evidence {
	r, n := f.restorer.in.Reading, context+len(decisions)
	last := n - 1
	copyAt := -1 // the first of the words shortly before that the last one is a copy of
	for t := last - 1; t >= max(0, last-copyReach); t-- {
		if r.Symbol(t) == r.Symbol(last) {
			copyAt = t
		}
	}
	from := len(to)
	to = append(to, make([]settling.Evidence, len(decisions))...)
	all := to[from:]
	edit, ended, fillers := 0.0, false, 0
	for i := len(decisions) - 1; i >= 0; i-- {
		e, d, t := &all[i], &decisions[i], context+i
		behind := last - t
		e[settling.Bias] = 1
		e.Behind(behind)
		f.readings(e, d, t)
		e[settling.EditAfter] = settling.Logit(edit)
		if behind > 0 && behind <= fewBehind {
			e[settling.EditNext] = settling.Logit(f.editOf(t + 1))
			e[settling.Fillers] = float32(fillers) / float32(behind)
		}
		e[settling.Ended] = flag(ended)
		e[settling.EdgeFiller] = flag(behind > 0 && r.Filler(last))
		e[settling.EdgeCopy] = flag(copyAt >= 0 && copyAt <= t)
		e[settling.EdgeNear] = flag(copyAt >= 0 && copyAt <= t && behind <= fewBehind)
		for u := t + 1; u < min(n, t+1+copyReach); u++ {
			if r.Symbol(u) == r.Symbol(t) {
				e[settling.Copied] = 1
			}
		}
		e[settling.Function] = flag(beginsRepairs[r.Tag(t)])
		e[settling.Length] = float32(min(t-f.begun, mostWords))
		e[settling.SinceEdit] = flag(decisions[len(decisions)-1].Label == data.E)
		edit = max(edit, f.editOf(t))
		ended = ended || f.restorer.second.Ends[t] >= surelyEnd
		if r.Filler(t) {
			fillers++
		}
	}
	open := false
	for i := range decisions {
		all[i][settling.Editing] = flag(open)
		open = (open || decisions[i].Label == data.E) && !decisions[i].End
	}
	return to
}

func flag(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// editOf returns the probability that a word is an edit word.
func (f *Stream) editOf(t int) float64 {
	if f.restorer.models.Network == nil {
		return 0
	}
	return float64(f.restorer.heard.Labels[t][data.E])
}

// readings fills in how sure the models are of a word.
func (f *Stream) readings(e *settling.Evidence, d *data.Decision, t int) {
	e[settling.Removed] = flag(d.Label == data.E)
	e[settling.Filler] = flag(d.Label != data.E && d.Why&data.DefaultRemoved != 0)
	e[settling.Comma] = flag(d.Punct == data.Comma)
	e[settling.Final] = flag(d.Punct >= data.Period || d.End)
	end := settling.Logit(f.restorer.second.Ends[t])
	e[settling.SureEnd] = max(end, -end)
	if f.restorer.models.Network == nil {
		return
	}
	heard := &f.restorer.heard
	e[settling.Sure] = settling.Logit(float64(heard.Labels[t][d.Label]))
	e[settling.Edit] = settling.Logit(float64(heard.Labels[t][data.E]))
	mark := float32(0)
	for m := range neural.Mark(neural.NumMarks) {
		if m.Punct() == d.Punct {
			mark += heard.Marks[t][m]
		}
	}
	e[settling.SureMark] = settling.Logit(float64(mark))
	if len(heard.Cases) > 0 {
		best := float32(0)
		for _, p := range heard.Cases[t] {
			best = max(best, p)
		}
		e[settling.Case] = settling.Logit(float64(best))
	}
}
