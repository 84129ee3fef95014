// Package kolar2004 repeats the experiments of Kolar, Svec and Psutka, Automatic Punctuation
// Annotation in Czech Broadcast News Speech (SPECOM 2004): commas and ends of sentences in
// running words, by hidden-event language models with words and morphological tags (section
// 5), by classifiers of prosody (section 4), and by both (section 6).
//
// This package is unstable: it changes with what there is to measure.
package kolar2004
