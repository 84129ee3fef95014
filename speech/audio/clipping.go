package audio

import "fmt"

// clipping finds places where samples stay at the end of their range.
type clipping struct {
	high, low float32
	least     int   // samples in a row
	rate      int   // samples a second
	run       []int // of each channel: samples at the end of the range up to now
	places    int
	first     int64 // frame of the first place
	channel   int   // and its channel
	channels  int
}

func newClipping(a about) *clipping {
	// One sample at the end of the range is the peak of a recording that was made as loud as it
	// can be. With few bits, there are some more.
	c := &clipping{high: 1, low: -1, least: 4, rate: a.rate, run: make([]int, a.channels), channels: a.channels}
	if a.bits > 0 {
		c.high = 1 - 1.5/float32(int64(1)<<(a.bits-1))
		c.low = -1 + 0.5/float32(int64(1)<<(a.bits-1))
		if a.bits < 16 {
			c.least = 12
		}
	}
	return c
}

// look goes through n frames, the first of which is frame from of the recording.
func (c *clipping) look(buf [][]float32, n int, from int64) {
	for k, samples := range buf {
		run := c.run[k]
		for i, v := range samples[:n] {
			if v < c.high && v > c.low {
				run = 0
				continue
			}
			if run++; run == c.least {
				c.add(from+int64(i)-int64(run-1), k)
			}
		}
		c.run[k] = run
	}
}

func (c *clipping) add(frame int64, channel int) {
	if c.places == 0 || frame < c.first {
		c.first, c.channel = frame, channel
	}
	c.places++
}

func (c *clipping) warnings() []string {
	if c.places == 0 {
		return nil
	}
	at := fmt.Sprintf("%.2f s", float64(c.first)/float64(c.rate))
	if c.channels > 1 {
		at += fmt.Sprintf(" in channel %d", c.channel+1)
	}
	if c.places > 1 {
		at += fmt.Sprintf(", and at %d more places", c.places-1)
	}
	return []string{"clipping at " + at + ": the recording was too loud there"}
}
