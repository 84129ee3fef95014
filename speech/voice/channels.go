package voice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Bounds of how channels are told apart, in dB.
const (
	// deadChannel is how far below the loudest channel one is that nobody is on.
	deadChannel = 40
	// ownChannel is by how much a speaker is louder on his own channel than on others: what
	// is said elsewhere in a room is some 10 dB quieter.
	ownChannel = 3
)

// checkChannels looks whether the channels and the speakers that somebody has named are there.
func checkChannels(d *transcript.Document, n int, named map[string]int) error {
	var speakers []string
	for i := range d.Turns {
		if s := d.Turns[i].Speaker; s != "" && !slices.Contains(speakers, s) {
			speakers = append(speakers, s)
		}
	}
	for s, c := range named {
		if c < 0 || c >= n {
			return fmt.Errorf("there is no channel %d: the recording has %d", c+1, n)
		}
		if s == "" || slices.Contains(speakers, s) {
			continue
		}
		if len(speakers) == 0 {
			return fmt.Errorf("there is no speaker %q: the transcript names none", s)
		}
		return fmt.Errorf("there is no speaker %q: there are %s", s, strings.Join(speakers, ", "))
	}
	return nil
}

// assign gives each word the channel of its speaker.
func (h *Heard) assign(tracks []*prosody.Tracks, named map[string]int) {
	levels, speakers := h.levels(tracks)
	h.Channels = make(map[string]int)
	best, apart := channelsOf(levels)
	var found []string
	for i, s := range speakers {
		if c, ok := named[s]; ok {
			h.Channels[s] = c
		} else if c, ok := named[""]; ok {
			h.Channels[s] = c
		} else {
			h.Channels[s] = best[i]
			found = append(found, s)
		}
	}
	if !apart && len(found) > 1 && differ(levels) {
		h.warn("the channels do not tell the speakers apart: %s are measured on channel %d; --channel says otherwise", strings.Join(found, ", "), h.Channels[found[0]]+1)
	}
	for i := range h.Words {
		h.Words[i].Channel = h.Channels[h.Words[i].Speaker]
	}
}

// levels returns, for each speaker, the mean energy of each channel during his words, in dB.
func (h *Heard) levels(tracks []*prosody.Tracks) (levels [][]float64, speakers []string) {
	bySpeaker := make(map[string][]prosody.Word)
	for i := range h.Words {
		w := h.Words[i].Word
		if bySpeaker[w.Speaker] == nil {
			speakers = append(speakers, w.Speaker)
		}
		bySpeaker[w.Speaker] = append(bySpeaker[w.Speaker], w)
	}
	for _, s := range speakers {
		row := make([]float64, len(tracks))
		for c, t := range tracks {
			row[c] = meanEnergy(bySpeaker[s], t)
		}
		levels = append(levels, row)
	}
	return levels, speakers
}

// meanEnergy returns the mean of the energy of words, each of which counts by its length.
func meanEnergy(words []prosody.Word, t *prosody.Tracks) float64 {
	words = slices.Clone(words)
	for i := range words {
		words[i].Vowels = nil
	}
	prosody.MeasureWords(words, t)
	sum, length := 0.0, 0.0
	for i := range words {
		if w := &words[i]; !math.IsNaN(w.EnergyMean) {
			sum += w.EnergyMean * (w.End - w.Start)
			length += w.End - w.Start
		}
	}
	if length == 0 {
		return prosody.EnergyFloor
	}
	return sum / length
}

// channelsOf returns the channel of each speaker. It is the one that is louder while he
// speaks than while others do, as far as that tells speakers apart; else, and of a single speaker, it is
// the loudest one. So it does not matter that a channel is amplified more than another one.
func channelsOf(levels [][]float64) (best []int, apart bool) {
	best = make([]int, len(levels))
	if len(levels) == 0 {
		return best, false
	}
	channels := len(levels[0])
	mean, top := make([]float64, channels), make([]float64, channels)
	for c := range channels {
		top[c] = math.Inf(-1)
		for _, row := range levels {
			mean[c] += row[c] / float64(len(levels))
			top[c] = max(top[c], row[c])
		}
	}
	loudest := argmax(mean)
	if len(levels) > 1 {
		for i, row := range levels {
			above := make([]float64, channels)
			for c := range above {
				above[c] = row[c] - mean[c]
				if top[c] < slices.Max(top)-deadChannel {
					above[c] = math.Inf(-1)
				}
			}
			best[i] = argmax(above)
			for c := range above {
				apart = apart || c != best[i] && !math.IsInf(above[c], 0) && above[best[i]]-above[c] >= ownChannel
			}
		}
	}
	if !apart {
		for i := range best {
			best[i] = loudest
		}
	}
	return best, apart
}

// differ reports whether channels hold different sound: copies of one are told from each other by
// nobody.
func differ(levels [][]float64) bool {
	for _, row := range levels {
		if slices.Max(row)-slices.Min(row) > 0.1 {
			return true
		}
	}
	return false
}

// argmax returns the place of the first of the largest values.
func argmax(x []float64) int {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}
