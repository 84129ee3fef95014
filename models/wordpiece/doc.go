// Package wordpiece cuts words into pieces of a vocabulary, as uncased encoders of the kind of BERT read them (Schuster and
// Nakajima 2012; Devlin et al. 2019): letters become small and lose their accents, punctuation and Chinese characters stand
// alone, and of the rest the longest piece that is known is taken again and again.
//
// Start with [Read] and [Vocabulary.NewCutter]. A [Vocabulary] is immutable and serves several goroutines, a [Cutter]
// belongs to one.
//
// This package is unstable: it serves the engine.
package wordpiece
