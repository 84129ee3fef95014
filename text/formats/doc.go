// Package formats reads transcripts in the formats that people have them in, writes them
// back with nothing changed but what cleaning changes, and converts between formats.
//
// A File keeps every byte of what was read. What was said is found in it as fields:
// stretches of the file whose decoded text is speech. A format that says the same twice
// (a recogniser's words, and the text made of them) gives several views of it; the first is the
// Document that is cleaned, and the others follow it word by word. Rewrite turns the
// decisions into splices of the file, so that all that is no speech is kept as it is,
// byte for byte. Transcript is what is left to say, free of any format, for conversions.
//
// Times are in seconds. Files are immutable once read, and may be shared between
// goroutines.
//
// Start with [Read], [File] and [File.Rewrite].
package formats
