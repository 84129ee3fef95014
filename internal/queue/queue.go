// Package queue has a priority queue that keeps its memory for the next use.
//
// Start with [Of].
package queue

import "container/heap"

// Of is a priority queue of pointers, used again and again without new memory. It belongs to one goroutine.
type Of[T any] struct{ items items[T] }

// New returns a queue from which those come first that order puts first: it is below 0 where a comes before b. No two may be
// equal, or it is not said which comes first.
func New[T any](order func(a, b *T) int) *Of[T] { return &Of[T]{items[T]{order: order}} }

// Clear empties the queue.
func (q *Of[T]) Clear() { q.items.all = q.items.all[:0] }

// Len returns how many are in the queue.
func (q *Of[T]) Len() int { return len(q.items.all) }

// Push puts one into the queue.
func (q *Of[T]) Push(x *T) { heap.Push(&q.items, x) }

// Peek returns the first one; false: there is none.
func (q *Of[T]) Peek() (*T, bool) {
	if q.Len() == 0 {
		return nil, false
	}
	return q.items.all[0], true
}

// Pop takes out the first one; false: there is none.
func (q *Of[T]) Pop() (*T, bool) {
	if q.Len() == 0 {
		return nil, false
	}
	return heap.Pop(&q.items).(*T), true
}

// items is a heap.Interface.
type items[T any] struct {
	all   []*T
	order func(a, b *T) int
}

func (x *items[T]) Len() int           { return len(x.all) }
func (x *items[T]) Less(i, j int) bool { return x.order(x.all[i], x.all[j]) < 0 }
func (x *items[T]) Swap(i, j int)      { x.all[i], x.all[j] = x.all[j], x.all[i] }
func (x *items[T]) Push(v any)         { x.all = append(x.all, v.(*T)) }
func (x *items[T]) Pop() any {
	last := len(x.all) - 1
	v := x.all[last]
	x.all = x.all[:last]
	return v
}
