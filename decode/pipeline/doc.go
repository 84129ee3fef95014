// Package pipeline is the one path from the words of a speaker to decisions about them:
//
//	words -> reading (tags, fillers) -> labels of sentences, or of the pieces of a stream -> punctuation and case
//
// Sentence takes a sentence, Stream a stream of words as they come: it commits to what has
// enough words after it, and forgets it. Package document drives it, for documents, word
// iterators, live text and tokens.
//
// Start with [New], [Pipeline] and [Stream].
//
// This package is unstable: programs use the root of the module.
package pipeline
