// Package adapt starts from the models of a bundle and learns from labelled sentences of a
// user's own: it trains the network and the edit models on, tunes the weights of the decoders
// and calibrates their confidence. It keeps a part of the sentences to judge itself with, takes
// only what gains, and gives nothing back that is not better.
//
// Start with [Adapt] and [Suggest].
//
// This package is unstable.
package adapt
