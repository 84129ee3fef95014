// Package wordclass holds hard classes of words induced from text: words that stand among
// the same words are in one class, as "monday" and "tuesday" are, so that two words can be
// said to be alike.
//
// Classes are found by the exchange algorithm under the bigram criterion (Martin,
// Liermann and Ney 1998): they maximise the likelihood of the text under a bigram model
// of classes. They have two granularities: fine classes, and coarse ones, each of which
// is made of whole fine ones.
//
// Start with [Classes] and [Trainer].
//
// This package is unstable: it serves the engine and its training.
package wordclass
