// Package neural is the recurrent network of the product (package rnn): what it sees of
// the words of a sentence or stream, what its heads predict (disfluencies, punctuation and
// case), and how it is trained.
//
// Start with [Model] and [Advisor]; [Train] makes a model of [Sample] values.
//
// This package is unstable: it serves the engine and its training.
package neural
