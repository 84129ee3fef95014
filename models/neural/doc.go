// Package neural is the recurrent network of the product (package rnn): what it sees of
// the words of a sentence or stream, what its heads say, disfluencies and marks, and how
// it is trained.
//
// This package is unstable: it serves the engine and its training.
package neural
