package cut

import "math"

// voiceRate is about the rate, in samples a second, at which voices are looked for.
const voiceRate = 4000

// Bounds of what is a voice: pitch in Hz, the least autocorrelation at its period, and the window, in seconds,
// that is looked at every voiceHop seconds.
const (
	lowestVoice  = 70
	highestVoice = 400
	voiceLike    = 0.55
	voiceWindow  = 0.03
	voiceHop     = 2 * step
)

// measure measures one channel. Steps are those of Sound.
type measure struct {
	rate    int
	out     *channel
	samples int64

	slow, last  float64 // what is taken away of each sample, and the one before
	power, fast float64 // sums over the step
	count       int

	factor    int // samples that one of thin stands for
	sum       float64
	summed    int
	thin      []float64 // at about voiceRate: what the next windows need
	thinStart int64     // place of thin[0]
	hops      int
}

func newMeasure(rate int, out *channel) *measure {
	return &measure{rate: rate, out: out, factor: max(1, rate/voiceRate)}
}

// write takes the next samples. What is below some 25 Hz is taken away.
func (m *measure) write(samples []float32) {
	drift := 160 / float64(m.rate)
	for _, s := range samples {
		v := float64(s)
		m.slow += (v - m.slow) * drift
		v -= m.slow
		d := v - m.last
		m.last = v
		m.power += v * v
		m.fast += d * d
		m.count++
		m.sum += v
		if m.summed++; m.summed == m.factor {
			m.thin = append(m.thin, m.sum/float64(m.factor))
			m.sum, m.summed = 0, 0
		}
		if m.samples++; m.samples == int64(len(m.out.energy)+1)*int64(m.rate)/stepsASecond {
			m.endStep()
		}
	}
	m.look()
}

func (m *measure) endStep() {
	n := float64(max(1, m.count))
	m.out.energy = append(m.out.energy, levelOf(m.power/n))
	m.out.sharp = append(m.out.sharp, levelOf(m.fast/n))
	m.power, m.fast, m.count = 0, 0, 0
}

// look looks for a voice in the windows that are there as a whole.
func (m *measure) look() {
	rate := float64(m.rate) / float64(m.factor)
	window, lags := int(voiceWindow*rate), int(rate/lowestVoice)+1
	for {
		from := int64(math.Round((float64(m.hops)*voiceHop+voiceHop/2)*rate)) - int64(window+lags)/2
		at := from - m.thinStart
		if at+int64(window+lags) > int64(len(m.thin)) {
			return
		}
		voiced := at >= 0 && isVoiced(m.thin[at:at+int64(window+lags)], window, int(rate/highestVoice), lags)
		m.out.voiced = append(m.out.voiced, voiced, voiced)
		m.hops++
		if drop := min(max(0, at), int64(len(m.thin))); drop > 4096 {
			m.thin = m.thin[:copy(m.thin, m.thin[drop:])]
			m.thinStart += drop
		}
	}
}

// isVoiced reports whether a window of sound repeats itself after one of the lags.
func isVoiced(sound []float64, window, from, to int) bool {
	head := 0.0
	for _, v := range sound[:window] {
		head += v * v
	}
	if head < 1e-9*float64(window) {
		return false
	}
	tail := 0.0
	for _, v := range sound[from : from+window] {
		tail += v * v
	}
	for lag := from; lag < to; lag++ {
		if lag > from {
			gone, come := sound[lag-1], sound[lag+window-1]
			tail += come*come - gone*gone
		}
		product := 0.0
		shifted := sound[lag : lag+window]
		for i, v := range sound[:window] {
			product += v * shifted[i]
		}
		if product > 0 && product*product > voiceLike*voiceLike*head*tail {
			return true
		}
	}
	return false
}

// finish brings all to the number of steps.
func (m *measure) finish() {
	if m.count > 0 {
		m.endStep()
	}
	for len(m.out.voiced) < len(m.out.energy) {
		m.out.voiced = append(m.out.voiced, false)
	}
	m.out.voiced = m.out.voiced[:len(m.out.energy)]
}
