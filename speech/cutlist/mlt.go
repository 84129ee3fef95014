package cutlist

import (
	"strconv"
	"strings"
)

// writeMLT writes XML of MLT, with what Shotcut needs to edit it. The last frame of a stretch is in
// it, as everywhere in MLT.
func writeMLT(b *strings.Builder, t *timeline) error {
	m, media := newMarkup(b, ""), &t.list.Media
	property := func(name, value string) { m.text("property", value, "name", name) }
	last := func(n int64) string { return strconv.FormatInt(n-1, 10) }
	m.in("mlt", func() {
		m.in("profile", nil, "description", "automatic", "width", "1920", "height", "1080", "progressive", "1",
			"sample_aspect_num", "1", "sample_aspect_den", "1", "display_aspect_num", "16", "display_aspect_den", "9",
			"frame_rate_num", strconv.Itoa(t.rate.Num), "frame_rate_den", strconv.Itoa(t.rate.Den), "colorspace", "709")
		m.in("playlist", func() { property("xml_retain", "1") }, "id", "main_bin")
		m.in("producer", func() {
			property("length", strconv.FormatInt(t.total, 10))
			property("eof", "pause")
			property("resource", media.Name)
			property("mlt_service", "avformat")
			if media.FrameNum == 0 {
				property("video_index", "-1")
			}
			property("shotcut:caption", base(media.Name))
		}, "id", "recording", "in", "0", "out", last(t.total))
		m.in("producer", func() {
			property("length", strconv.FormatInt(t.length, 10))
			property("eof", "pause")
			property("resource", "0")
			property("mlt_service", "color")
			property("mlt_image_format", "rgba")
		}, "id", "black", "in", "0", "out", last(t.length))
		m.in("playlist", func() {
			m.in("entry", nil, "producer", "black", "in", "0", "out", last(t.length))
		}, "id", "background")
		m.in("playlist", func() {
			if media.FrameNum > 0 {
				property("shotcut:video", "1")
				property("shotcut:name", "V1")
			} else {
				property("shotcut:audio", "1")
				property("shotcut:name", "A1")
			}
			for _, c := range t.clips {
				m.in("entry", nil, "producer", "recording", "in", strconv.FormatInt(c.from, 10), "out", last(c.to))
			}
		}, "id", "playlist0")
		m.in("tractor", func() {
			property("shotcut", "1")
			property("shotcut:projectAudioChannels", strconv.Itoa(max(1, media.Channels)))
			if t.asMarkers {
				t.mltMarkers(m, property)
			}
			m.in("track", nil, "producer", "background")
			if media.FrameNum > 0 {
				m.in("track", nil, "producer", "playlist0")
			} else {
				m.in("track", nil, "producer", "playlist0", "hide", "video")
			}
			m.in("transition", func() {
				property("a_track", "0")
				property("b_track", "1")
				property("mlt_service", "mix")
				property("always_active", "1")
				property("sum", "1")
			}, "id", "transition0")
		}, "id", "tractor0", "title", t.title(), "in", "0", "out", last(t.length))
	}, "LC_NUMERIC", "C", "version", "7.0.0", "title", t.title(), "producer", "main_bin")
	return nil
}

// mltMarkers writes markers as Shotcut keeps them.
func (t *timeline) mltMarkers(m *markup, property func(name, value string)) {
	m.in("properties", func() {
		for i, x := range t.markers {
			m.in("properties", func() {
				text := x.name
				if x.note != "" {
					text += " (" + x.note + ")"
				}
				colour := "#FF0000"
				if x.left {
					colour = "#FFFF00"
				}
				property("text", text)
				property("start", t.rate.clock(x.from))
				property("end", t.rate.clock(x.to))
				property("color", colour)
			}, "name", strconv.Itoa(i))
		}
	}, "name", "shotcut:markers")
}
