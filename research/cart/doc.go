// Package cart has classification trees (CART; Breiman, Friedman, Olshen and Stone 1984) of the vectors of
// package models/classify. Kolar, Svec and Psutka (2004, section 4.2) tell punctuation from prosody with
// them.
//
// Training is deterministic: the same data, options and seed give the same tree, for any number of
// goroutines. A tree is immutable and may be shared. Start with [Train].
package cart
