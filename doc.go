// Package tidytalk turns conversational transcripts into clean text: it finds fillers and
// speech repairs, restores punctuation and case, and says why it did each thing.
//
//	cleaner, err := tidytalk.Load(bundle.Default()...)
//	text, err := cleaner.Text(ctx, "I want a flight to Boston, uh, I mean to Denver.")
//
// A [Cleaner] works with the models of a [Bundle]: [Cleaner.Text] cleans a text, [Cleaner.Clean]
// decides about a document, which package text/formats reads from a file of any format and rewrites by a
// plan, [Cleaner.Tokens] decides about tokenised sentences, [Cleaner.Words] and [Cleaner.NewStream] work on
// what comes live, and [Cleaner.Trace] says how the decoder came to its decision. [Options] say how.
//
// docs/library.md shows more, docs/architecture.md what the other packages are for.
//
// # What is stable
//
// Within a major version, this package, packages text/formats and text/fillers, packages text/transcript
// and decode/document as far as these show them, and package beam keep what they have. Packages m3n,
// lm, mert and metric are toolkits of their own and seldom change. All other packages serve this one:
// they may change with any version. Files of models are read by the version that wrote them and
// later ones, or refused with an error that says what to do.
package tidytalk
