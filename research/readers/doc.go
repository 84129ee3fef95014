// Package readers measures what readers see of cleaned text: the marks and the case that
// are put into bare text, by source, and passages before and after, with what differs from
// the source's own text. It knows texts and what becomes of them, no models.
//
// This package is unstable: it changes with what there is to measure.
package readers
