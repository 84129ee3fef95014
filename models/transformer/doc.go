// Package transformer runs an encoder (Vaswani et al. 2017) of the shape of BERT (Devlin et al. 2019) that labels sequences:
// embeddings of pieces of words and of positions, layers of attention and of a network of two layers, each normalised behind
// its residual, and heads that give every piece a distribution over labels. It is trained elsewhere, and read by
// [FromSafetensors].
//
// Weights have 8 bits with a scale of each column, or of each row in embeddings; what products are given has 8 bits too, with
// a scale of each row that is found as it comes (Zafrir et al. 2019). Sums of products are of integers; all else is float32,
// rounded in one order. So a model finds the same on every machine, whatever else it reads in the same run.
//
// Pieces are numbers here; package wordpiece cuts words into them. A [Model] is immutable and serves several goroutines, a
// [Runner] belongs to one.
//
// Start with [Load] and [Model.NewRunner].
//
// This package is unstable: it serves the engine.
package transformer
