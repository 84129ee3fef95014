package cutlist

import (
	"strconv"
	"strings"
)

// writeFCPXML writes FCPXML 1.8, after Apple's document type definition. Times are fractions of
// seconds, at edges of frames.
func writeFCPXML(b *strings.Builder, t *timeline) error {
	m, media := newMarkup(b, "fcpxml"), &t.list.Media
	name := oneLine(base(media.Name))
	mode := "NDF"
	if t.rate.Drop {
		mode = "DF"
	}
	asset := []string{"id", "r2", "name", name, "src", uri(media.Name, ""), "start", "0s", "duration", t.rate.seconds(t.total)}
	if media.FrameNum > 0 {
		asset = append(asset, "hasVideo", "1")
	}
	asset = append(asset, "format", "r1")
	if media.Channels > 0 {
		asset = append(asset, "hasAudio", "1", "audioSources", "1", "audioChannels", strconv.Itoa(media.Channels), "audioRate", strconv.Itoa(media.Rate))
	}
	sequence := []string{"format", "r1", "duration", t.rate.seconds(t.length), "tcStart", "0s", "tcFormat", mode, "audioLayout", fcpLayout(media.Channels)}
	if rate := fcpRate(media.Rate); rate != "" {
		sequence = append(sequence, "audioRate", rate)
	}
	m.in("fcpxml", func() {
		m.in("resources", func() {
			// The size of the picture is not known: editors take that of the clip.
			m.in("format", nil, "id", "r1", "frameDuration", t.rate.seconds(1), "width", "1920", "height", "1080")
			m.in("asset", nil, asset...)
		})
		m.in("library", func() {
			m.in("event", func() {
				m.in("project", func() {
					m.in("sequence", func() {
						m.in("spine", func() { t.fcpClips(m, name, mode) })
					}, sequence...)
				}, "name", t.title())
			}, "name", t.title())
		})
	}, "version", "1.8")
	return nil
}

func (t *timeline) fcpClips(m *markup, name, mode string) {
	for _, c := range t.clips {
		var inside func()
		if t.asMarkers && len(t.markers) > 0 {
			inside = func() {
				for _, x := range t.markers {
					m.in("marker", nil, "start", t.rate.seconds(x.from), "duration", t.rate.seconds(x.to-x.from), "value", x.name, "note", x.note)
				}
			}
		}
		m.in("asset-clip", inside, "ref", "r2", "name", name, "offset", t.rate.seconds(c.at), "start", t.rate.seconds(c.from),
			"duration", t.rate.seconds(c.to-c.from), "format", "r1", "tcFormat", mode, "audioRole", "dialogue")
	}
}

func fcpLayout(channels int) string {
	switch {
	case channels < 2:
		return "mono"
	case channels == 2:
		return "stereo"
	}
	return "surround"
}

// fcpRate returns a rate of samples as sequences have it, "" for one that they have not.
func fcpRate(rate int) string {
	return map[int]string{32000: "32k", 44100: "44.1k", 48000: "48k", 88200: "88.2k", 96000: "96k", 176400: "176.4k", 192000: "192k"}[rate]
}
