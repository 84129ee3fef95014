package cutlist

import (
	"fmt"
	"strings"
)

// writeReaper writes a project of Reaper: a track with an item for each clip, or one with a region
// for each marker. Times are seconds, with digits for a thousandth of a sample.
func writeReaper(b *strings.Builder, t *timeline) error {
	media := &t.list.Media
	at := func(sample int64) string { return decimal(sample, media.Rate, 12) }
	fmt.Fprintf(b, "<REAPER_PROJECT 0.1 \"6.0\" 0\n  SAMPLERATE %d 1 0\n  TEMPO 120 4 4\n", media.Rate)
	if t.asMarkers {
		for i, m := range t.markers {
			name := m.name
			if m.note != "" {
				name += " (" + m.note + ")"
			}
			// A region is two markers of one number, of which the second has no name.
			fmt.Fprintf(b, "  MARKER %d %s %s 1\n  MARKER %d %s \"\" 1\n", i+1, at(m.from), reaperText(name), i+1, at(m.to))
		}
	}
	fmt.Fprintf(b, "  <TRACK\n    NAME %s\n    NCHAN %d\n", reaperText(t.title()), max(2, media.Channels+media.Channels%2))
	for _, c := range t.clips {
		fmt.Fprintf(b, "    <ITEM\n      POSITION %s\n      LENGTH %s\n      LOOP 0\n      NAME %s\n      SOFFS %s\n", at(c.at), at(c.to-c.from), reaperText(base(media.Name)), at(c.from))
		fmt.Fprintf(b, "      <SOURCE %s\n        FILE %s\n      >\n    >\n", reaperSource(media.Name), reaperText(media.Name))
	}
	b.WriteString("  >\n>\n")
	return nil
}

// reaperSource returns what Reaper calls the reader of a file.
func reaperSource(name string) string {
	switch ext := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]); ext {
	case "wav", "wave", "w64", "rf64", "aif", "aiff":
		return "WAVE"
	case "mp3":
		return "MP3"
	case "flac":
		return "FLAC"
	case "ogg", "opus":
		return "VORBIS"
	case "wv":
		return "WAVPACK"
	}
	return "VIDEO"
}

// reaperText returns a text in the quotes that are not in it: there is no other escape. Where all
// three are in it, the last becomes an apostrophe, as Reaper itself writes it.
func reaperText(s string) string {
	s = oneLine(s)
	for _, quote := range []string{`"`, "'", "`"} {
		if !strings.Contains(s, quote) {
			return quote + s + quote
		}
	}
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}

// decimal writes samples as seconds with so many digits behind the point, exactly rounded.
func decimal(samples int64, rate, digits int) string {
	seconds, rest := samples/int64(rate), samples%int64(rate)
	out := make([]byte, digits)
	for i := range out {
		rest *= 10
		out[i] = byte('0' + rest/int64(rate))
		rest %= int64(rate)
	}
	if 2*rest >= int64(rate) {
		for i := digits - 1; ; i-- {
			if i < 0 {
				seconds++
				break
			}
			if out[i]++; out[i] <= '9' {
				break
			}
			out[i] = '0'
		}
	}
	return fmt.Sprintf("%d.%s", seconds, out)
}
