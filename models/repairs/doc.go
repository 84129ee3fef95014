// Package repairs scores what a label sequence removes from a sentence: a
// log-linear model of the stretches that are removed, each seen together with the
// words that are left around it. It reads what no chain model can: how the
// removed words align with the words that follow once everything is removed, what
// language models say of the join, and what the edit model thinks of it.
//
// It is trained to find the best of a list of hypotheses, as the rerankers of
// Johnson and Charniak (ACL 2004) and of Zwarts and Johnson (ACL 2011) are.
//
// Start with [Model] and [Scorer]; [Trainer] makes a model of [List] values.
//
// This package is unstable: it serves the engine and its training.
package repairs
