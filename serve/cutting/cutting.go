package cutting

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net/url"
	"strconv"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/cut"
	"github.com/tidytalk/tidytalk/speech/cutlist"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Parameters of lists of cuts. The recording itself is not sent.
const (
	To        = "to"
	markers   = "markers"
	recording = "recording"   // as the list names it
	duration  = "duration"    // of the recording
	rate      = "sample-rate" // of it
	channels  = "channels"    // of it
	picture   = "picture"     // its rate of frames
	frameRate = "frame-rate"  // of the list
	pause     = "pause"
	silences  = "silences"

	// Map is the form that is no list for editors.
	Map = "map"
)

// What is not said of a recording.
const (
	usualName     = "recording.wav"
	usualRate     = 48000
	usualChannels = 2
)

// Parameter is a parameter of a request, with its values where it has some.
type Parameter struct {
	Name, About string
	Values      []string
}

// Parameters are those that Parse knows.
var Parameters = []Parameter{
	{Name: To, About: "Form of the list, or map: where each stretch that is kept was and is, as JSON", Values: append(cutlist.Names(), Map)},
	{Name: markers, About: "Mark what would be cut, in place of cuts", Values: []string{"false", "true"}},
	{Name: recording, About: "Name of the recording, as the list names it (default: " + usualName + ")"},
	{Name: duration, About: "How long the recording is, in seconds (default: up to the end of the last word)"},
	{Name: rate, About: fmt.Sprintf("Samples of the recording a second (default: %d)", usualRate)},
	{Name: channels, About: fmt.Sprintf("Channels of the recording (default: %d)", usualChannels)},
	{Name: picture, About: "Frames a second of the recording's picture, such as 25, 23.976 or 29.97df (default: it has none)"},
	{Name: frameRate, About: "Frames a second of the list, where it counts frames (default: those of the picture, or 30)"},
	{Name: pause, About: "Length of pauses that remain: natural, keep or a number of seconds (default: natural)"},
	{Name: silences, About: "Shorten all pauses to so many seconds at most (default: none)"},
}

// Cutting is what is asked of a list. It may be used from several goroutines.
type Cutting struct {
	media    cut.Media
	duration float64 // 0: as the words say
	options  cut.Options
	list     cutlist.Options
	format   *cutlist.Format // nil: the map
}

// Media returns the media type of the list.
func (c *Cutting) Media() string {
	if c.format == nil {
		return "application/json"
	}
	return c.format.Media()
}

// Form returns the name of the list's form, and Extension that of its file.
func (c *Cutting) Form() string {
	if c.format == nil {
		return Map
	}
	return c.format.Name
}

// Extension returns what names of the list's file end with.
func (c *Cutting) Extension() string {
	if c.format == nil {
		return ".json"
	}
	return c.format.Extension
}

// Write writes the list for a document of which e is the edit; decisions has one element for each token. Errors are
// those of cut.Plan and of w.
func (c *Cutting) Write(w io.Writer, doc *transcript.Document, e *transcript.Edit, decisions []data.Decision) error {
	words := cut.Words(doc, e, decisions)
	m := c.media
	end := c.duration
	if end == 0 {
		for i := range words {
			end = max(end, words[i].End)
		}
	}
	m.Samples = int64(math.Ceil(end * float64(m.Rate)))
	l, err := cut.Plan(m, nil, words, c.options)
	switch {
	case err != nil:
		return err
	case c.format == nil:
		return cutlist.WriteMap(w, l)
	}
	return c.format.Write(w, l, c.list)
}

// On makes what is asked of a transcript a list of its cuts.
func (c *Cutting) On(f *cleaning.Cleaning) {
	f.Options.Explain = true // for how sure removals are
	f.Hear = func(_ context.Context, d *transcript.Document) error {
		if err := voice.Timed(d); err != nil {
			return fmt.Errorf("nothing can be cut: %w", err)
		}
		return nil
	}
	f.Show = func(w io.Writer, file *formats.File, plan *formats.Plan) error {
		return c.Write(w, file.Document, plan.Edit(file.Document), plan.Decisions)
	}
}

// longestRecording is how long a recording may be, in seconds.
const longestRecording = 1000 * 60 * 60

// Parse reads what a request asks for. Errors are for people, and say which parameter is wrong.
func Parse(q url.Values) (c *Cutting, err error) {
	c = &Cutting{media: cut.Media{Name: cmp.Or(q.Get(recording), usualName)}}
	if to := cmp.Or(q.Get(To), cutlist.Names()[0]); to != Map {
		if c.format, err = cutlist.ByName(to); err != nil {
			return nil, err
		}
	}
	c.list.Markers = q.Get(markers) == "true"
	if c.list.Markers && (c.format == nil || !c.format.Markers) {
		return nil, fmt.Errorf("to=%s has no markers: leave markers=true out", q.Get(To))
	}
	number := func(name string, least, most, otherwise float64) float64 {
		given := q.Get(name)
		if given == "" || err != nil {
			return otherwise
		}
		x, bad := strconv.ParseFloat(given, 64)
		if bad != nil || !(x >= least && x <= most) {
			err = fmt.Errorf("%s is a number from %v to %v, not %q", name, least, most, given)
		}
		return x
	}
	c.media.Rate = int(number(rate, 1000, 1<<20, usualRate))
	c.media.Channels = int(number(channels, 0, 255, usualChannels))
	c.duration = number(duration, 0.001, longestRecording, 0)
	c.options.Silences = number(silences, 0.1, 3600, 0)
	if err != nil {
		return nil, err
	}
	frames := func(name string) (r cutlist.Rate) {
		if given := q.Get(name); given != "" && err == nil {
			if r, err = cutlist.ParseRate(given); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		}
		return r
	}
	shown := frames(picture)
	c.media.FrameNum, c.media.FrameDen, c.media.DropFrame = shown.Num, shown.Den, shown.Drop
	if c.list.Frames = frames(frameRate); err != nil {
		return nil, err
	}
	if given := q.Get(pause); given != "" {
		if c.options.Pause, err = cut.ParsePause(given); err != nil {
			return nil, fmt.Errorf("%s is %w", pause, err)
		}
	}
	return c, nil
}
