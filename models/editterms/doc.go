// Package editterms finds repairs with an editing term or a filled pause in the
// open: "on monday uh i mean tuesday", "the red one, or rather the blue one". The
// reparandum ("monday", "the red one") and its repair have other words, so models that look
// for rough copies do not see them; what tells is that they are alike (package wordclass)
// and that what stands between them belongs to neither.
//
// A place is a word after which an editing term may stand. Its readings are what may have
// been repaired there, with which term; a log-linear model gives their probabilities
// beside that of nothing at all. Terms need not be known: Phrases says how much a
// sequence of words is used to stand apart from the words around it.
//
// Start with [NewFinder] and [Finder]; [Trainer] makes a [Model].
//
// This package is unstable: it serves the engine and its training.
package editterms
