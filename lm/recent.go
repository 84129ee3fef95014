package lm

// Recent gives the scores of a model and remembers those that were asked for lately,
// for callers that ask for the same n-grams again and again. It belongs to one
// goroutine. The zero Recent is ready for Use.
type Recent struct {
	model *Model
	asked [recentSize]recent
}

const (
	recentBits = 11
	recentSize = 1 << recentBits
)

// recent is an answer of Model.Score.
type recent struct {
	state State
	word  uint32 // plus one; 0: none
	after State
	logp  float64
}

// Use sets the model. What was asked of another one is forgotten.
func (r *Recent) Use(m *Model) {
	if r.model != m {
		r.model = m
		clear(r.asked[:])
	}
}

// Score is Model.Score of the model in use.
func (r *Recent) Score(s State, word uint32) (float64, State) {
	a := &r.asked[(uint32(s)*hashFactor^word*hashInverse)>>(32-recentBits)]
	if a.state != s || a.word != word+1 {
		logp, after := r.model.Score(s, word)
		*a = recent{s, word + 1, after, logp}
	}
	return a.logp, a.after
}
