package formats

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// parseClock reads "01:02:03,456" or "02:03.456"; points are the characters that may be
// before the milliseconds.
func parseClock(s, points string) (seconds float64, ok bool) {
	sign := 1.0
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		sign, s = -1, rest
	}
	at := strings.LastIndexAny(s, points)
	if at < 0 {
		return 0, false
	}
	ms, digits := s[at+1:], s[:at]
	if len(ms) == 0 || len(ms) > 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(ms, 10, 16)
	if err != nil {
		return 0, false
	}
	seconds = float64(n) / math.Pow10(len(ms))
	parts := strings.Split(digits, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := uint64(0)
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && (n > 59 || len(p) != 2) {
			return 0, false
		}
		total = total*60 + n
	}
	return sign * (float64(total) + seconds), true
}

// clock writes seconds as "01:02:03" with the milliseconds after point.
func clock(seconds float64, point string) string {
	ms := int64(math.Round(max(seconds, 0) * 1000))
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3600000, ms/60000%60, ms/1000%60, point, ms%1000)
}

// maxTime is the latest time, in seconds, that is taken for one: 10,000 hours, more than a
// year. What is later was never said in a recording, and does not fit into what some formats
// write.
const maxTime = 10_000 * 60 * 60

// leftAlone is what becomes of odd times.
const leftAlone = "left alone"

// oddTime says why the times of something cannot be right, "" if they can.
func oddTime(from, to float64) string {
	switch {
	case from < 0 || to < 0:
		return "a time before the start of the recording"
	case !(from <= maxTime && to <= maxTime):
		return "a time that is no number, or of more than 10,000 hours"
	case to < from:
		return "this ends before it starts"
	}
	return ""
}

// interval returns an interval, unknown where its times are odd.
func interval(from, to float64, known bool) transcript.Interval {
	if !known || oddTime(from, to) != "" {
		return transcript.Interval{}
	}
	return transcript.Interval{Start: from, End: to, Known: true}
}

// interval is the function of that name for what starts at an offset. It warns of times that
// are odd.
func (f *File) interval(at int, from, to float64, known bool) transcript.Interval {
	if known {
		if odd := oddTime(from, to); odd != "" {
			f.warnOdd(at, odd)
		}
	}
	return interval(from, to, known)
}

// parseNumber reads a number, which may be too large for any but infinity.
func parseNumber(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil || errors.Is(err, strconv.ErrRange)
}

// checkTime warns of times that cannot be right, or are out of order.
func (f *File) checkTime(at int, from, to float64, before *transcript.Interval) {
	if odd := oddTime(from, to); odd != "" {
		f.warnOdd(at, odd)
		return
	}
	if before.Known && from < before.Start {
		f.warn(at, "this starts before what is before it: the order is left alone")
	}
	*before = transcript.Interval{Start: from, End: to, Known: true}
}

// inLists reports whether JSON is a list of lists, each of which begins anew.
func (f *File) inLists() bool {
	return f.root != nil && f.root.kind == '[' && len(f.root.list()) > 0 && f.root.list()[0].kind == '['
}

// checkOrder warns of JSON in which somebody starts to say something before what he said before it. It is called
// while the first view has its pieces.
func (f *File) checkOrder() {
	type voice struct {
		recording, channel int32
		speaker            string
	}
	if len(f.views) == 0 || f.messages { // which some services have the newest first
		return
	}
	v := f.views[0]
	before := make(map[voice]float64)
	first, count := -1, 0
	for i := range v.utterances {
		u := &v.utterances[i]
		if !u.Time.Known {
			continue
		}
		who := voice{u.Recording, u.Channel, u.Speaker}
		if start, ok := before[who]; ok && u.Time.Start < start-apart {
			if count++; first < 0 {
				first = i
			}
		}
		before[who] = u.Time.Start
	}
	if first < 0 {
		return
	}
	x, _ := v.field(first, 0)
	more := ""
	if count > 1 {
		more = fmt.Sprintf(" (%d do)", count)
	}
	f.warn(x.raw.from, "this starts before what its speaker says before it%s: the order is left alone", more)
}
