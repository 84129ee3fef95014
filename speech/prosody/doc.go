// Package prosody measures how words are said: pitch, durations, pauses and loudness, and
// makes of them the features of Kolar, Svec and Psutka, "Automatic Punctuation Annotation
// in Czech Broadcast News Speech" (SPECOM 2004), section 4.1.
//
// Tracks are made from samples by a Tracker. Pitch is found by the autocorrelation method of
// Boersma (1993), "Accurate short-term analysis of the fundamental frequency and the
// harmonics-to-noise ratio of a sampled sound": maxima of the autocorrelation of a
// window, divided by that of the window function, and dynamic programming over them.
// It is what praat calls "To Pitch (ac)", with its usual parameters. What differs: sound is
// brought to 16 kHz first; what is below 40 Hz is taken away; and what counts as silence is
// measured against what one frame of a hundred exceeds, not against the greatest sample, so
// that a click does not silence a voice. (Section 4.1.1 tracks pitch by RAPT.) The contour
// is then treated as section 4.1.1 has it: octave errors are removed by a lognormal tied
// mixture, what is left goes through a median filter, and straight lines stand for it.
//
// Where two voices are in one channel, the louder is tracked, and octave errors can be
// told only from the pitch of one speaker (see Tracks.Voice). Sound that lacks all below
// 300 Hz, as after a sharp filter, has some times as many octave errors as other sound.
//
// MeasureWords takes what the Tracks of a channel have in the stretch of each word;
// MeasureSyllables takes syllables that somebody has measured. Extract makes a vector of
// each boundary between words, with what the two words before it and the one after it
// are like. F0 is in semitones, so that a ratio is a difference; it is normalised by the
// mean and the deviation of the speaker, durations by those of the vowel, and energy by the
// mean of the speaker, so that neither a voice nor a microphone matters.
//
// What is not known is NaN: the pitch of a word without voice, the pause after the last
// word. Classifiers of package classify take it as such. A mean that rests on few words
// is no better for that, but a deviation is: it is drawn to one that is usual (see
// spread), so that two words of a speaker do not make extremes of each other.
//
// All functions may be called concurrently, but for a Tracker, which belongs to one
// goroutine. Times are in seconds.
//
// Start with [TracksOf], [MeasureWords] and [Extract]; [Features] lists what is extracted.
package prosody
