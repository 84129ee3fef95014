package translation

// heap holds things by their scores, of which the greatest is taken first. The zero heap is
// empty.
type heap[T any] []scored[T]

type scored[T any] struct {
	score float64
	of    T
}

func (h *heap[T]) push(score float64, of T) {
	*h = append(*h, scored[T]{})
	s := *h
	i := len(s) - 1
	for i > 0 && s[(i-1)/2].score < score {
		s[i] = s[(i-1)/2]
		i = (i - 1) / 2
	}
	s[i] = scored[T]{score, of}
}

// pop takes what has the greatest score out of a heap that is not empty.
func (h *heap[T]) pop() T {
	s := *h
	top, last := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for {
		c := 2*i + 1
		if c >= len(s) {
			break
		}
		if c+1 < len(s) && s[c+1].score > s[c].score {
			c++
		}
		if s[c].score <= last.score {
			break
		}
		s[i] = s[c]
		i = c
	}
	if len(s) > 0 {
		s[i] = last
	}
	return top.of
}
