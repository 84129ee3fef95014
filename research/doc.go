// Package experiment repeats the experiments of the papers and those behind docs/results.md:
// tables, ablations, curves. Nothing of the product depends on it.
//
// This package is unstable: it changes with what there is to measure.
package experiment
