// Package rnn is a small recurrent network for labelling sequences: embeddings, a layer
// of learned similarities of words (an auto-correlation layer), bidirectional LSTM
// layers (Hochreiter and Schmidhuber 1997, with forget gates; Graves and Schmidhuber
// 2005), a dense layer and any number of heads that give every word a distribution over
// labels. It trains networks (Adam, Kingma and Ba 2015, with averaged weights), and runs
// them with 8-bit weights.
//
// It works on integers and knows nothing of words, as package m3n does. Everything is
// deterministic: the same examples and seed give the same bytes whatever the number of
// goroutines and the vectors of the machine.
//
// Start with [Config], [Trainer] and [Runner].
//
// This package is unstable: it serves the engine and its training.
package rnn
