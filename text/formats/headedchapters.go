package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// The transcript of a video, as people copy it from the page of YouTube, has a line below each time; the titles of chapters stand
// between, and below each time may be what it says in words.

var spelledTime = lazy.Regexp(`^(?:(\d+) hours?)?(?:, )?(?:(\d+) minutes?)?(?:, )?(?:(\d+) seconds?)?$`)

// spells reports whether a line says the time of a header in words: "1 minute, 5 seconds".
func (h *header) spells(line string) bool {
	m := spelledTime().FindStringSubmatch(strings.TrimSpace(line))
	if m == nil || h.style != aloneHeader || h.at != float64(int(h.at)) {
		return false
	}
	seconds := 0
	for _, part := range m[1:] {
		n := 0
		for _, digit := range part {
			n = min(10*n+int(digit-'0'), 1e6)
		}
		seconds = 60*seconds + n
	}
	return line != "" && seconds == int(h.at)
}

// leaveChapters leaves the titles of chapters out of what is said: where nearly all times have one line below them, second lines
// that start as titles do, and are no sentences.
func leaveChapters(all []headed, text string) {
	const fewest, share = 8, 5 // times; times to one with a title
	isTitled := func(h *headed) bool {
		if len(h.rows) != 2 {
			return false
		}
		line := strings.TrimSpace(text[h.rows[1].from:h.rows[1].end])
		first, _ := utf8.DecodeRuneInString(line)
		return (unicode.IsUpper(first) || unicode.IsDigit(first)) && isTitle(line)
	}
	titled := 0
	for i := range all {
		switch {
		case isTitled(&all[i]) && i+1 < len(all):
			titled++
		case len(all[i].rows) > 1:
			return
		}
	}
	if len(all) < fewest || titled*share > len(all) {
		return
	}
	for i := range all {
		if h := &all[i]; isTitled(h) {
			h.rows, h.meta = h.rows[:1], true
		}
	}
}
