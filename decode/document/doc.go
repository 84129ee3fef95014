// Package document decides about all words of a document: what is removed, how the rest is written,
// and what is left as it is. It says which words the models see together, and what holds
// whatever they say. [Decider.Decide] takes a parsed transcript through these steps, each in a file of
// its own:
//
//	loops        repeated output of a recogniser is found, and seen once
//	languages    the language of each stretch: as it is said, as it shows, or as what is around it
//	segments     sentences, streams of words without punctuation, Chinese, and what is left as it is
//	decisions    the models decide about each segment: packages pipeline and engine
//	given        what the transcript itself says of its words
//	masks        nothing is a repair of a word that nobody can read
//	loops        the copies get what was decided about the first one, and are removed with loops
//	sentences    the segments are cut at sentence boundaries
//	punctuation  text with punctuation keeps its own
//	would        what is removed at the highest level holds all that is
//
// Words that are not in a document, or not there yet, come to the same decisions:
// [Decider.Tokens] takes sentences that are tokenised already, [Decider.Words] the words of a
// speaker one by one, and [Stream] text in whatever parts. [Decider.Trace] says how the decoder
// came to what it decided. Start with [New] and [Decider].
//
// This package is unstable but for what the root of the module has names for: programs use
// that.
package document
