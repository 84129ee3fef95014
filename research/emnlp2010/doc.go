// Package emnlp2010 repeats the experiments of Lu and Ng (EMNLP 2010), sections 3 to 6:
// marks of dialogue turns, without times, by hidden-event language models, linear chains,
// and factorial chains, which label the words with marks and with kinds of sentences at
// once; and the same models on words that were not recognised well.
//
// This package is unstable: it changes with what there is to measure.
package emnlp2010
