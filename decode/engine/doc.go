// Package engine holds what turns the words of a sentence into decisions about them.
//
// An Engine is a set of stages (tagger, filler stage, edit stage, see package stages), a
// beam-search decoder over their outcome (package beam), and settings: the weights of the
// decoder's features and the calibration of its confidence. A Bundle is a file of models; it
// holds equal engines by name, Sentences for sentences, Streams for pieces of unbroken
// streams of words and Written for text with punctuation, and the models that restore
// punctuation and case.
//
// A decoder is put together from Components, each a producer or some evaluators with all that
// is to be known of them: name, default weight, what parts of a bundle they read. Bundle.Add
// takes up components of one's own.
//
// Everything here is immutable and may be shared by goroutines, but for what says otherwise.
//
// Start with [Open] or [Load], and with [Bundle.Add].
//
// This package is unstable: programs use the root of the module; who adds components or trains
// models uses Bundle, Engine, Component and Settings, whose meaning is kept, while the rest may
// change with any version.
package engine
