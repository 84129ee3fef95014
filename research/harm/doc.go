// Package harm measures what cleaning takes away that is not disfluent, and how it does with
// corrections that say so: edited text, texts with numbers, probes, pairs of verbatim and clean
// text, and sets of corrections. It knows texts and what becomes of them, no models.
//
// Probes and sets are for measuring only: nothing is to be trained on them, or on the terms
// that HeldOutTerms returns.
//
// This package is unstable: it changes with what there is to measure.
package harm
