// Package transcript reads transcripts as people have them, cuts them into
// tokens and sentences for the models, and writes them again without what was
// removed.
//
// A Document keeps every byte of its source: rendered with nothing removed it
// is the source again. Removals are decided token by token (Reasons); Render
// then mends what a removal leaves behind: doubled blanks, orphaned commas and
// dashes, sentence-final marks, a sentence that now starts in lower case. No
// word is ever added or changed but for the case of its first letter.
//
// Documents and what is computed from them are immutable and may be shared
// between goroutines.
package transcript
