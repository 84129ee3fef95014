package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// What stands above other text, as ruby, says how that is read: it is said once, and the reading is no words of its own.
// It is taken for a tag with what is in it, of this name, and goes with what it is about.
const rubyName = "ruby-reading"

// rubyReading returns the length of a reading in HTML or WebVTT at the start of s, where a tag of some name and length is:
// up to its end, or to what ends it; 0: there is none.
func rubyReading(s, name string, n int) int {
	if name != "rt" && name != "rp" {
		return 0
	}
	for at := n; at < len(s) && s[at] != '\n'; at++ {
		if s[at] != '<' {
			continue
		}
		rest := strings.ToLower(s[at:min(len(s), at+8)])
		if end := "</" + name + ">"; strings.HasPrefix(rest, end) {
			return at + len(end)
		}
		for _, next := range [...]string{"</ruby", "<rt", "<rp", "<rb"} {
			if strings.HasPrefix(rest, next) {
				return at
			}
		}
	}
	return 0
}

// ttmlReading matches the tag of a span that is a reading in TTML 2.
var ttmlReading = lazy.Regexp(`^<[^<>]*:ruby\s*=\s*["'](?:text|delimiter|textContainer)["']`)

// removeReadings takes out the readings between two tags of a pair that goes.
func (o *outcome) removeReadings(tags []tag, from, to int) {
	for i := from + 1; i < to; i++ {
		if tags[i].name == rubyName {
			o.remove(tags[i].span)
		}
	}
}
