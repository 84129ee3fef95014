// Package classify has classifiers of vectors that have numbers, categories and undefined
// values in them: a classification tree (Tree) and a multi-layer perceptron (Net), behind one
// interface. Kolar, Svec and Psutka (2004) tell punctuation from prosody with both
// (sections 4.2 and 4.3).
//
// Training is deterministic: the same data, options and seed give the same classifier, for
// any number of goroutines. A classifier is immutable and may be shared.
//
// Start with [TrainTree], [TrainNet] and [Classifier].
package classify
