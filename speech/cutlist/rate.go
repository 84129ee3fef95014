package cutlist

import (
	"fmt"
	"strconv"
	"strings"
)

// Rate is how many frames there are a second: Num/Den. The zero value stands for that of the
// recording.
type Rate struct {
	Num, Den int
	// Drop says that timecode leaves out numbers of frames, so that it shows the time of the clock
	// (SMPTE ST 12-1): of 30000/1001 and 60000/1001 frames a second alone.
	Drop bool
}

// without is the rate of timelines of recordings that have no picture.
var without = Rate{30, 1, false}

// mostFrames is the highest rate of frames, in a second.
const mostFrames = 1000

// ParseRate reads a rate of frames: "25", "23.976", "29.97", "29.97df" for timecode with dropped
// numbers, or a fraction, "30000/1001".
func ParseRate(s string) (Rate, error) {
	digits, drop := strings.CutSuffix(strings.ToLower(strings.TrimSpace(s)), "df")
	r, ok := parseRate(digits)
	r.Drop = drop
	if !ok {
		return Rate{}, fmt.Errorf("%q is no rate of frames: give one such as 25, 23.976, 29.97df or 30000/1001", s)
	}
	return r, r.check()
}

func parseRate(s string) (Rate, bool) {
	if a, b, fraction := strings.Cut(s, "/"); fraction {
		num, err := strconv.Atoi(a)
		den, err2 := strconv.Atoi(b)
		return Rate{Num: num, Den: den}, err == nil && err2 == nil && num > 0 && den > 0
	}
	if n, err := strconv.Atoi(s); err == nil {
		return Rate{Num: n, Den: 1}, n > 0
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x <= mostFrames) {
		return Rate{}, false
	}
	// Rates with a point are those of NTSC, 1000/1001 of a whole number, or a decimal fraction.
	if n := int(x + 0.9); x < float64(n) && float64(n)*1000/1001-x < 0.005 && x-float64(n)*1000/1001 < 0.005 {
		return Rate{Num: n * 1000, Den: 1001}, true
	}
	const parts = 1000
	if n := int(x*parts + 0.5); n > 0 {
		for k := parts; k > 1; k /= 10 {
			if n%10 != 0 {
				return Rate{Num: n, Den: k}, true
			}
			n /= 10
		}
		return Rate{Num: n, Den: 1}, true
	}
	return Rate{}, false
}

// check returns what is wrong with a rate.
func (r Rate) check() error {
	switch {
	case r.Num <= 0 || r.Den <= 0 || r.Num > 1<<20 || r.Den > 1<<20 || r.Num > mostFrames*r.Den || r.Num < r.Den:
		return fmt.Errorf("a rate of %d/%d frames a second: it has to be between 1 and %d", r.Num, r.Den, mostFrames)
	case r.Drop && (r.Den != 1001 || r.Num != 30000 && r.Num != 60000):
		return fmt.Errorf("timecode with dropped frames is of 29.97 and 59.94 frames a second, not of %s", r)
	}
	return nil
}

// String returns the rate as ParseRate reads it.
func (r Rate) String() string {
	s := fmt.Sprintf("%d/%d", r.Num, r.Den)
	if r.Den == 1 {
		s = strconv.Itoa(r.Num)
	}
	if r.Drop {
		s += "df"
	}
	return s
}

// nominal is the whole number of frames that timecode counts to a second.
func (r Rate) nominal() int64 { return (int64(r.Num) + int64(r.Den)/2) / int64(r.Den) }

// ntsc reports whether the rate is 1000/1001 of the nominal one.
func (r Rate) ntsc() bool { return int64(r.Num)*1001 == r.nominal()*1000*int64(r.Den) }

// timecode returns the number of a frame as hours, minutes, seconds and frames. With Drop, numbers
// 0 and 1 (at 59.94: 0 to 3) of each minute are left out, but of each tenth.
func (r Rate) timecode(frame int64) string {
	n, point := r.nominal(), ":"
	if r.Drop {
		point = ";"
		dropped := n / 15          // of a minute
		ten := 10*60*n - 9*dropped // frames of ten minutes
		minute := 60*n - dropped   // of those of them that drop
		tens, rest := frame/ten, frame%ten
		frame += 9 * dropped * tens
		if rest >= 60*n {
			frame += dropped * (1 + (rest-60*n)/minute)
		}
	}
	width := max(2, len(strconv.FormatInt(n-1, 10)))
	return fmt.Sprintf("%02d:%02d:%02d%s%0*d", frame/n/3600, frame/n/60%60, frame/n%60, point, width, frame%n)
}

// seconds writes the time of a frame as a fraction of seconds, as Final Cut Pro has it.
func (r Rate) seconds(frames int64) string {
	switch {
	case frames == 0:
		return "0s"
	case r.Den == 1 && frames%int64(r.Num) == 0:
		return fmt.Sprintf("%ds", frames/int64(r.Num))
	}
	return fmt.Sprintf("%d/%ds", frames*int64(r.Den), r.Num)
}

// clock writes the time of a frame as hours, minutes and seconds, to the millisecond.
func (r Rate) clock(frame int64) string {
	ms := (frame*int64(r.Den)*1000 + int64(r.Num)/2) / int64(r.Num)
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}
