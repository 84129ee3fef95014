// Package chinese reads and restores Chinese text: words in text without blanks, and the
// punctuation between them, predicted by labelling in several passes, as in the paper on
// multiple-pass labelling with conditional random fields for Chinese punctuation ("the paper"
// in this package).
//
// A text is a sequence of units: a Chinese character, or a run of letters and digits of other
// scripts, each with the punctuation marks between it and the next one. Words are made of units.
//
// Start with [Model] and [Reader]; [Train] makes a model.
package chinese
