// Package rules finds filled pauses, repetitions, stutters and partial words of a language by rule, with the lists of
// its folder (package language): what is known of a language for which there are no models. The lists of words that
// may be repeated by mistake are calibrated on fluent text.
//
// Start with [New].
package rules
