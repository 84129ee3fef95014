// Package segmentation cuts unbroken streams of words into pieces that the models of
// disfluencies take as sentences. A piece may hold several sentences: a stream is cut where a
// punctuation predictor is sure that one ends, and nowhere where a repair may reach over the cut.
//
// Start with [Cutter].
//
// This package is unstable: it serves the engine and its training.
package segmentation
