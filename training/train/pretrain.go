package train

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// PretrainConfig says how a network is pretrained.
type PretrainConfig struct {
	Words int // that are learned from, in all passes together; 0: it is not pretrained
	// Passes are steps of a pretraining: after each it can be interrupted.
	Passes int
	// Rate is the step size, and that of the training that follows After.
	Rate, After float64
	// Plain and Changed are the shares of the stretches of fluent text that are learned from as they
	// are, and with changes; into the others artificial disfluencies are put, Density times as
	// many as a corpus has.
	Plain, Changed, Density float64
	// Replaced and Deleted are the shares of changed words.
	Replaced, Deleted float64
}

// DefaultPretrainConfig returns the configuration of the default bundle.
func DefaultPretrainConfig() PretrainConfig {
	return PretrainConfig{
		Words: 24e6, Passes: 8, Rate: 3e-3, After: 2e-3,
		Plain: 0.2, Changed: 0.25, Density: 2, Replaced: 0.07, Deleted: 0.05,
	}
}

// unit is a stretch of text that is learned from together.
type unit struct {
	from, to int32
	source   int16
	sentence bool // one sentence, else a part of a stream
	turn     bool // a whole turn
}

// pretraining is the text that a network is pretrained on, as neural.Text: of every stretch other
// disfluencies, or changes, are drawn in each pass.
type pretraining struct {
	c       PretrainConfig
	store   *textStore
	d       *disfluencies
	said    *pauses
	readers *stages.Labeller
	usual   []uint8 // the tag that a word has most often
	parts   []unit  // of streams; then sentences
	first   []int32 // of each part of a stream, the number of its first sentence among units
	scratch sync.Pool
}

func newPretraining(c PretrainConfig, store *textStore, d *disfluencies, said *pauses, l *stages.Labeller) *pretraining {
	p := &pretraining{c: c, store: store, d: d, said: said, readers: l}
	p.scratch.New = func() any { return &drawn{} }
	for k := range store.sources {
		p.cut(k)
	}
	streams := len(p.parts)
	for i := range streams {
		u := p.parts[i]
		p.first = append(p.first, int32(len(p.parts)))
		begin := u.from
		for t := u.from; t < u.to; t++ {
			if store.words[t].ends || t+1 == u.to {
				p.parts = append(p.parts, unit{begin, t + 1, u.source, true, false})
				begin = t + 1
			}
		}
	}
	p.first = append(p.first, int32(len(p.parts)))
	p.usual = make([]uint8, len(store.texts))
	counts := make(map[[2]uint32]int)
	for i := range store.words {
		w := &store.words[i]
		k := [2]uint32{w.word, uint32(w.tag)}
		if counts[k]++; counts[k] > counts[[2]uint32{w.word, uint32(p.usual[w.word])}] {
			p.usual[w.word] = w.tag
		}
	}
	return p
}

// cut cuts a source into parts of streams: of every ten turns each is one, and the next ten follow one
// another in one, which is cut anywhere.
func (p *pretraining) cut(source int) {
	s := &p.store.sources[source]
	const together = 10
	turns, inside, begin := 0, 0, s.from // inside: turns that begin in the part
	add := func(to int) {
		if to > begin {
			whole := inside == 1 && p.store.words[begin].opens && (to == s.to || p.store.words[to].opens)
			p.parts = append(p.parts, unit{int32(begin), int32(to), int16(source), false, whole})
			begin, inside = to, 0
		}
	}
	for t := s.from; t < s.to; t++ {
		if p.store.words[t].opens {
			if turns/together%2 == 0 {
				add(t)
			}
			turns++
			inside++
		}
		if t+1-begin >= longestPart/2+(turns*7+begin*13)%longestPart {
			add(t + 1)
		}
	}
	add(s.to)
}

// Len returns the number of stretches.
func (p *pretraining) Len() int { return len(p.parts) }

// Words returns the number of words of a stretch, without what is put into it.
func (p *pretraining) Words(i int) int { return int(p.parts[i].to - p.parts[i].from) }

// Pass draws parts of streams, half of which are learned from sentence by sentence.
func (p *pretraining) Pass(_ int, r *rand.Rand) []int {
	share := min(1, float64(p.c.Words)/float64(p.c.Passes)/float64(len(p.store.words)))
	var out []int
	for i := range len(p.first) - 1 {
		if r.Float64() >= share {
			continue
		}
		if r.IntN(2) == 0 {
			out = append(out, i)
			continue
		}
		for k := p.first[i]; k < p.first[i+1]; k++ {
			out = append(out, int(k))
		}
	}
	return out
}

// drawn is a stretch as it is learned from once, with its memory.
type drawn struct {
	sentence data.Sentence
	written  []data.Written
	tags     []uint32
	fillers  []bool
	labels   []data.Label
	unknown  []bool
	marks    []neural.Mark
	unmarked []bool
	cases    []truecase.Case
	changes  []neural.Change
	broken   []bool
	deleted  bool // the word before the next one was taken out
}

func (x *drawn) reset() {
	x.sentence.Tokens, x.written, x.tags, x.fillers = x.sentence.Tokens[:0], x.written[:0], x.tags[:0], x.fillers[:0]
	x.labels, x.unknown, x.marks, x.unmarked = x.labels[:0], x.unknown[:0], x.marks[:0], x.unmarked[:0]
	x.cases, x.changes, x.broken = x.cases[:0], x.changes[:0], x.broken[:0]
	x.deleted = false
}

// add adds a word that is not of the text.
func (x *drawn) add(text string, tag uint32, filler bool, y data.Label, w data.Written) {
	x.sentence.Tokens = append(x.sentence.Tokens, data.Token{Text: text})
	x.written, x.tags, x.fillers = append(x.written, w), append(x.tags, tag), append(x.fillers, filler)
	x.labels, x.unknown = append(x.labels, y), append(x.unknown, false)
	x.marks, x.unmarked, x.cases = append(x.marks, neural.NoMark), append(x.unmarked, true), append(x.cases, truecase.Unknown)
	x.changes, x.broken = append(x.changes, neural.Unchanged), append(x.broken, false)
}

// stored adds a word of a text.
func (x *drawn) stored(store *textStore, w *storedWord) {
	y := data.O
	if w.label != unlabelled {
		y = data.Label(w.label)
	}
	x.add(store.texts[w.word], store.tags[w.tag], w.filler, y, w.written)
	t := len(x.labels) - 1
	mark, _ := writtenMark(w.written.After)
	if w.ends && !mark.End() {
		mark = neural.MarkOf(mark.Punct(), true)
	}
	x.unknown[t], x.marks[t], x.unmarked[t], x.cases[t] = w.label == unlabelled, mark, !w.marked || y != data.O, w.cases
}

// Draw draws a stretch.
func (p *pretraining) Draw(i int, r *rand.Rand) neural.Sample {
	x := p.scratch.Get().(*drawn)
	x.reset()
	u := &p.parts[i]
	source := &p.store.sources[u.source]
	talk := source.talk
	mode := r.Float64()
	changed := mode < p.c.Changed
	if disfluent := mode >= p.c.Changed+p.c.Plain && source.fluent; disfluent {
		for from := int(u.from); from < int(u.to); {
			to := from + 1
			for to < int(u.to) && !p.store.words[to-1].ends {
				to++
			}
			p.disfluent(x, from, to, r)
			from = to
		}
		talk = data.Talk{Words: 2000, Signs: 40 + r.IntN(80)}
	} else {
		for t := int(u.from); t < int(u.to); t++ {
			p.word(x, t, changed, t+1 == int(u.to), r)
		}
	}
	s := neural.Sample{Of: neural.Form(u.sentence), Keep: x, Labels: x.labels, Unlabelled: x.unknown, Marks: x.marks, Unmarked: x.unmarked, Cases: x.cases, Kind: neural.Punctuated}
	if changed {
		s.Changes, s.Labels = x.changes, nil
	}
	x.sentence.Opens, x.sentence.Closes, x.sentence.Talk, x.sentence.Written = u.turn, u.turn, talk, nil
	if !u.sentence || r.IntN(2) == 0 {
		if r.IntN(2) == 0 {
			p.said.apply(x.sentence.Tokens, x.marks, x.broken, r)
		}
	} else {
		x.sentence.Written = x.written
	}
	if u.sentence {
		s.Marks = nil
	}
	s.Reading = p.readers.ReadAs(&x.sentence, x.tags, x.fillers)
	return s
}

// Done takes the memory of a stretch back.
func (p *pretraining) Done(s *neural.Sample) {
	s.Reading.Release()
	p.scratch.Put(s.Keep)
}

// word adds a word of the text, or, in text that is changed, another one, or none: the last one
// of a stretch is never taken out, so that something is there.
func (p *pretraining) word(x *drawn, t int, change, last bool, r *rand.Rand) {
	w := &p.store.words[t]
	if change {
		switch v := r.Float64(); {
		case v < p.c.Replaced:
			word, tag := p.replacement(w, r)
			x.add(p.store.texts[word], p.store.tags[tag], w.filler, data.O, w.written)
			x.changes[len(x.changes)-1] = neural.Replaced
			return
		case v < p.c.Replaced+p.c.Deleted && !w.ends && !last:
			x.deleted = true
			return
		}
	}
	x.stored(p.store, w)
	if x.deleted {
		x.changes[len(x.changes)-1], x.deleted = neural.Deleted, false
	}
}

// replacement returns another word, and its tag: one of the same tag, or any.
func (p *pretraining) replacement(w *storedWord, r *rand.Rand) (word uint32, tag uint8) {
	all := p.d.byTag[w.tag]
	for range 4 {
		v := p.store.words[r.IntN(len(p.store.words))].word
		if len(all) > 0 && r.IntN(2) == 0 {
			if v = all[r.IntN(len(all))]; v != w.word {
				return v, w.tag
			}
		}
		if v != w.word {
			return v, p.usual[v]
		}
	}
	return w.word, w.tag
}

// disfluent adds a sentence of the text, with artificial disfluencies where its labels are known.
func (p *pretraining) disfluent(x *drawn, from, to int, r *rand.Rand) {
	words := p.store.words[from:to]
	var all []insertion
	if words[0].label != unlabelled {
		all = p.d.insert(from, to, p.c.Density, r)
	}
	for t := range words {
		lower := false // the capital of the sentence stands on what is put before it
		for len(all) > 0 && all[0].at == t {
			p.insert(x, &all[0], t == 0, r)
			lower, all = t == 0 && words[0].cases == truecase.Unknown && r.IntN(2) == 0, all[1:]
		}
		x.stored(p.store, &words[t])
		if n := len(x.written) - 1; lower && x.written[n].Shape == data.CapitalShape {
			x.written[n].Shape = data.LowerShape
		}
	}
}

// insert adds what is put into a text, written as typists do: they set a comma after what is broken
// off, or around a filler, as often as nothing, others a dash or dots.
func (p *pretraining) insert(x *drawn, in *insertion, opens bool, r *rand.Rand) {
	commas := r.IntN(2) == 0
	broken := [...]data.Mark{data.NoMark, data.NoMark, data.CommaMark, data.CommaMark, data.DashMark, data.EllipsisMark}[r.IntN(6)]
	if n := len(x.written); n > 0 && !opens && commas && in.words[0].label == data.F && x.written[n-1].After == data.NoMark {
		x.written[n-1].After = data.CommaMark // "I, uh, think"
	}
	for k := range in.words {
		w := &in.words[k]
		text := p.store.texts[w.word]
		written := data.Written{Shape: data.ShapeOf(text)}
		last := k+1 == len(in.words) || in.words[k+1].label != w.label
		switch {
		case w.label == data.E && last:
			written.After = broken
		case w.label == data.E && w.from != nil && !w.from.written.After.Final():
			written = w.from.written
		case w.label == data.F && last && commas:
			written.After = data.CommaMark
		}
		if w.from != nil {
			written.Shape = w.from.written.Shape
		}
		if opens && k == 0 {
			written.Shape = max(written.Shape, data.CapitalShape)
		}
		x.add(text, p.store.tags[w.tag], w.filler, w.label, written)
		x.broken[len(x.broken)-1] = w.label == data.E && last
	}
}

const pretrainingStep = "pretraining of the network"

// pretrain returns a network for the training on samples to begin with: one that was trained on text
// of other kinds, with the disfluencies that the samples of the corpus have. A pretraining that was interrupted goes
// on as that of Network does.
func pretrain(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side, samples []neural.Sample, text PretrainingText, c NetworkConfig) (*neural.Model, error) {
	note := func(format string, args ...any) {
		tr.Tell(stages.Event{Step: pretrainingStep, Note: fmt.Sprintf(format, args...)})
	}
	own := c.Config
	own.Trainer.Passes, own.Trainer.Rate, own.ChangeWeight, own.Forms = c.Pretrain.Passes, c.Pretrain.Rate, 1, nil
	store := newTextStore()
	d := newDisfluencies(store, samples, b.Sentences().Models().Classes)
	store.addCorpus(samples)
	if err := store.addText(ctx, b, text, tr.Workers, note); err != nil {
		return nil, err
	}
	d.index()
	l := b.Sentences().Stages()
	p := newPretraining(c.Pretrain, store, d, newPauses(sides), l)
	note("%d words, %d repairs and %d runs of fillers as models of others", len(store.words), len(d.repairs), len(d.fillers))
	settings, err := json.Marshal([]any{own, c.Pretrain})
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":%q,"corpus":"%016x","text":"%016x","settings":%s}`, networkRecipe, pretrainingStep, neural.HashOf(samples), store.hash(), settings)
	file, err := trainStep(ctx, tr, pretrainingStep, config, &own, func(report func(rnn.Progress, *neural.Model)) ([]byte, error) {
		words := neural.NewCounter()
		words.AddSamples(samples)
		store.count(words, l)
		m, err := neural.Pretrain(ctx, own, words, p, tr.Workers, report)
		if err != nil {
			return nil, err
		}
		return m.Pretrained(), nil
	}, c.Check)
	if err != nil {
		return nil, err
	}
	return neural.FromPretrained(own, file)
}

// count counts the words of the text.
func (x *textStore) count(words *neural.Counter, l *stages.Labeller) {
	counts := make([]int, len(x.texts))
	for i := range x.words {
		counts[x.words[i].word]++
	}
	for n, text := range x.texts {
		r := l.ReadAs(&data.Sentence{Tokens: []data.Token{{Text: text}}}, []uint32{x.tags[0]}, []bool{false})
		words.Add(r, counts[n])
		r.Release()
	}
}
