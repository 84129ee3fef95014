package formats

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// ttmlClock reads the times of a TTML file.
type ttmlClock struct {
	frames    float64 // a second, as they are counted
	rate      float64 // as they are shown
	subFrames float64 // a frame
	ticks     float64 // a second
	smpte     bool    // clock times count frames, and are as fast as these
	drop      bool    // of the frames of a minute the first two are not counted, but for every tenth
}

// newTTMLClock returns the clock that the root of a file describes.
func newTTMLClock(root xml.StartElement) (c ttmlClock, err error) {
	number := func(name string, otherwise float64) float64 {
		s := strings.TrimSpace(xmlAttribute(root, name))
		if s == "" {
			return otherwise
		}
		n, e := strconv.ParseUint(s, 10, 32)
		if e != nil || n == 0 {
			err = fmt.Errorf("the attribute %s is no number above 0: %q", name, s)
			return 1
		}
		return float64(n)
	}
	c.frames, c.subFrames = number("frameRate", 30), number("subFrameRate", 1)
	c.rate = c.frames
	if s := strings.Fields(strings.ReplaceAll(xmlAttribute(root, "frameRateMultiplier"), ":", " ")); len(s) == 2 {
		a, e := strconv.ParseUint(s[0], 10, 32)
		b, e2 := strconv.ParseUint(s[1], 10, 32)
		if e != nil || e2 != nil || a == 0 || b == 0 {
			return c, fmt.Errorf("the attribute frameRateMultiplier is not two numbers above 0: %q", strings.Join(s, " "))
		}
		c.rate *= float64(a) / float64(b)
	}
	ticks := 1.0
	if xmlAttribute(root, "frameRate") != "" {
		ticks = c.rate * c.subFrames
	}
	c.ticks = number("tickRate", ticks)
	c.smpte = xmlAttribute(root, "timeBase") == "smpte"
	c.drop = c.smpte && xmlAttribute(root, "dropMode") == "dropNTSC"
	return c, err
}

var (
	ttmlClockTime  = lazy.Regexp(`^(?:(\d+):)?(\d+):([0-5]?\d|60)(?:[.,](\d+)|[:;](\d{2,})(?:\.(\d+))?)?$`)
	ttmlOffsetTime = lazy.Regexp(`^(\d+(?:\.\d+)?) ?(h|m|s|ms|f|t)$|^(\d+\.\d+)$`)
)

// parse reads "00:00:01.500", "00:00:01:12" with frames, and "1.5s", "1500ms", "36f", "90t". Hours may be missing, as
// some programs leave them out ("3:58.640"), and the unit of seconds, as in the transcripts of Apple's podcasts ("58.640").
func (c *ttmlClock) parse(s string) (seconds float64, err error) {
	bad := fmt.Errorf("%q is no time such as 00:00:01.500 or 1.5s", s)
	number := func(s string) (n float64) {
		if s != "" {
			if n, err = strconv.ParseFloat(s, 64); err != nil {
				err = bad
			}
		}
		return n
	}
	if m := ttmlOffsetTime().FindStringSubmatch(s); m != nil {
		if m[3] != "" {
			return number(m[3]), err
		}
		unit := map[string]float64{"h": 3600, "m": 60, "s": 1, "ms": 0.001, "f": 1 / c.rate, "t": 1 / c.ticks}[m[2]]
		return number(m[1]) * unit, err
	}
	m := ttmlClockTime().FindStringSubmatch(s)
	if m == nil || m[1] != "" && len(m[2]) > 2 || m[1] == "" && m[5] != "" {
		return 0, bad
	}
	minutes := number(m[1])*60 + number(m[2])
	if m[1] != "" && number(m[2]) > 59 {
		return 0, bad
	}
	whole := minutes*60 + number(m[3])
	frames := number(m[5]) + number(m[6])/c.subFrames
	if frames >= c.frames {
		return 0, fmt.Errorf("%q has a frame %s, but there are %g a second", s, m[5], c.frames)
	}
	if c.smpte {
		count := whole*c.frames + frames
		if c.drop {
			count -= 2 * (minutes - float64(int(minutes)/10))
		}
		seconds = count / c.rate
	} else {
		seconds = whole + frames/c.rate
	}
	if m[4] != "" {
		seconds += number("0." + m[4])
	}
	return seconds, err
}
