// Package producers holds the hypothesis producers of tidytalk (COLING 2014,
// section 4.3). Producers are immutable and may be shared by goroutines.
//
// Each type is one of them: [Dictionary] of confusable phrases, [Repetition], [FillerWords], [EditWords],
// [EditTerms], [Network].
//
// This package is unstable: it serves the engine and its training.
package producers
