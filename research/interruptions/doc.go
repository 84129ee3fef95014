// Package interruptions tells by the voice where speakers interrupt themselves: at the end of
// a reparandum, before they repair it. A classifier reads the features of package prosody at
// the boundary between two words; where there is no recording, pauses and the durations of
// words, which their times give.
//
// This package is unstable: it serves the engine and its training.
package interruptions
