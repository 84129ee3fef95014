// Package iwslt2014 repeats the experiments of Peitz, Freitag and Ney, Better Punctuation
// Prediction with Hierarchical Phrase-Based Translation (IWSLT 2014), section 5.3: marks put
// into text without them by phrases, by rules with gaps, and by hidden-event language models,
// tuned on BLEU and on F of marks; and by linear chains that learn from the same text.
//
// This package is unstable: it changes with what there is to measure.
package iwslt2014
