// Package voice measures what a voice adds to words and pauses, for the marks of spontaneous
// speech: chains with prosodic columns, and the combination of Kolar, Svec and Psutka
// (2004), section 6, with the chains and with the models of a bundle.
//
// This package is unstable: it changes with what there is to measure.
package voice
