package m3n

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Weight is a weight of a model, spelled out.
type Weight struct {
	Template string   // the line of the template file with its loop variables, "transition", or "bias"
	Values   string   // the values that the feature conjoins
	Layers   string   // whose labels these are, as in pu*df; empty for chains without layers
	Labels   []string // of the clique, in the order of the text; with + between those of several layers
	Weight   float32
}

// Dumper spells out the weights of a model. A model holds hashes of its features,
// no names: the dumper finds the names of those that it sees in text.
type Dumper struct {
	model *Model
	spell func(value uint32) string
	names map[dumpKey]Weight // Template and Values only
	keys  Keys
}

type dumpKey struct {
	kind int
	row  uint32
}

// NewDumper returns a dumper; spell returns the string that Symbol made a value
// of.
func NewDumper(m *Model, spell func(value uint32) string) *Dumper {
	return &Dumper{model: m, spell: spell, names: make(map[dumpKey]Weight), keys: Keys{notes: new([maxKinds][]note)}}
}

// See looks for features of the model in a sequence.
func (d *Dumper) See(seq *Sequence) {
	x := d.model.extract
	x.Start(seq, &d.keys)
	for t := range seq.Len() {
		x.Extract(seq, t, &d.keys)
		for o, keys := range d.keys.ByKind[:len(d.model.tables)] {
			table := d.model.tables[o]
			if table == nil {
				continue
			}
			for i, key := range keys {
				row, ok := table.find(key)
				if !ok {
					continue
				}
				if _, seen := d.names[dumpKey{o, row}]; !seen {
					d.names[dumpKey{o, row}] = d.name(d.keys.notes[o][i])
				}
			}
		}
	}
}

func (d *Dumper) name(n note) Weight {
	op := &d.model.extract.ops[n.op]
	line := &d.model.Templates.Lines[op.line]
	w := Weight{Template: line.Text}
	for i, v := range op.loops {
		w.Template += fmt.Sprintf(" %c=%d", line.loops[i].name, v)
	}
	var values []string
	for _, v := range d.keys.values[n.lo:n.hi] {
		switch {
		case v == Begin:
			values = append(values, "<s>")
		case v == End:
			values = append(values, "</s>")
		case v&symbolBit == 0:
			values = append(values, fmt.Sprint(int(v)-intBase))
		default:
			values = append(values, d.spell(v))
		}
	}
	w.Values = strings.Join(values, " ")
	return w
}

// Weights returns the transition weights and those of the features seen so far
// that are not zero, the largest first.
func (d *Dumper) Weights() []Weight {
	m := d.model
	var out []Weight
	add := func(w Weight, k *kind, cell int, v float32) {
		if v == 0 {
			return
		}
		w.Layers, w.Labels = m.cellLabels(k, cell)
		w.Weight = v
		out = append(out, w)
	}
	m.eachFixed(func(k *kind, cell int, v float32) {
		w := Weight{Template: "transition"}
		if k.order == 1 {
			w.Template = "bias"
		}
		add(w, k, cell, v)
	})
	for key, w := range d.names {
		t, k := m.tables[key.kind], &m.kinds[key.kind]
		row := t.codes(key.row)
		if t.ends == nil {
			for cell, c := range row {
				add(w, k, cell, m.book[c])
			}
			continue
		}
		for j := 0; j < len(row); j += 2 {
			add(w, k, int(row[j]), m.book[row[j+1]])
		}
	}
	slices.SortFunc(out, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(abs(b.Weight), abs(a.Weight)), cmp.Compare(a.Template, b.Template), cmp.Compare(a.Values, b.Values), cmp.Compare(a.Layers, b.Layers), slices.Compare(a.Labels, b.Labels))
	})
	return out
}

// Seen returns how many of the model's features have been seen.
func (d *Dumper) Seen() int { return len(d.names) }

// eachFixed calls f with the weights without observations, by where they are in a row of a
// kind.
func (m *Model) eachFixed(f func(k *kind, cell int, v float32)) {
	if m.space == nil {
		for cell, v := range m.edge {
			f(&m.kinds[1], cell, v)
		}
		for cell, v := range m.tri {
			f(&m.kinds[2], cell, v)
		}
		return
	}
	at := 0
	for i := range m.fixed {
		k := &m.fixed[i]
		for cell, v := range m.edge[at : at+k.width] {
			f(k, cell, v)
		}
		at += k.width
	}
}

// cellLabels returns the labels that a weight of a row of a kind is about, and of which layers.
func (m *Model) cellLabels(k *kind, cell int) (layers string, labels []string) {
	labels = make([]string, k.order)
	if k.plain() {
		for i := k.order - 1; i >= 0; i-- {
			labels[i] = m.Labels[cell%m.L]
			cell /= m.L
		}
		return "", labels
	}
	for _, set := range k.blocks {
		n := m.space.tuplesOf(set)
		width := 1
		for range k.order {
			width *= n
		}
		if cell >= width {
			cell -= width
			continue
		}
		for i := k.order - 1; i >= 0; i-- {
			labels[i] = m.space.labelOf(set, cell%n)
			cell /= n
		}
		return m.space.nameOf(set), labels
	}
	panic("m3n: no such weight")
}

func abs(v float32) float32 { return max(v, -v) }
