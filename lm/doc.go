// Package lm estimates and queries n-gram language models of orders 1 to 6.
//
// Estimation is interpolated modified Kneser-Ney (Chen and Goodman 1998; Heafield
// et al. 2013) or interpolated Witten-Bell. Models are read from and written to
// ARPA files, and kept in a compact binary form that is used as it lies in
// memory. Hidden decodes events between words that a model over words and event
// tokens predicts (Stolcke and Shriberg 1996).
//
// Words are integers of a Vocabulary. All probabilities are natural logarithms;
// base 10 appears in ARPA files only.
//
// A Model is immutable and may be shared between goroutines.
//
// Start with [Open] and [Model]; [NewCounter] counts for an estimation, [NewHidden] finds hidden events.
package lm
