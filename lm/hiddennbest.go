package lm

import "github.com/emirpasic/gods/queues/priorityqueue"

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
	q := priorityqueue.NewWith(byBound)
	for i, p := range h.final {
		node := h.layers[len(words)] + int32(i)
		q.Enqueue(&hiddenTail{node: node, rest: p, bound: h.nodes[node].best + p})
	}
	var out []HiddenPath
	for len(out) < n {
		top, ok := q.Dequeue()
		if !ok {
			break
		}
		s := top.(*hiddenTail)
		if h.nodes[s.node].from < 0 {
			p := HiddenPath{Events: make([]int, 0, len(words)), Logp: s.bound}
			for t := s.next; t != nil; t = t.next {
				p.Events = append(p.Events, int(h.nodes[t.node].event))
			}
			out = append(out, p)
			continue
		}
		for _, a := range into[first[s.node]:first[s.node+1]] {
			rest := s.rest + a.logp
			q.Enqueue(&hiddenTail{node: a.from, rest: rest, bound: h.nodes[a.from].best + rest, next: s})
		}
	}
	return out
}

// hiddenTail is the end of a path, from a node on.
type hiddenTail struct {
	node        int32
	rest, bound float64     // of what follows the node, and with the best path to it
	next        *hiddenTail // the tail one shorter
}

// byBound puts the tail with the highest bound first.
func byBound(a, b any) int {
	x, y := a.(*hiddenTail).bound, b.(*hiddenTail).bound
	switch {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}
