package prosody

// LTM is a lognormal tied mixture of pitch: three lognormal modes at half the pitch, the
// pitch and twice the pitch of a voice, with means ln 2 apart and one variance (Sönmez,
// Heck, Weintraub and Shriberg 1997).
type LTM struct {
	Mean, Sigma             float64 // of the middle mode, of ln Hz
	Halved, Proper, Doubled float64 // weights of the modes; they sum up to 1, or all are 0: too few frames to tell
}
