package prosody

import "math"

// path chooses one candidate of each frame, or none, so that the sum of their strengths
// less what changes cost is greatest (Boersma 1993, section 3), and returns the pitch in
// Hz, 0 where there is none. Frame i has candidates[first[i]:first[i+1]]; unvoiced[i]
// is the strength of having none.
func path(candidates []candidate, first []int32, unvoiced []float32) []float32 {
	n := len(unvoiced)
	f0 := make([]float32, n)
	if n == 0 {
		return f0
	}
	// State 0 of a frame is to have no pitch, state k+1 is its candidate k.
	back := make([]uint8, len(candidates)+n)
	var now, next [mostCandidates + 1]float64
	now[0] = float64(unvoiced[0])
	for k, c := range candidates[first[0]:first[1]] {
		now[k+1] = float64(c.strength)
	}
	for i := 1; i < n; i++ {
		before, here := candidates[first[i-1]:first[i]], candidates[first[i]:first[i+1]]
		links := back[int(first[i])+i:]
		next[0], links[0] = bestUnvoiced(now[:len(before)+1])
		next[0] += float64(unvoiced[i])
		for k, c := range here {
			next[k+1], links[k+1] = bestVoiced(now[:len(before)+1], before, c.octave)
			next[k+1] += float64(c.strength)
		}
		now, next = next, now
	}
	state := 0
	for k := range candidates[first[n-1]:first[n]] {
		if now[k+1] > now[state] {
			state = k + 1
		}
	}
	for i := n - 1; i >= 0; i-- {
		if state > 0 {
			f0[i] = float32(math.Exp2(float64(candidates[int(first[i])+state-1].octave)))
		}
		state = int(back[int(first[i])+i+state])
	}
	return f0
}

func bestUnvoiced(now []float64) (best float64, from uint8) {
	best = now[0]
	for k, v := range now[1:] {
		if v -= voicingCost; v > best {
			best, from = v, uint8(k+1)
		}
	}
	return best, from
}

func bestVoiced(now []float64, before []candidate, octave float32) (best float64, from uint8) {
	best = now[0] - voicingCost
	for k, c := range before {
		if v := now[k+1] - octaveJumpCost*math.Abs(float64(c.octave-octave)); v > best {
			best, from = v, uint8(k+1)
		}
	}
	return best, from
}
