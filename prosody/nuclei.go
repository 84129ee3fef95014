package prosody

// Nucleus is the middle of a syllable: a stretch of voiced sound around a maximum of
// energy. Start and End are seconds, Peak is dB.
type Nucleus struct{ Start, End, Peak float64 }
