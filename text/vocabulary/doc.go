// Package vocabulary is a list of names, products and acronyms with their spelling: where they stand in
// a text, and in what case their letters are. Users have one for what they transcribe, and the names of a
// document's speakers are one.
//
// Start with [Parse] and [OfSpeakers].
package vocabulary
