// Package weights holds the weights of the features of a log-linear model, by 32-bit keys:
// a static table that takes three bytes a feature and, on disk, 64 KiB more.
//
// Start with [New] and [Open].
package weights
