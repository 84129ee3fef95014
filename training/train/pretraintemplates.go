package train

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// How a word of a reparandum comes from its repair.
const (
	copied    = iota // it is the next word of the repair
	exchanged        // another word stands in its place
	added            // the repair has no such word
	skipped          // no word: the repair has one that the reparandum lacks
	filled           // a filler inside the reparandum
)

// repairStep is a word of a template.
type repairStep struct {
	how    uint8
	filler bool   // of the first stage
	word   uint32 // as it was said
	tag    uint8
}

// repairTemplate is a repair of a corpus: how its reparandum comes from the words behind it,
// and what stands between.
type repairTemplate struct {
	steps      []repairStep
	interregna []repairStep
	repair     int   // words of the repair that the steps read
	head       uint8 // tag of the first word of the repair
	early      bool  // at the beginning of a sentence
}

// fillerTemplate is a run of fillers of a corpus, with the tag of the word behind it.
type fillerTemplate struct {
	steps []repairStep
	next  uint8
	early bool
}

// disfluencies are the repairs and fillers of a corpus, to put such into fluent text: kinds,
// lengths, places and interregna are as frequent as there.
type disfluencies struct {
	repairs []repairTemplate
	fillers []fillerTemplate
	// of the words of the corpus, one in so many begins a repair, or a run of fillers
	repairRate, fillerRate float64
	store                  *textStore
	byTag                  [256][]uint32                // words of a text, as often as they occur
	mates                  map[wordclass.Class][]uint32 // words of a class
	alike                  map[string][]uint32          // words that begin with the same letters
	classes                *wordclass.Classes
}

// longestReparandum is of how many words a reparandum is at most that is learned from.
const longestReparandum = 12

// newDisfluencies learns from the sentences of a corpus.
func newDisfluencies(store *textStore, samples []neural.Sample, classes *wordclass.Classes) *disfluencies {
	d := &disfluencies{store: store, classes: classes, mates: make(map[wordclass.Class][]uint32), alike: make(map[string][]uint32)}
	words := 0
	for i := range samples {
		if s := &samples[i]; s.Kind == neural.Corpus && s.Form == formSentences {
			words += s.Reading.Len()
			d.learn(s.Reading, s.Labels)
		}
	}
	d.repairRate, d.fillerRate = float64(len(d.repairs))/float64(max(1, words)), float64(len(d.fillers))/float64(max(1, words))
	return d
}

// learn learns from a sentence with labels.
func (d *disfluencies) learn(r *stages.Reading, labels []data.Label) {
	for from := 0; from < len(labels); {
		if labels[from] == data.O {
			from++
			continue
		}
		to, first, last := from, -1, -1
		for ; to < len(labels) && labels[to] != data.O; to++ {
			if labels[to] == data.E {
				if first < 0 {
					first = to
				}
				last = to
			}
		}
		switch {
		case to == len(labels):
		case first < 0:
			f := fillerTemplate{next: d.store.tag(r.Tag(to)), early: from == 0}
			for t := from; t < to; t++ {
				f.steps = append(f.steps, d.step(r, t, filled))
			}
			if to-from <= 4 {
				d.fillers = append(d.fillers, f)
			}
		case last-first < longestReparandum:
			d.repairs = append(d.repairs, d.template(r, labels, first, last, to))
		}
		from = to
	}
}

func (d *disfluencies) step(r *stages.Reading, t int, how uint8) repairStep {
	return repairStep{how: how, filler: r.Filler(t), word: d.store.number(r.Text(t)), tag: d.store.tag(r.Tag(t))}
}

// template returns that of the edit words [first, last] with fillers among and behind them, whose
// repair begins at to.
func (d *disfluencies) template(r *stages.Reading, labels []data.Label, first, last, to int) repairTemplate {
	out := repairTemplate{head: d.store.tag(r.Tag(to)), early: first == 0}
	var edit, repair []int
	for t := first; t <= last; t++ {
		if labels[t] == data.E {
			edit = append(edit, t)
		}
	}
	for t := to; t < r.Len() && len(repair) < len(edit)+2; t++ {
		if labels[t] == data.O {
			repair = append(repair, t)
		}
	}
	how, skips := alignRepair(r, edit, repair)
	at := 0
	for t := first; t <= last; t++ {
		if labels[t] != data.E {
			out.steps = append(out.steps, d.step(r, t, filled))
			continue
		}
		for range skips[at] {
			out.steps = append(out.steps, repairStep{how: skipped})
			out.repair++
		}
		out.steps = append(out.steps, d.step(r, t, how[at]))
		if how[at] != added {
			out.repair++
		}
		at++
	}
	for t := last + 1; t < to; t++ {
		out.interregna = append(out.interregna, d.step(r, t, filled))
	}
	return out
}

// alignRepair returns how each edit word comes from the words of the repair, and how many of these
// it skips before: the cheapest alignment of the edit words with a beginning of the repair.
func alignRepair(r *stages.Reading, edit, repair []int) (how []uint8, skips []int) {
	const addCost, skipCost, tagCost, otherCost = 5, 4, 4, 8
	n, m := len(edit), len(repair)
	type cell struct {
		cost int
		how  uint8
	}
	table := make([]cell, (n+1)*(m+1))
	at := func(i, j int) *cell { return &table[i*(m+1)+j] }
	for i := 0; i <= n; i++ {
		for j := 0; j <= m; j++ {
			if i == 0 && j == 0 {
				continue
			}
			best := cell{cost: 1 << 30}
			try := func(c cell) {
				if c.cost < best.cost {
					best = c
				}
			}
			if i > 0 && j > 0 {
				e, p := edit[i-1], repair[j-1]
				switch before := at(i-1, j-1).cost; {
				case r.Symbol(e) == r.Symbol(p):
					try(cell{before, copied})
				case r.Tag(e) == r.Tag(p):
					try(cell{before + tagCost, exchanged})
				default:
					try(cell{before + otherCost, exchanged})
				}
			}
			if i > 0 {
				try(cell{at(i-1, j).cost + addCost, added})
			}
			if j > 0 {
				try(cell{at(i, j-1).cost + skipCost, skipped})
			}
			*at(i, j) = best
		}
	}
	end := 0
	for j := range m + 1 {
		if at(n, j).cost < at(n, end).cost {
			end = j
		}
	}
	how, skips = make([]uint8, n), make([]int, n)
	for i, j := n, end; i > 0 || j > 0; {
		switch c := at(i, j); c.how {
		case skipped:
			// Before the edit word that is met next, going forward.
			if i < n {
				skips[i]++
			}
			j--
		case added:
			i--
			how[i] = added
		default:
			i, j = i-1, j-1
			how[i] = c.how
		}
	}
	return how, skips
}
