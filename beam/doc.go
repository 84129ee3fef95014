// Package beam is a beam-search decoder for label sequences of whole sentences
// (Wang, Ng and Sim, COLING 2014, section 4, Algorithm 1).
//
// It starts from the hypothesis that labels every word O. In each round every
// Producer proposes new label sequences from every hypothesis of the stack, all
// evaluators score them, and the best are kept. The score of a hypothesis is the
// weighted sum of its feature values (Eqn. 5). Equal label sequences are one
// hypothesis.
//
// The package knows no models: producers and evaluators bring them.
//
// Start with [New] and [Decoder]; who adds to the search implements [Producer] or [Evaluator]. A [Trace] shows
// what was looked at.
package beam
