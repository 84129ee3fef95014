package cutlist

import (
	"fmt"
	"strings"
)

// writeEDL writes an edit decision list of CMX 3600. Both timecodes begin at 0. The reel has up to
// 32 characters, as editors read it today, and the clip's name stands in a comment. Markers are
// locators of one clip.
func writeEDL(b *strings.Builder, t *timeline) error {
	const hours = 24
	if t.total > hours*60*60*t.rate.nominal() {
		return fmt.Errorf("%s is longer than timecode counts, which is %d hours: take another format", t.list.Media.Name, hours)
	}
	mode := "NON-DROP FRAME"
	if t.rate.Drop {
		mode = "DROP FRAME"
	}
	fmt.Fprintf(b, "TITLE: %s\nFCM: %s\n\n", t.title(), mode)
	tracks, more := t.edlTracks()
	name := oneLine(base(t.list.Media.Name))
	for i, c := range t.clips {
		fmt.Fprintf(b, "%03d  %-8s %-5s C        %s %s %s %s\n", i+1, reel(t.list.Media.Name), tracks,
			t.rate.timecode(c.from), t.rate.timecode(c.to), t.rate.timecode(c.at), t.rate.timecode(c.at+c.to-c.from))
		b.WriteString(more)
		fmt.Fprintf(b, "* FROM CLIP NAME: %s\n", name)
		if !t.asMarkers {
			continue
		}
		for _, m := range t.markers {
			colour := "RED"
			if m.left {
				colour = "YELLOW"
			}
			text := m.name
			if m.note != "" {
				text += " (" + m.note + ")"
			}
			fmt.Fprintf(b, "* LOC: %s %-7s %s\n", t.rate.timecode(m.from), colour, text)
		}
	}
	return nil
}

// edlTracks returns the tracks of an event: picture, and two channels of sound at most; more is the
// line for the next two. There is no sign for others.
func (t *timeline) edlTracks() (tracks, more string) {
	channels := t.list.Media.Channels
	switch picture := t.list.Media.FrameNum > 0; {
	case picture && channels == 0:
		tracks = "V"
	case picture && channels == 1:
		tracks = "B"
	case picture:
		tracks = "AA/V"
	case channels < 2:
		tracks = "A"
	default:
		tracks = "AA"
	}
	switch {
	case channels == 3:
		more = "AUD   3\n"
	case channels > 3:
		more = "AUD   3     4\n"
	}
	return tracks, more
}
