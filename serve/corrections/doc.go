// Package corrections is what people change of a transcript by hand, as an [Edit]: settings, words that stay or go or are
// retyped, marks, speakers, turns, times, comments. The studio's page sends one with each request; a [Project] keeps it in a
// file, with the checksum of the transcript that it is of, and 'tidytalk clean --corrections' carries that out.
//
// Values may be used from several goroutines as long as nobody changes them.
package corrections
