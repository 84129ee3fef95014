package beam

// Observer is told what a decoder does, in order, from the goroutine that decodes.
// What it is given is valid during the call only. A decoder that is observed
// computes every feature of every hypothesis; its result is the same.
type Observer interface {
	// Begin opens a decoding of hypotheses with these features.
	Begin(names []string, weights []float64, in *Input)
	// Started tells of the hypothesis that labels every word O.
	Started(first *Hypothesis)
	// Proposed tells of a label sequence that a producer made from a hypothesis. With
	// merged set, it is equal to h, which was there; else h is new.
	Proposed(round int, parent *Hypothesis, producer string, h *Hypothesis, merged bool)
	// Ranked tells of the end of a round: the stack, best first, and what was not kept
	// of its candidates, best first.
	Ranked(round int, stack, pruned []*Hypothesis)
}
