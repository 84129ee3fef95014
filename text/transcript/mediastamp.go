package transcript

import (
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// mediaStamp is a link to a place in the recording, as programs for qualitative analysis put them into text: "#00:00:12-3#" of
// f4transkript, easytranscript and MAXQDA, with tenths of a second, and "¤<12345>" of Transana, in milliseconds, which shows it as "¤(0:00:12.3)".
var mediaStamp = lazy.Regexp(`^(?:#(\d{1,2}):(\d{2}):(\d{2})(?:[-.,](\d{1,3}))?#|¤<(\d{1,9})>|¤\((?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?\))`)

// MediaStamp returns the place in the recording, in seconds, that a link at the start of s leads to, and the length of the link: 0 if there
// is none.
func MediaStamp(s string) (seconds float64, n int) {
	if !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "¤") {
		return 0, 0
	}
	m := mediaStamp().FindStringSubmatch(s)
	if m == nil {
		return 0, 0
	}
	number := func(s string) float64 {
		x, _ := strconv.ParseFloat("0"+s, 64) // digits alone
		return x
	}
	if m[5] != "" {
		return number(m[5]) / 1000, len(m[0])
	}
	fraction, _ := strconv.ParseFloat("0."+m[4]+m[9]+"0", 64)
	return number(m[1]+m[6])*3600 + number(m[2]+m[7])*60 + number(m[3]+m[8]) + fraction, len(m[0])
}
