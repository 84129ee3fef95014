package beam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emirpasic/gods/queues/priorityqueue"

	"github.com/tidytalk/tidytalk/data"
)

// state is the memory of one decoding. States are reused.
type state struct {
	d         *Decoder
	in        *Input
	n         int // words
	obs       Observer
	proposers []Proposer
	scorers   []Scorer

	hyps    []*Hypothesis // made so far, by ID; memory of earlier decodings beyond used
	used    int
	byLabel interner
	cleaned []*Cleaned
	cleans  int // cleaned-up sentences in use
	byKept  interner
	kept    []int32
	none    []data.Label // of the whole sentence

	stack, fresh, pruned []*Hypothesis
	open                 *priorityqueue.Queue // of *Hypothesis, the best first
	expansion            expansion
	emit                 func([]data.Label) // emitted
	values               [16]float64        // room for those of a scorer
	counters             Counters
	spent                bool // a bound of the options is reached: the search ends with this round
}

func (d *Decoder) state() *state {
	st, ok := d.states.Get().(*state)
	if !ok {
		st = &state{d: d, open: priorityqueue.NewWith(func(a, b any) int { return bounded(a.(*Hypothesis), b.(*Hypothesis)) })}
		st.emit = st.emitted
	}
	return st
}

func (d *Decoder) release(st *state) {
	st.in, st.obs, st.expansion = nil, nil, expansion{}
	clear(st.proposers)
	clear(st.scorers)
	d.states.Put(st)
}

// prepare readies the components for a sentence.
func (st *state) prepare(ctx context.Context, in *Input) error {
	d := st.d
	st.in, st.n = in, len(in.Sentence.Tokens)
	st.used, st.cleans, st.counters, st.spent = 0, 0, Counters{}, false
	st.byLabel.reset()
	st.byKept.reset()
	st.proposers, st.scorers = st.proposers[:0], st.scorers[:0]
	if err := ctx.Err(); err != nil {
		return err
	}
	if st.n > d.options.MaxWords {
		return fmt.Errorf("%w: %d words, at most %d", ErrTooLong, st.n, d.options.MaxWords)
	}
	// The whole sentence is the first of the cleaned-up ones.
	st.none = append(st.none[:0], make([]data.Label, st.n)...)
	st.intern(st.none)
	for _, p := range d.producers {
		if err := guard(func() error {
			v, err := p.Prepare(ctx, st.in)
			if v == nil && err == nil {
				err = errors.New("it prepared no proposer")
			}
			st.proposers = append(st.proposers, v)
			return err
		}); err != nil {
			return &ComponentError{"producer", p.Name(), err}
		}
	}
	for i, e := range d.evaluators {
		if err := guard(func() error {
			v, err := e.Prepare(ctx, st.in)
			if v == nil && err == nil {
				err = errors.New("it prepared no scorer")
			}
			st.scorers = append(st.scorers, v)
			return err
		}); err != nil {
			return &ComponentError{"evaluator", d.evaluatorName(i), err}
		}
	}
	return nil
}

// evaluatorName names an evaluator by its first feature.
func (d *Decoder) evaluatorName(i int) string {
	if s := d.spans[i]; s.start < s.end {
		return d.names[s.start]
	}
	return fmt.Sprintf("number %d", i+1)
}

// search is Algorithm 1.
func (st *state) search(ctx context.Context) error {
	first := st.hyps[0]
	if err := st.exact(first); err != nil {
		return err
	}
	st.stack = append(st.stack[:0], first)
	if st.obs != nil {
		st.obs.Started(first)
	}
	if st.n == 0 {
		return nil
	}
	for round := 1; round <= st.d.options.Rounds; round++ {
		st.fresh = st.fresh[:0]
		grown := false
		for _, h := range st.stack {
			if h.expanded || st.spent {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			h.expanded, grown = true, true
			st.counters.Expanded++
			if err := st.expand(ctx, h, round); err != nil {
				return err
			}
		}
		if !grown {
			return nil // proposals depend on the stack alone: nothing can change any more
		}
		st.counters.Rounds++
		if err := st.prune(round); err != nil {
			return err
		}
		if st.spent {
			return nil
		}
	}
	return nil
}

// expansion is the expansion of a hypothesis by a producer.
type expansion struct {
	ctx      context.Context
	from     *Hypothesis
	producer string
	round    int
	made     int // proposals
	failed   error
}

// expand gives a hypothesis to every producer.
func (st *state) expand(ctx context.Context, h *Hypothesis, round int) error {
	for i, p := range st.proposers {
		x := &st.expansion
		*x = expansion{ctx: ctx, from: h, producer: st.d.producers[i].Name(), round: round}
		err := ask(p, h, st.emit)
		switch {
		case x.failed != nil:
			return x.failed
		case x.made > st.d.options.MaxProposals:
			st.counters.Dropped++
		case err != nil:
			return &ComponentError{"producer", x.producer, err}
		}
	}
	return nil
}

// ask calls a proposer, turning a panic into an error.
func ask(p Proposer, h *Hypothesis, emit func([]data.Label)) (err error) {
	defer recovered(&err)
	return p.Propose(h, emit)
}

// emitted takes a label sequence from the proposer that is asked, or stops it.
func (st *state) emitted(labels []data.Label) {
	x := &st.expansion
	if x.failed == nil {
		x.failed = x.ctx.Err()
	}
	x.made++
	if st.used == st.d.options.MaxHypotheses {
		st.spent = true
	}
	if st.spent || x.made > st.d.options.MaxProposals {
		x.made = st.d.options.MaxProposals + 1
	} else if x.failed == nil {
		x.failed = st.propose(x.from, x.producer, x.round, labels)
	}
	if x.failed != nil || x.made > st.d.options.MaxProposals {
		panic(errStopped)
	}
}

// propose takes a label sequence that a producer made of a hypothesis.
func (st *state) propose(from *Hypothesis, producer string, round int, labels []data.Label) error {
	if err := check(labels, st.n); err != nil {
		return &ComponentError{"producer", producer, err}
	}
	h, fresh := st.intern(labels)
	if fresh {
		h.Parent, h.Producer, h.Round = from.ID, producer, round
		if err := st.evaluate(h, st.d.early); err != nil {
			return err
		}
		h.bound = h.Score
		st.fresh = append(st.fresh, h)
	} else {
		st.counters.Merged++
	}
	if st.obs == nil {
		return nil
	}
	if err := st.evaluate(h, len(st.d.order)); err != nil {
		return err
	}
	st.obs.Proposed(round, from, producer, h, !fresh)
	return nil
}

// exact makes the score of a hypothesis exact.
func (st *state) exact(h *Hypothesis) error {
	if h.opened {
		return nil
	}
	if st.d.early < len(st.d.order) {
		st.counters.Exact++
	}
	err := st.evaluate(h, len(st.d.order))
	h.bound, h.opened = h.Score, true
	return err
}

// bounded orders hypotheses as before does, by the bounds of their scores.
func bounded(a, b *Hypothesis) int {
	if c := cmp.Compare(b.bound, a.bound); c != 0 {
		return c
	}
	return slices.Compare(a.Labels, b.Labels)
}

// prune makes the next stack of the stack and the fresh hypotheses. The scores of these
// may be upper bounds: only those whose bound is good enough are made exact, and no more
// than Options.MaxExact. An observer, for whom all are exact, changes nothing.
func (st *state) prune(round int) error {
	o := &st.d.options
	st.open.Clear()
	for _, h := range st.stack {
		st.open.Enqueue(h)
	}
	for _, h := range st.fresh {
		st.open.Enqueue(h)
	}
	st.stack, st.pruned = st.stack[:0], st.pruned[:0]
	vain := 0 // in a row
	for top, ok := st.open.Dequeue(); ok; top, ok = st.open.Dequeue() {
		h := top.(*Hypothesis)
		if st.isHopeless(h, o.Width) {
			// Exact scores are not above this bound and those that are left.
			st.pruned = append(st.pruned, h)
			break
		}
		closed := !h.opened && st.d.early < len(st.d.order)
		if closed && st.counters.Exact >= o.MaxExact {
			st.spent = true
		}
		if closed && (st.spent || vain == o.Patience) {
			st.pruned = append(st.pruned, h)
			continue
		}
		if err := st.exact(h); err != nil {
			return err
		}
		switch keeps := st.stacks(h); {
		case closed && keeps:
			vain = 0
		case closed:
			vain++
		}
	}
	for n := len(st.stack); n > 1 && st.margin(st.stack[n-1]) > o.Margin; n = len(st.stack) {
		st.pruned = append(st.pruned, st.stack[n-1])
		st.stack = st.stack[:n-1]
	}
	st.counters.Pruned += len(st.pruned) + st.open.Size()
	if st.obs != nil {
		for top, ok := st.open.Dequeue(); ok; top, ok = st.open.Dequeue() {
			st.pruned = append(st.pruned, top.(*Hypothesis))
		}
		slices.SortFunc(st.pruned, before)
		st.obs.Ranked(round, st.stack, st.pruned)
	}
	return nil
}

// isHopeless reports whether the bound of a hypothesis is below what the stack has.
func (st *state) isHopeless(h *Hypothesis, width int) bool {
	return len(st.stack) == width && h.bound < st.stack[width-1].Score || st.isBelow(h)
}

// isBelow reports whether a hypothesis is too far below the best.
func (st *state) isBelow(h *Hypothesis) bool {
	return len(st.stack) > 0 && st.margin(h) > st.d.options.Margin
}

// stacks puts a hypothesis with its exact score on the next stack, if it is good enough, and
// reports whether it is. What has no room there is pruned.
func (st *state) stacks(h *Hypothesis) bool {
	width := st.d.options.Width
	full := len(st.stack) == width
	if st.isBelow(h) || full && before(h, st.stack[width-1]) > 0 {
		st.pruned = append(st.pruned, h)
		return false
	}
	at, _ := slices.BinarySearchFunc(st.stack, h, before)
	st.stack = slices.Insert(st.stack, at, h)
	if full {
		st.pruned = append(st.pruned, st.stack[width])
		st.stack = st.stack[:width]
	}
	return true
}

// margin returns how far a hypothesis is below the best, over the whole sentence.
func (st *state) margin(h *Hypothesis) float64 {
	return (st.stack[0].Score - h.bound) * float64(st.n)
}

// score evaluates label sequences; see Request.Enough.
func (st *state) score(labels [][]data.Label, enough func(i int, bound float64) bool) ([]Hypothesis, error) {
	var out []*Hypothesis
	for i, l := range labels {
		if err := check(l, st.n); err != nil {
			return nil, err
		}
		h, _ := st.intern(l)
		out = append(out, h)
		if enough != nil && h.evaluated < len(st.d.order) {
			if err := st.evaluate(h, st.d.early); err != nil {
				return nil, err
			}
			if enough(i, h.Score) {
				continue
			}
		}
		if err := st.evaluate(h, len(st.d.order)); err != nil {
			return nil, err
		}
	}
	return copyOut(out), nil
}

func (st *state) result() *Result {
	for _, h := range st.hyps[:st.used] {
		if h.evaluated < len(st.d.order) {
			st.counters.Skipped++
		}
	}
	return &Result{Stack: copyOut(st.stack), Counters: st.counters}
}
