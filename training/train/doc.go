// Package train trains the parts of model bundles and tunes their engines: what turns
// labelled corpora into what package engine works with.
//
// How the parameters of one model are estimated stands beside the model (packages m3n, lm,
// stages, repairs, experts, punct, truecase); here is what takes several of them, and what a
// later stage reads of an earlier one by jackknifing. Programs that only clean text do not
// need it.
//
// Results depend on corpora, settings and seeds, not on the number of workers.
//
// Start with [Tune]; [Decoder], [Streams], [Written] and [Network] train groups of parts.
//
// This package is unstable but for Tune, TuneOptions and Tuned.
package train
