// Package transcript is the document model: turns of speakers, words with their times,
// Penn Treebank tokens and sentences for the models, and the text without what was
// removed. It reads plain text; package formats reads the other forms, and lays what is
// said in them out with Build.
//
// A Document keeps every byte of its source: rendered with nothing removed it
// is the source again. Removals are decided token by token ([data.Decision]); [Document.Edit]
// then mends what a removal leaves behind: doubled blanks, orphaned commas and
// dashes, sentence-final punctuation, a sentence that now starts in lower case. It sets the
// punctuation and case that decisions hold. No word is ever added, and none changed but for its
// case, and for numbers where they are asked for in digits.
//
// Documents and what is computed from them are immutable and may be shared
// between goroutines. Times are in seconds.
//
// Start with [ParseText] and [Document.Edit].
package transcript
