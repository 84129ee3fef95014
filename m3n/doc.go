// Package m3n labels sequences with linear chains: feature templates, exact
// inference over chains of clique order up to 3 (second-order edges), max-margin
// (M3N) and log-loss (CRF) training, and compact model files.
//
// The models are those of Taskar et al. (2003), Qian and Liu (2013) and Wang, Ng
// and Sim (COLING 2014), section 3: the score of a label sequence is the sum of
// the weights of the features that fire on its cliques (Eqn. 2); the M3N is
// trained with a label- and node-weighted Hamming loss (Eqn. 4).
//
// Labels may be tuples of labels of several layers, which weights look at one by one or
// together: the factorial CRF of Sutton et al. (2007), exactly. See Templates and Space.
//
// The package works on integers only. A Sequence holds columns of values, one
// per token; package m3n does not know what a word is. All scores are natural
// logarithms up to an additive constant of the sequence.
//
// A Model is immutable once built and may be shared between goroutines; a
// Scratch belongs to one goroutine at a time.
//
// Start with [ParseTemplates], [NewDataset] and a trainer ([Subgradient], [BCFW] or [LBFGS]); [Model] labels.
package m3n
