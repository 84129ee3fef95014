// Package classify has classifiers of vectors that have numbers, categories and undefined
// values in them, behind one interface. Its own is a multi-layer perceptron (Net), which Kolar, Svec
// and Psutka (2004, section 4.3) tell punctuation from prosody with.
//
// Training is deterministic: the same data, options and seed give the same classifier, for
// any number of goroutines. A classifier is immutable and may be shared.
//
// Start with [TrainNet] and [Classifier].
package classify
