package cutlist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
)

// Format is a form of lists of cuts.
type Format struct {
	Name      string // as --to has it
	Title     string // for people: the programs that open it
	Extension string // of its files, with the dot
	Unit      Unit
	Markers   bool // it can have markers in place of cuts

	write func(b *strings.Builder, t *timeline) error
}

// Media returns the media type of lists of the format.
func (f *Format) Media() string {
	switch f.Extension {
	case ".json", ".otio":
		return "application/json"
	case ".xml", ".fcpxml", ".mlt":
		return "application/xml"
	case ".csv":
		return "text/csv"
	}
	return "text/plain"
}

// Unit says what a format counts in.
type Unit uint8

const (
	// Samples: the list has the cuts as they are.
	Samples Unit = iota
	// Frames: edges are at frames of video, or of a timeline of frames.
	Frames
	// Picture: frames where the recording has a picture; else samples.
	Picture
	// Either is Picture, and frames where they are asked for.
	Either
)

// table declares the formats. Another one is a line here, a file with its writer, a golden in
// testdata and a small reader in the tests.
var table = [...]Format{
	{Name: "csv", Title: "table (CSV) with a row for each cut", Extension: ".csv", Unit: Samples, Markers: true, write: writeCSV},
	{Name: "edl", Title: "CMX 3600 edit decision list: DaVinci Resolve, Avid, Premiere Pro", Extension: ".edl", Unit: Frames, Markers: true, write: writeEDL},
	{Name: "fcpxml", Title: "Final Cut Pro XML 1.8: Final Cut Pro, DaVinci Resolve", Extension: ".fcpxml", Unit: Frames, Markers: true, write: writeFCPXML},
	{Name: "otio", Title: "OpenTimelineIO: DaVinci Resolve, Kdenlive, Avid", Extension: ".otio", Unit: Either, Markers: true, write: writeOTIO},
	{Name: "premiere", Title: "Final Cut Pro 7 XML: Premiere Pro, DaVinci Resolve", Extension: ".xml", Unit: Frames, Markers: true, write: writePremiere},
	{Name: "reaper", Title: "Reaper project", Extension: ".rpp", Unit: Samples, Markers: true, write: writeReaper},
	{Name: "audacity", Title: "Audacity labels of what is cut", Extension: ".txt", Unit: Samples, Markers: true, write: writeAudacity},
	{Name: "auto-editor", Title: "auto-editor timeline, version 3", Extension: ".json", Unit: Either, write: writeAutoEditor3},
	{Name: "auto-editor-v1", Title: "auto-editor timeline, version 1", Extension: ".json", Unit: Frames, write: writeAutoEditor1},
	{Name: "ffmpeg", Title: "filter script for ffmpeg", Extension: ".ffmpeg", Unit: Picture, write: writeFFmpeg},
	{Name: "mlt", Title: "MLT XML: Shotcut, Kdenlive, melt", Extension: ".mlt", Unit: Frames, Markers: true, write: writeMLT},
}

// All returns the formats.
func All() []*Format {
	out := make([]*Format, len(table))
	for i := range table {
		out[i] = &table[i]
	}
	return out
}

// Names returns the names of all formats.
func Names() []string {
	var out []string
	for i := range table {
		out = append(out, table[i].Name)
	}
	return out
}

// ByName returns the format of a name, in whatever case.
func ByName(name string) (*Format, error) {
	i := slices.IndexFunc(table[:], func(f Format) bool { return strings.EqualFold(f.Name, name) })
	if i < 0 {
		return nil, fmt.Errorf("unknown format of lists %q: use one of %s", name, strings.Join(Names(), ", "))
	}
	return &table[i], nil
}

// ByExtension returns the format of a file name; nil where its extension is not that of one
// format alone.
func ByExtension(name string) *Format {
	var found *Format
	for i := range table {
		if strings.HasSuffix(strings.ToLower(name), table[i].Extension) {
			if found != nil {
				return nil
			}
			found = &table[i]
		}
	}
	return found
}

// withMarkers are the formats that have markers, for messages.
func withMarkers() string {
	var out []string
	for i := range table {
		if table[i].Markers {
			out = append(out, table[i].Name)
		}
	}
	return prose.Or(out)
}
