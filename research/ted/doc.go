// Package ted is the usual benchmark of punctuation (Peitz et al. 2014; Tilk and Alumäe
// 2016; Che et al. 2016): commas, full stops and question marks in the words of TED talks,
// by the models of a bundle, and by a network that is trained on the training part of the
// benchmark alone.
//
// Nothing that is trained here is for giving away: the licence of the talks does not allow
// it.
//
// This package is unstable: it changes with what there is to measure.
package ted
