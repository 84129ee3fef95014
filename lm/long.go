package lm

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"runtime/debug"
	"slices"

	"github.com/tidytalk/tidytalk/internal/extsort"
)

// Estimation in files follows KenLM's lmplz (Heafield, Pouzyrevsky, Clark and Koehn 2013):
// records of n-grams are sorted again and again, so that each step finds next to each other
// what it needs. It takes the memory of one sort, and of the words.
//
// What is counted are n-grams of the highest order alone, sentences padded with <s> in front:
// each position of a text ends one of them, and the n-grams of all orders are their suffixes.
//
//	count       padded n-grams, from the last word to the first: each order's n-grams come
//	            together, with what precedes them
//	weigh       n-grams of an order from the first word to the last: contexts come together;
//	            out come shares, weights of the lower order, and back-off weights
//	interpolate those from the last word to the first, beside the probabilities of the order
//	            below: suffixes come in the same order
//	join        n-grams and back-off weights from the first word to the last, as models and
//	            ARPA files have them

// ngramBytes is what an n-gram of any order takes in memory until there is a model, with what
// the garbage collector leaves.
const ngramBytes = 160

// tooMany reports whether the n-grams take more than the limit.
func (c *Counter) tooMany() bool {
	n := 0
	for _, g := range c.higher {
		n += len(g.ctx)
	}
	return int64(n)*ngramBytes > c.limit.Memory
}

// sorting returns how a share of the memory is used to sort.
func (l *Limits) sorting(share float64) extsort.Options {
	return extsort.Options{Memory: int64(float64(l.Memory) * share), Dir: l.Dir, Workers: l.Workers}
}

// sortShare is the share of the memory for records that are sorted: buffers and the garbage of
// others need some, too.
const sortShare = 0.75

// goLong goes on in files, with what was counted so far.
func (c *Counter) goLong() error {
	c.long = extsort.New(context.Background(), extsort.Format{Key: c.order, Sum: 1}, c.limit.sorting(sortShare))
	tables := c.higher
	c.higher = nil
	debug.FreeOSMemory() // what the tables left behind as they grew
	record := make([]uint32, c.order+1)
	for k := len(tables) + 1; k >= 2; k-- {
		g := tables[k-2]
		g.slots = nil
		for i, n := range g.count {
			// Shorter n-grams end other ones, unless they begin a sentence.
			if k < c.order && !g.begins[i] {
				continue
			}
			at := uint32(i)
			for j := range k - 1 {
				record[j] = tables[k-2-j].word[at]
				at = tables[k-2-j].ctx[at]
			}
			record[k-1] = at
			for j := k; j < c.order; j++ {
				record[j] = Begin
			}
			record[c.order] = n
			if err := c.long.Add(record); err != nil {
				return err
			}
		}
	}
	tables = nil
	debug.FreeOSMemory()
	return nil
}

// countLong counts the padded n-grams of a sentence that ends in </s>.
func (c *Counter) countLong(sentence []uint32) error {
	var buffer [MaxOrder + 1]uint32
	record := buffer[:c.order+1]
	for i := range c.order {
		record[i] = Begin
	}
	record[c.order] = 1
	for _, w := range sentence {
		c.unigrams[w]++
		copy(record[1:c.order], record)
		record[0] = w
		if err := c.long.Add(record); err != nil {
			return err
		}
	}
	return nil
}

// long is an estimation in files. Orders are indices: what is of order k is at k.
type long struct {
	*Counter
	ctx     context.Context
	options *EstimateOptions
	info    *Estimation

	tallies  [MaxOrder + 1]tally
	kept     [MaxOrder + 1]int // n-grams that are not pruned
	unigram  []uint32          // counts
	prob     []float64         // of words
	backoff  []float32         // of words
	children []uint32          // of words: n-grams that go on

	counted [MaxOrder + 1]*extsort.Sorter // words; count, 1 if it is pruned
	joined  [MaxOrder + 1]*extsort.Sorter // words; logarithm of the probability
	weights [MaxOrder + 1]*extsort.List   // words of a context; children, back-off weight
	closers []interface{ Close() }
}

func (e *long) close() {
	for _, c := range e.closers {
		c.Close()
	}
}

// sorter returns a sorter that close closes.
func (e *long) sorter(f extsort.Format, share float64) *extsort.Sorter {
	s := extsort.New(e.ctx, f, e.limit.sorting(sortShare*share))
	e.closers = append(e.closers, s)
	return s
}

// done ends a sorter. Its memory goes back at once: that of the next one would come on top.
func done(s *extsort.Sorter) error {
	err := s.Done()
	debug.FreeOSMemory()
	return err
}

// list returns a list that close closes.
func (e *long) list(f extsort.Format) *extsort.List {
	l := extsort.NewList(e.ctx, f, e.limit.sorting(sortShare))
	e.closers = append(e.closers, l)
	return l
}

// errLost is the error of files that lack what was written to them.
var errLost = errors.New("an n-gram is missing in the temporary files")

// estimateFiles estimates everything but the model that is made of it. Whoever gets what it
// returns closes it, also if there is an error.
func (c *Counter) estimateFiles(ctx context.Context, o *EstimateOptions) (*long, error) {
	e := &long{Counter: c, ctx: ctx, options: o, info: &Estimation{}}
	if err := done(c.long); err != nil {
		return e, err
	}
	if err := e.adjust(); err != nil {
		return e, err
	}
	debug.FreeOSMemory()
	e.prob = e.info.unigrams(o, e.unigram)
	e.backoff, e.children = make([]float32, len(c.words)), make([]uint32, len(c.words))
	e.kept[1] = len(c.words)
	var below *extsort.List
	for k := 2; k <= c.order; k++ {
		shares, err := e.weigh(k)
		if err != nil {
			return e, err
		}
		if below, err = e.interpolate(k, shares, below); err != nil {
			return e, err
		}
	}
	return e, nil
}

// adjust reads the padded n-grams, from the last word to the first, and makes those of all
// orders of them, with the counts that the method wants.
func (e *long) adjust() error {
	in, err := e.long.Read()
	if err != nil {
		return err
	}
	order, kn := e.order, e.options.Smoothing == KneserNey
	all := 0
	for k := 2; k <= order; k++ {
		all += k
	}
	for k := 2; k <= order; k++ {
		e.counted[k] = e.sorter(extsort.Format{Key: k, Sum: 2}, float64(k)/float64(all))
	}
	e.unigram = slices.Clone(e.unigrams)
	var last [MaxOrder]uint32          // words of the n-grams under way, from the last one on
	var often, before [MaxOrder]uint32 // at k-1: how often it occurs; how many words precede it
	var buffer [MaxOrder + 2]uint32
	// end ends the n-grams of the orders from a lowest one up.
	end := func(lowest int) error {
		for k := lowest; k <= order; k++ {
			if k > 1 && last[k-2] == Begin {
				break // padding
			}
			n := often[k-1]
			if kn && k < order && last[k-1] != Begin {
				n = before[k-1]
			}
			if k == 1 {
				if kn {
					e.unigram[last[0]] = n
				}
				continue
			}
			record := buffer[:k+2]
			for i := range k {
				record[i] = last[k-1-i]
			}
			record[k], record[k+1] = n, 0
			if often[k-1] <= e.options.threshold(k) {
				record[k+1] = 1
			} else {
				e.kept[k]++
			}
			e.tallies[k].add(n)
			if err := e.counted[k].Add(record); err != nil {
				return err
			}
		}
		return nil
	}
	first := true
	for in.Next() {
		record := in.Record()
		same := 0
		for !first && same < order && record[same] == last[same] {
			same++
		}
		if !first {
			if err := end(same + 1); err != nil {
				return err
			}
		}
		first = false
		copy(last[:order], record)
		for k := 1; k <= order; k++ {
			if k > same {
				often[k-1], before[k-1] = 0, 0
			}
			often[k-1] += record[order]
		}
		for k := max(same, 1); k < order; k++ {
			before[k-1]++
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	if err := end(1); err != nil {
		return err
	}
	for k := 2; k <= order; k++ {
		if err := e.counted[k].Done(); err != nil {
			return err
		}
	}
	return nil
}

// weigh returns the n-grams of an order, by their words from the last to the first, with
// their shares and the weights of the order below. It takes down the back-off weights of
// their contexts.
func (e *long) weigh(k int) (*extsort.Sorter, error) {
	w := e.info.weigh(e.options, k, e.tallies[k])
	in, err := e.counted[k].Read()
	if err != nil {
		return nil, err
	}
	out := e.sorter(extsort.Format{Key: k, Raw: 4}, 1)
	if k > 2 {
		e.weights[k-1] = e.list(extsort.Format{Key: k - 1, Sum: 1, Raw: 1})
	}
	type child struct {
		word, count uint32
		keep        bool
	}
	var children []child // of one context, which are no more than there are words
	var context, buffer [MaxOrder + 4]uint32
	end := func() error {
		var m mass
		for _, c := range children {
			m.add(c.count, c.keep)
		}
		weight, n := m.backoff(w), uint32(0)
		record := buffer[:k+4]
		for i, v := range context[:k-1] {
			record[k-1-i] = v
		}
		for _, c := range children {
			if !c.keep {
				continue
			}
			n++
			record[0] = c.word
			putFloat(record[k:], m.share(c.count, w))
			putFloat(record[k+2:], weight)
			if err := out.Add(record); err != nil {
				return err
			}
		}
		children = children[:0]
		back := logOf(weight)
		if k == 2 {
			e.backoff[context[0]], e.children[context[0]] = back, n
			return nil
		}
		if back == 0 && n == 0 {
			return nil
		}
		context[k-1], context[k] = n, math.Float32bits(back)
		return e.weights[k-1].Add(context[:k+1])
	}
	for in.Next() {
		record := in.Record()
		if len(children) > 0 && !slices.Equal(record[:k-1], context[:k-1]) {
			if err := end(); err != nil {
				return nil, err
			}
		}
		copy(context[:k-1], record)
		children = append(children, child{record[k-1], record[k], record[k+1] == 0})
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(children) > 0 {
		if err := end(); err != nil {
			return nil, err
		}
	}
	e.counted[k].Close()
	if k > 2 {
		if err := e.weights[k-1].Done(); err != nil {
			return nil, err
		}
	}
	return out, done(out)
}

// interpolate adds what the order below, by words from the last to the first, makes of the
// shares of an order. It returns that of the order itself.
func (e *long) interpolate(k int, shares *extsort.Sorter, below *extsort.List) (*extsort.List, error) {
	in, err := shares.Read()
	if err != nil {
		return nil, err
	}
	e.joined[k] = e.sorter(extsort.Format{Key: k, Raw: 1}, 1)
	var lower *extsort.Reader
	if k > 2 {
		if lower, err = below.Read(); err != nil {
			return nil, err
		}
		if !lower.Next() && lower.Err() == nil && e.kept[k] > 0 {
			return nil, errLost
		}
	}
	var out *extsort.List
	if k < e.order {
		out = e.list(extsort.Format{Key: k, Raw: 2})
	}
	var buffer [MaxOrder + 2]uint32
	for in.Next() {
		record := in.Record()
		under := e.prob[record[0]]
		if k > 2 {
			for !slices.Equal(lower.Record()[:k-1], record[:k-1]) {
				if !lower.Next() {
					return nil, cmp.Or(lower.Err(), errLost)
				}
			}
			under = float(lower.Record()[k-1:])
		}
		p := interpolated(float(record[k:]), float(record[k+2:]), under)
		if out != nil {
			copy(buffer[:k], record)
			putFloat(buffer[k:], p)
			if err := out.Add(buffer[:k+2]); err != nil {
				return nil, err
			}
		}
		for i := range k {
			buffer[i] = record[k-1-i]
		}
		buffer[k] = math.Float32bits(logOf(p))
		if err := e.joined[k].Add(buffer[:k+1]); err != nil {
			return nil, err
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	shares.Close()
	if below != nil {
		below.Close()
	}
	if out != nil {
		if err := out.Done(); err != nil {
			return nil, err
		}
	}
	return out, done(e.joined[k])
}

// putFloat and float keep a number in two columns.
func putFloat(to []uint32, v float64) {
	b := math.Float64bits(v)
	to[0], to[1] = uint32(b>>32), uint32(b)
}

func float(from []uint32) float64 {
	return math.Float64frombits(uint64(from[0])<<32 | uint64(from[1]))
}

// each calls f for the n-grams of an order, sorted by words, with their back-off weights and
// how many n-grams go on from them, until f returns an error. The words are valid for the
// call only.
func (e *long) each(k int, f func(words []uint32, prob, backoff float32, children uint32) error) error {
	if k == 1 {
		for w := range e.prob {
			if err := f([]uint32{uint32(w)}, logOf(e.prob[w]), e.backoff[w], e.children[w]); err != nil {
				return err
			}
		}
		return nil
	}
	in, err := e.joined[k].Read()
	if err != nil {
		return err
	}
	var weights *extsort.Reader
	more := false
	if e.weights[k] != nil {
		if weights, err = e.weights[k].Read(); err != nil {
			return err
		}
		more = weights.Next()
	}
	for in.Next() {
		words := in.Record()[:k]
		backoff, children := float32(0), uint32(0)
		// Contexts that are pruned are passed over.
		order := -1
		for more {
			if order = slices.Compare(weights.Record()[:k], words); order >= 0 {
				break
			}
			more = weights.Next()
		}
		if more && order == 0 {
			children, backoff = weights.Record()[k], math.Float32frombits(weights.Record()[k+1])
		}
		if err := f(words, math.Float32frombits(in.Record()[k]), backoff, children); err != nil {
			return err
		}
	}
	if weights != nil && weights.Err() != nil {
		return weights.Err()
	}
	return in.Err()
}

// estimateLong estimates a model in files. The model itself is in memory, and, while it is
// made, 25 bytes for each n-gram below the highest order.
func (c *Counter) estimateLong(ctx context.Context, o EstimateOptions) (*Model, *Estimation, error) {
	e, err := c.estimateFiles(ctx, &o)
	defer e.close()
	if err != nil {
		return nil, nil, err
	}
	m, err := e.model()
	if err != nil {
		return nil, nil, err
	}
	return m, e.info, nil
}

// model builds the model.
func (e *long) model() (*Model, error) {
	b := newBuilder(newVocabulary(e.words), e.order)
	contexts, at := 0, int64(0)
	for _, n := range e.kept[:e.order] {
		contexts += n
	}
	for _, n := range e.kept[1 : e.order+1] {
		b.starts = append(b.starts, uint32(min(at, math.MaxUint32)))
		at += int64(n)
	}
	b.starts = append(b.starts, uint32(min(at, math.MaxUint32)))
	if at >= 1<<30 {
		return nil, b.tooMany(b.starts[e.order])
	}
	b.word, b.prob = make([]uint32, 0, contexts), make([]float32, 0, contexts)
	b.backoff, b.first = make([]float32, 0, contexts), make([]uint32, 0, contexts+1)
	child := uint32(len(e.words))
	for k := 1; k < e.order; k++ {
		err := e.each(k, func(words []uint32, prob, backoff float32, children uint32) error {
			b.word, b.prob = append(b.word, words[k-1]), append(b.prob, prob)
			b.backoff, b.first = append(b.backoff, backoff), append(b.first, child)
			child += children
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if int64(child) != at || len(b.word) != contexts {
		return nil, errLost
	}
	in, err := e.joined[e.order].Read()
	if err != nil {
		return nil, err
	}
	b.leaves = &leafReader{in: in, order: e.order}
	return b.model()
}

// leafReader reads the n-grams of the highest order.
type leafReader struct {
	in    *extsort.Reader
	order int
	word  []uint32
	prob  []float32
}

func (r *leafReader) next(n int) ([]uint32, []float32, error) {
	r.word, r.prob = r.word[:0], r.prob[:0]
	for range n {
		if !r.in.Next() {
			return nil, nil, cmp.Or(r.in.Err(), errLost)
		}
		record := r.in.Record()
		r.word, r.prob = append(r.word, record[r.order-1]), append(r.prob, math.Float32frombits(record[r.order]))
	}
	return r.word, r.prob, nil
}

// WriteARPA estimates a model and writes it as an ARPA file, as that of Estimate would be
// written. Where counting went on in files, the model is never in memory.
func (c *Counter) WriteARPA(ctx context.Context, w io.Writer, o EstimateOptions) (*Estimation, error) {
	if c.long == nil {
		m, info, err := c.EstimateContext(ctx, o)
		if err != nil {
			return nil, err
		}
		return info, m.WriteARPA(w)
	}
	if err := c.ready(&o); err != nil {
		return nil, err
	}
	e, err := c.estimateFiles(ctx, &o)
	defer e.close()
	if err != nil {
		return nil, err
	}
	out := newARPAWriter(w, e.kept[1:c.order+1])
	for k := 1; k <= c.order; k++ {
		out.section(k)
		err := e.each(k, func(words []uint32, prob, backoff float32, _ uint32) error {
			return out.ngram(words, prob, backoff, func(w uint32) { out.WriteString(c.words[w]) })
		})
		if err != nil {
			return nil, err
		}
	}
	return e.info, out.end()
}
