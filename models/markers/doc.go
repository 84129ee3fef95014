// Package markers says of the words of a sentence that may be discourse markers or editing terms,
// "like", "you know", "well", whether they are, where they stand, or carry the sentence: "he is, like,
// tired" and "he looks like me", "well, no" and "alive and well". In text without punctuation it goes by
// words and tags, in text with punctuation by that, too.
//
// A [Model] is log-linear: binary logistic regression over the features of an occurrence of one of the
// phrases that a corpus has as markers. [Finder] finds the occurrences of a sentence, [Examples] and
// [Trainer] make a model.
//
// This package is unstable: it serves the engine and its training.
package markers
