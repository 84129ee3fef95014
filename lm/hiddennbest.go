package lm

import "container/heap"

// HiddenPath is a sequence of events with the natural logarithm of its probability
// together with the words.
type HiddenPath struct {
	Events []int // after each word, as Decode returns them
	Logp   float64
}

// NBest returns the n most probable sequences of events after the words of a text,
// best first, or all of them if there are fewer. It searches backwards from the
// end, guided by the best path to each node.
func (h *Hidden) NBest(words []uint32, n int) []HiddenPath {
	if n <= 0 {
		return nil
	}
	h.Decode(words, nil)
	// The arcs to each node.
	first := make([]int32, len(h.nodes)+1)
	for i := range h.arcs {
		first[h.arcs[i].to+1]++
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	into, next := make([]hiddenArc, len(h.arcs)), append([]int32(nil), first...)
	for _, a := range h.arcs {
		into[next[a.to]] = a
		next[a.to]++
	}
	q := &hiddenQueue{}
	for i, p := range h.final {
		node := h.layers[len(words)] + int32(i)
		heap.Push(q, hiddenTail{node: node, rest: p, bound: h.nodes[node].best + p, next: -1})
	}
	var out []HiddenPath
	var done []hiddenTail
	for q.Len() > 0 && len(out) < n {
		s := heap.Pop(q).(hiddenTail)
		if h.nodes[s.node].from < 0 {
			p := HiddenPath{Events: make([]int, 0, len(words)), Logp: s.bound}
			for i := s.next; i >= 0; i = done[i].next {
				p.Events = append(p.Events, int(h.nodes[done[i].node].event))
			}
			out = append(out, p)
			continue
		}
		done = append(done, s)
		for _, a := range into[first[s.node]:first[s.node+1]] {
			rest := s.rest + a.logp
			heap.Push(q, hiddenTail{node: a.from, rest: rest, bound: h.nodes[a.from].best + rest, next: int32(len(done) - 1)})
		}
	}
	return out
}

// hiddenTail is the end of a path, from a node on.
type hiddenTail struct {
	node, next  int32   // next is the tail one shorter, -1 none
	rest, bound float64 // of what follows the node, and with the best path to it
}

// hiddenQueue is a heap of tails, the highest bound on top.
type hiddenQueue struct{ tails []hiddenTail }

func (q *hiddenQueue) Len() int           { return len(q.tails) }
func (q *hiddenQueue) Less(i, j int) bool { return q.tails[i].bound > q.tails[j].bound }
func (q *hiddenQueue) Swap(i, j int)      { q.tails[i], q.tails[j] = q.tails[j], q.tails[i] }
func (q *hiddenQueue) Push(x any)         { q.tails = append(q.tails, x.(hiddenTail)) }
func (q *hiddenQueue) Pop() any {
	n := len(q.tails) - 1
	x := q.tails[n]
	q.tails = q.tails[:n]
	return x
}
