// Package tidytalk turns conversational transcripts into clean text: it finds fillers and
// speech repairs, restores punctuation and case, and says why it did each thing.
//
//	cleaner, err := tidytalk.Load(bundle.Default()...)
//	text, err := cleaner.Text(ctx, "I want a flight to Boston, uh, I mean to Denver.")
//
// A Cleaner works with the models of a Bundle: Text cleans a text, Clean decides about a
// document, which package formats reads from a file of any format and rewrites by a plan,
// Tokens decides about tokenised sentences, Words and NewStream work on what comes live, and
// Trace says how the decoder came to its decision.
//
// # What is stable
//
// Within a major version, this package, packages formats and fillers, packages transcript and
// document as far as these show them, and package beam keep what they have. Packages m3n, lm,
// mert and metric are toolkits of their own and seldom change. Packages data, numerals, engine,
// pipeline, train and the packages of models below them serve this one and say that they are
// unstable: they may change with any version. Files of models are read by the version that
// wrote them and later ones, or refused with an error that says what to do.
package tidytalk
