// Package data holds what every other package speaks of: tokens with their
// annotation, sentences, speaker sides, disfluency labels and filler kinds, and
// the readers of the corpora they come from.
//
// Tokens follow the Penn Treebank tokenisation ("do" "n't", "it" "'s"). Times
// are seconds from the start of the recording. All types are plain values:
// reading them from several goroutines is safe, changing them is not.
//
// The label conventions are those of Wang, Ng and Sim (COLING 2014) and Wang,
// Sim and Ng (EMNLP 2014): E inside a reparandum, F filler, O otherwise.
//
// Decision and Disfluencies, with the types of their fields, are stable. The rest is unstable:
// it serves the engine, its training and its measures.
//
// Start with [Token], [Sentence] and [Side]; [Decision] is what all others hand on. [ReadTSV] and [ReadSwDA]
// read corpora.
package data
