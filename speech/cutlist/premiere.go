package cutlist

import (
	"fmt"
	"strconv"
	"strings"
)

// writePremiere writes XML of Final Cut Pro 7 (xmeml, version 5), which Premiere Pro reads and
// writes: a track for the picture, and one for each channel of sound.
func writePremiere(b *strings.Builder, t *timeline) error {
	if !t.rate.ntsc() && t.rate.Den != 1 {
		return fmt.Errorf("premiere has whole rates of frames, and those of NTSC, not %s: give one with --frame-rate", t.rate)
	}
	m := newMarkup(b, "xmeml")
	x := &premiere{markup: m, timeline: t, name: oneLine(base(t.list.Media.Name))}
	m.in("xmeml", func() {
		m.in("sequence", func() {
			m.text("name", t.title())
			m.text("duration", t.length)
			x.rate()
			x.timecode()
			m.in("media", func() {
				if t.list.Media.FrameNum > 0 {
					m.in("video", func() {
						x.picture()
						x.track("video", 1)
					})
				}
				m.in("audio", func() {
					m.text("numOutputChannels", max(1, t.list.Media.Channels))
					m.in("format", x.sound)
					for k := range t.list.Media.Channels {
						x.track("audio", k+1)
					}
				})
			})
			if t.asMarkers {
				for _, k := range t.markers {
					m.in("marker", func() {
						m.text("name", k.name)
						m.text("comment", k.note)
						m.text("in", k.from)
						m.text("out", k.to)
					})
				}
			}
		}, "id", "sequence-1")
	}, "version", "5")
	return nil
}

// premiere writes parts of a sequence.
type premiere struct {
	*markup
	*timeline
	name string
	told bool // the file is described: others refer to it
}

func (x *premiere) rate() {
	x.in("rate", func() {
		x.text("timebase", x.timeline.rate.nominal())
		x.text("ntsc", strings.ToUpper(strconv.FormatBool(x.timeline.rate.ntsc())))
	})
}

func (x *premiere) timecode() {
	mode := "NDF"
	if x.timeline.rate.Drop {
		mode = "DF"
	}
	x.in("timecode", func() {
		x.rate()
		x.text("string", x.timeline.rate.timecode(0))
		x.text("frame", 0)
		x.text("displayformat", mode)
	})
}

func (x *premiere) picture() {
	x.in("format", func() { x.in("samplecharacteristics", x.rate) })
}

func (x *premiere) sound() {
	x.in("samplecharacteristics", func() {
		x.text("depth", 16) // that of the sequence: the file's is not known
		x.text("samplerate", x.list.Media.Rate)
	})
}

// track writes the clips of a track; index counts those of its kind.
func (x *premiere) track(kind string, index int) {
	x.in("track", func() {
		for i, c := range x.clips {
			x.in("clipitem", func() {
				x.text("name", x.name)
				x.text("enabled", "TRUE")
				x.text("duration", x.total)
				x.rate()
				x.text("start", c.at)
				x.text("end", c.at+c.to-c.from)
				x.text("in", c.from)
				x.text("out", c.to)
				x.file()
				x.in("sourcetrack", func() {
					x.text("mediatype", kind)
					x.text("trackindex", index)
				})
				x.links(i)
			}, "id", clipID(kind, index, i))
		}
	})
}

func clipID(kind string, index, i int) string {
	return fmt.Sprintf("clipitem-%s%d-%d", kind, index, i+1)
}

// links joins what is of one stretch in all tracks.
func (x *premiere) links(i int) {
	link := func(kind string, index int) {
		x.in("link", func() {
			x.text("linkclipref", clipID(kind, index, i))
			x.text("mediatype", kind)
			x.text("trackindex", index)
			x.text("clipindex", i+1)
		})
	}
	media := &x.list.Media
	if media.FrameNum == 0 && media.Channels < 2 {
		return
	}
	if media.FrameNum > 0 {
		link("video", 1)
	}
	for k := range media.Channels {
		link("audio", k+1)
	}
}

// file describes the recording, once.
func (x *premiere) file() {
	if x.told {
		x.in("file", nil, "id", "file-1")
		return
	}
	x.told = true
	x.in("file", func() {
		x.text("name", x.name)
		x.text("pathurl", uri(x.list.Media.Name, "localhost"))
		x.rate()
		x.text("duration", x.total)
		x.timecode()
		x.in("media", func() {
			if x.list.Media.FrameNum > 0 {
				x.in("video", func() { x.in("samplecharacteristics", x.rate) })
			}
			if x.list.Media.Channels > 0 {
				x.in("audio", func() {
					x.sound()
					x.text("channelcount", x.list.Media.Channels)
				})
			}
		})
	}, "id", "file-1")
}
