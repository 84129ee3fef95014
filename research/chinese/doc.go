// Package chinese reproduces the experiments of the paper on multiple-pass labelling with
// conditional random fields for Chinese punctuation: what features of words, phrases and
// functional chunks, and several passes in place of one, do for the marks of a treebank
// (Tables 9 to 13).
package chinese
