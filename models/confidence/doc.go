// Package confidence says how likely it is that the removal of a stretch of words, as a reparandum, is
// right: confidence estimation, as it is known of speech recognition. It reads the stretch where it
// stands, the words around it and their punctuation, what is left without it under a language model, and what the models
// that proposed it say of it.
//
// A [Model] is log-linear: binary logistic regression over the features of a [Removal]. [Examples] and
// [Trainer] make one.
//
// This package is unstable: it serves the engine and its training.
package confidence
