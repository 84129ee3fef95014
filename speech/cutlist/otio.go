package cutlist

import (
	"encoding/json"
	"strings"
)

// The schemas of OpenTimelineIO that a list needs, as its core writes them.
type (
	otioTime struct {
		Schema string  `json:"OTIO_SCHEMA"`
		Rate   float64 `json:"rate"`
		Value  float64 `json:"value"`
	}
	otioRange struct {
		Schema   string   `json:"OTIO_SCHEMA"`
		Duration otioTime `json:"duration"`
		Start    otioTime `json:"start_time"`
	}
	otioMarker struct {
		Schema   string         `json:"OTIO_SCHEMA"`
		Metadata map[string]any `json:"metadata"`
		Name     string         `json:"name"`
		Color    string         `json:"color"`
		Range    otioRange      `json:"marked_range"`
		Comment  string         `json:"comment"`
	}
	otioMedia struct {
		Schema    string    `json:"OTIO_SCHEMA"`
		Name      string    `json:"name"`
		Available otioRange `json:"available_range"`
		URL       string    `json:"target_url"`
	}
	otioItem struct {
		Schema   string               `json:"OTIO_SCHEMA"`
		Metadata map[string]any       `json:"metadata,omitempty"`
		Name     string               `json:"name"`
		Range    *otioRange           `json:"source_range"`
		Effects  []any                `json:"effects"`
		Markers  []otioMarker         `json:"markers"`
		Enabled  bool                 `json:"enabled"`
		Media    map[string]otioMedia `json:"media_references,omitempty"`
		Active   string               `json:"active_media_reference_key,omitempty"`
		Kind     string               `json:"kind,omitempty"`
		Children []otioItem           `json:"children,omitempty"`
	}
	otioTimeline struct {
		Schema   string         `json:"OTIO_SCHEMA"`
		Metadata map[string]any `json:"metadata"`
		Name     string         `json:"name"`
		Start    *otioTime      `json:"global_start_time"`
		Tracks   otioItem       `json:"tracks"`
	}
)

// writeOTIO writes a timeline of OpenTimelineIO: a track for the picture, and one for the sound,
// with all its channels. Without a picture, times are samples.
func writeOTIO(b *strings.Builder, t *timeline) error {
	rate := float64(t.rate.Num) / float64(t.rate.Den)
	at := func(units int64) otioTime { return otioTime{"RationalTime.1", rate, float64(units)} }
	stretch := func(from, to int64) otioRange { return otioRange{"TimeRange.1", at(to - from), at(from)} }
	name := oneLine(base(t.list.Media.Name))
	item := func(schema, name string) otioItem {
		return otioItem{Schema: schema, Name: name, Effects: []any{}, Markers: []otioMarker{}, Enabled: true}
	}
	media := map[string]otioMedia{"DEFAULT_MEDIA": {"ExternalReference.1", name, stretch(0, t.total), uri(t.list.Media.Name, "")}}
	track := func(kind string) otioItem {
		out := item("Track.1", kind)
		out.Kind = kind
		for _, c := range t.clips {
			x, s := item("Clip.2", name), stretch(c.from, c.to)
			x.Range, x.Media, x.Active = &s, media, "DEFAULT_MEDIA"
			out.Children = append(out.Children, x)
		}
		return out
	}
	stack := item("Stack.1", "tracks")
	if t.list.Media.FrameNum > 0 {
		stack.Children = append(stack.Children, track("Video"))
	}
	if t.list.Media.Channels > 0 {
		sound := track("Audio")
		sound.Metadata = map[string]any{"tidytalk": map[string]any{"channels": t.list.Media.Channels}}
		stack.Children = append(stack.Children, sound)
	}
	if t.asMarkers {
		for _, m := range t.markers {
			colour := "RED"
			if m.left {
				colour = "YELLOW"
			}
			stack.Markers = append(stack.Markers, otioMarker{"Marker.2", map[string]any{}, m.name, colour, stretch(m.from, m.to), m.note})
		}
	}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(otioTimeline{Schema: "Timeline.1", Metadata: map[string]any{}, Name: t.title(), Tracks: stack})
}
