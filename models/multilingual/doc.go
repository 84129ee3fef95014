// Package multilingual is one small network for the marks, the case and the repairs of many
// languages. It has no vocabulary: words are seen by hashes of themselves, of their beginnings
// and of their ends (Bojanowski et al., TACL 2017; hash embeddings: Svenstrup et al., NIPS
// 2017), by their script, and by how they are like the words near them; the language is an
// input of its own. Languages that are written without blanks are read by characters.
//
// [Split] makes units of written words, a [Reader] says of each unit which mark stands behind
// it and before it, how it is written, and whether a speaker takes it back. [Model.Decide]
// makes decisions of that, by thresholds that a calibration found for each language.
//
// This package is unstable: it serves the engine and its training.
package multilingual
