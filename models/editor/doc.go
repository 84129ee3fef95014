// Package editor says which of the words that are left of a turn an editor would take out, too, who makes
// clean verbatim of a transcript: openers ("yeah, so"), tags ("right?"), hedges ("kind of"), turns of listening ("mm-hmm") and
// what was begun and left.
//
// A [Model] is a linear-chain conditional random field over the words that are left (Lafferty et al. 2001), which
// reads words, tags, punctuation, what was removed between, copies of words nearby, the place in the sentence and
// the turn, and how turns of others meet this one. [Trainer] learns it from what editors took out of transcripts
// (pairs of verbatim and clean text). Probabilities are calibrated: the share of editors who agree.
//
// This package is unstable: it serves the engine and its training.
package editor
