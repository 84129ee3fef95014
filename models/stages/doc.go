// Package stages holds the models in front of the decoder: the two-stage disfluency
// labeller of Wang, Ng and Sim (COLING 2014), section 3, their baseline, and the
// part-of-speech tagger in front of it:
//
//	words -> tagger -> filler stage (F/O) -> edit stage (E/F/O) and filler kinds
//
// Each stage is a model of package m3n over columns that this package computes
// from words; the feature templates are the files in templates/. What a stage
// reads from an earlier one is, in training, predicted by jackknifing.
//
// Start with [Labeller], whose [Reading] of a sentence all later models share; [Trainer] trains the stages.
//
// This package is unstable: it serves the engine and its training.
package stages
