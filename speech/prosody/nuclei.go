package prosody

import "slices"

// Nucleus is the middle of a syllable: a stretch of voiced sound around a maximum of
// energy. Start and End are seconds, Peak is dB.
type Nucleus struct{ Start, End, Peak float64 }

// Parameters of de Jong and Wempe (2009), but for nucleusDrop, which is ours.
const (
	silenceBelow = 25 // dB under the loudest: no nuclei there
	leastDip     = 2  // dB between two nuclei
	nucleusDrop  = 6  // dB from the peak to the ends of a nucleus
)

// smoothReach is how many frames on either side the energy is smoothed over: the window
// has about the length of that of de Jong and Wempe.
const smoothReach = 2

// findNuclei finds syllable nuclei as de Jong and Wempe (2009), "Praat script to detect
// syllable nuclei and measure speech rate automatically", do: maxima of the energy that are not
// far below the loudest, are voiced, and have a dip before and after them. A nucleus
// lasts as long as there is voice that is not much weaker than its peak, and to the dips at most.
func findNuclei(energy, f0 []float32) []Nucleus {
	smooth := smoothed(energy)
	least := loudEnergy(smooth) - silenceBelow
	var nuclei []Nucleus
	for _, p := range peaksBetweenDips(smooth) {
		if smooth[p.at] < least || f0[p.at] <= 0 {
			continue
		}
		from, to := p.at, p.at+1
		in := func(i int) bool { return f0[i] > 0 && smooth[i] > smooth[p.at]-nucleusDrop }
		for from > p.from && in(from-1) {
			from--
		}
		for to < p.to && in(to) {
			to++
		}
		nuclei = append(nuclei, Nucleus{float64(from) * Step, float64(to) * Step, float64(smooth[p.at])})
	}
	return nuclei
}

// smoothed weighs the frames around each by a triangle.
func smoothed(energy []float32) []float32 {
	out := make([]float32, len(energy))
	for i := range energy {
		var sum, weights float32
		for k := max(0, i-smoothReach); k <= min(len(energy)-1, i+smoothReach); k++ {
			w := float32(smoothReach + 1 - max(k-i, i-k))
			sum += w * energy[k]
			weights += w
		}
		out[i] = sum / weights
	}
	return out
}

// loudEnergy is what one frame of a hundred exceeds.
func loudEnergy(energy []float32) float32 {
	if len(energy) == 0 {
		return EnergyFloor
	}
	sorted := slices.Clone(energy)
	slices.Sort(sorted)
	return sorted[len(sorted)-1-len(sorted)/100]
}

// hill is a maximum of the energy, and where the dips beside it are.
type hill struct{ at, from, to int }

// peaksBetweenDips returns the maxima between which the energy dips.
func peaksBetweenDips(energy []float32) []hill {
	var hills []hill
	if len(energy) == 0 {
		return nil
	}
	low, peak := 0, -1 // where it was lowest since the last hill, and highest since then
	for i, e := range energy {
		switch {
		case peak < 0 && e < energy[low]:
			low = i
		case peak < 0 && e >= energy[low]+leastDip, peak >= 0 && e > energy[peak]:
			peak = i
		case peak >= 0 && e <= energy[peak]-leastDip:
			hills = append(hills, hill{peak, low, i})
			low, peak = i, -1
		}
	}
	if peak >= 0 {
		hills = append(hills, hill{peak, low, len(energy)})
	}
	// A hill ends where the next begins: at the lowest frame.
	for i := 1; i < len(hills); i++ {
		hills[i-1].to = hills[i].from
	}
	return hills
}
