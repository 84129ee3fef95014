package prosody

import "math"

// EnergyFloor is the energy of digital silence, in dB.
const EnergyFloor = -100

// decibels brings a mean square to dB.
func decibels(power float64) float32 {
	if power < 1e-10 {
		return EnergyFloor
	}
	return float32(10 * math.Log10(power))
}

// semitones brings Hz to semitones above 1 Hz.
func semitones(hz float64) float64 { return 12 * math.Log2(hz) }
