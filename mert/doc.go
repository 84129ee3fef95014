// Package mert tunes the weights of a linear model to an error measure: minimum
// error rate training (Och, ACL 2003). Along a line in the space of weights, the
// hypothesis that a model prefers changes at finitely many points only; the
// package finds all of them, from pools of hypotheses with their feature values
// and the counts behind the measure, and so the exact best point of the line.
//
// Start with [Tuner], [Pool] and [Objective].
package mert
