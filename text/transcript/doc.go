// Package transcript is the document model: turns of speakers, words with their times,
// Penn Treebank tokens and sentences for the models, and the text without what was
// removed. It reads plain text; package formats reads the other forms, and lays what is
// said in them out with Build.
//
// A Document keeps every byte of its source: rendered with nothing removed it
// is the source again. Removals are decided token by token (Reasons); Edit
// then mends what a removal leaves behind: doubled blanks, orphaned commas and
// dashes, sentence-final marks, a sentence that now starts in lower case. Restore
// sets marks and case. No word is ever added, and none changed but for its case.
//
// Documents and what is computed from them are immutable and may be shared
// between goroutines. Times are in seconds.
//
// Start with [ParseText] and [Document.Edit].
package transcript
