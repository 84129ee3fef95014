// Package translation puts marks of punctuation into text by statistical machine
// translation, from text without marks to the same text with them (Peitz, Freitag and
// Ney, IWSLT 2014): by phrases, or by a synchronous context-free grammar whose rules
// have gaps, "X -> <was X, was X ?>".
//
// A Segment is a text with its marks; the words of the source are the words of the
// target, so that a target is told by the marks in the gaps between them. Extract takes
// phrases and rules from segments, a Table keeps them, and a Phrases or a Chart decodes
// words with a Model: the table, a language model and weights of features in a
// log-linear model. Logarithms are natural.
//
// This package is unstable: it serves the engine and its training.
package translation
