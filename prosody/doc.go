// Package prosody measures the voice: pitch, energy and syllable nuclei of a recording.
//
// Tracks are made from samples by a Tracker. Pitch is found by the autocorrelation method of
// Boersma (1993), "Accurate short-term analysis of the fundamental frequency and the
// harmonics-to-noise ratio of a sampled sound": maxima of the autocorrelation of a
// window, divided by that of the window function, and dynamic programming over them.
// It is what praat calls "To Pitch (ac)", with its usual parameters, but for what
// stands beside them.
//
// The contour is then treated as Kolář, Švec and Psutka (2004), section 4.1.1, do: octave
// errors are removed by a lognormal tied mixture, what is left goes through a median
// filter, and straight lines stand for it.
package prosody
