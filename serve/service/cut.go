package service

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/cut"
	"github.com/tidytalk/tidytalk/speech/cutlist"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Parameters of lists of cuts. The recording itself is not sent.
const (
	paramMarkers   = "markers"
	paramRecording = "recording"   // as the list names it
	paramDuration  = "duration"    // of the recording
	paramRate      = "sample-rate" // of it
	paramChannels  = "channels"    // of it
	paramPicture   = "picture"     // its rate of frames
	paramFrameRate = "frame-rate"  // of the list
	paramPause     = "pause"
	paramSilences  = "silences"

	timeMap = "map" // the form that is no list for editors
)

// What is not said of a recording.
const (
	usualName     = "recording.wav"
	usualRate     = 48000
	usualChannels = 2
)

var ofCuts = []parameter{
	{name: paramTo, about: "Form of the list, or map: where each stretch that is kept was and is, as JSON", values: append(cutlist.Names(), timeMap)},
	{name: paramMarkers, about: "Mark what would be cut, in place of cuts", values: []string{"false", "true"}},
	{name: paramRecording, about: "Name of the recording, as the list names it (default: " + usualName + ")"},
	{name: paramDuration, about: "How long the recording is, in seconds (default: up to the end of the last word)"},
	{name: paramRate, about: fmt.Sprintf("Samples of the recording a second (default: %d)", usualRate)},
	{name: paramChannels, about: fmt.Sprintf("Channels of the recording (default: %d)", usualChannels)},
	{name: paramPicture, about: "Frames a second of the recording's picture, such as 25, 23.976 or 29.97df (default: it has none)"},
	{name: paramFrameRate, about: "Frames a second of the list, where it counts frames (default: those of the picture, or 30)"},
	{name: paramPause, about: "Length of pauses that remain: natural, keep or a number of seconds (default: natural)"},
	{name: paramSilences, about: "Shorten all pauses to so many seconds at most (default: none)"},
}

// cutForms are the forms of lists.
func cutForms() []form {
	var out []form
	for _, f := range cutlist.All() {
		out = append(out, form{f.Name, f.Media()})
	}
	return append(out, form{timeMap, mediaJSON})
}

// cutting is what is asked of a list.
type cutting struct {
	media    cut.Media
	duration float64 // 0: as the words say
	options  cut.Options
	list     cutlist.Options
	format   *cutlist.Format // nil: the map
}

// cut answers with what is to be cut out of the recording of a transcript, as the times of its words say.
func (s *Service) cut(w http.ResponseWriter, r *http.Request) {
	a, err := s.ask(r.URL.RawQuery, cleaning.CutRequest)
	if err == nil {
		err = s.cutTo(w, r, a)
	}
	if err != nil {
		answerError(w, r, err)
	}
}

func (s *Service) cutTo(w http.ResponseWriter, r *http.Request, a *asked) error {
	q := r.URL.Query()
	if !q.Has(paramTo) {
		all := cutForms()
		chosen, ok := choose(r.Header.Get("Accept"), all)
		if !ok {
			return notAcceptable(all)
		}
		w.Header().Add("Vary", "Accept")
		q.Set(paramTo, chosen.to)
	}
	c, err := parseCutting(q)
	if err != nil {
		return badRequest(err)
	}
	a.Options.Explain = true // for how sure removals are
	a.Hear = func(_ context.Context, d *transcript.Document) error {
		if err := voice.Timed(d); err != nil {
			return fmt.Errorf("nothing can be cut: %w", err)
		}
		return nil
	}
	a.Show = c.write
	a.list, a.file = &form{timeMap, mediaJSON}, "map.json"
	if f := c.format; f != nil {
		a.list, a.file = &form{f.Name, f.Media()}, "cuts"+f.Extension
	}
	return s.cleanTo(w, r, a, nil)
}

// write writes the list of a transcript that is cleaned by a plan.
func (c *cutting) write(w io.Writer, file *formats.File, plan *formats.Plan) error {
	words := cut.Words(file.Document, plan.Edit(file.Document), plan.Decisions)
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

// longestRecording is how long a recording may be, in seconds.
const longestRecording = 1000 * 60 * 60

func parseCutting(q url.Values) (c *cutting, err error) {
	c = &cutting{media: cut.Media{Name: cmp.Or(q.Get(paramRecording), usualName)}}
	if to := cmp.Or(q.Get(paramTo), cutlist.Names()[0]); to != timeMap {
		if c.format, err = cutlist.ByName(to); err != nil {
			return nil, err
		}
	}
	c.list.Markers = q.Get(paramMarkers) == "true"
	if c.list.Markers && (c.format == nil || !c.format.Markers) {
		return nil, fmt.Errorf("to=%s has no markers: leave markers=true out", q.Get(paramTo))
	}
	number := func(name string, least, most, otherwise float64) float64 {
		given := q.Get(name)
		if given == "" || err != nil {
			return otherwise
		}
		x, bad := strconv.ParseFloat(given, 64)
		if bad != nil || !(x >= least && x <= most) {
			err = fmt.Errorf("%s is a number from %v to %v, not %q", name, least, most, headerText(given))
		}
		return x
	}
	c.media.Rate = int(number(paramRate, 1000, 1<<20, usualRate))
	c.media.Channels = int(number(paramChannels, 0, 255, usualChannels))
	c.duration = number(paramDuration, 0.001, longestRecording, 0)
	c.options.Silences = number(paramSilences, 0.1, 3600, 0)
	if err != nil {
		return nil, err
	}
	rate := func(name string) (r cutlist.Rate) {
		if given := q.Get(name); given != "" && err == nil {
			if r, err = cutlist.ParseRate(given); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		}
		return r
	}
	picture := rate(paramPicture)
	c.media.FrameNum, c.media.FrameDen, c.media.DropFrame = picture.Num, picture.Den, picture.Drop
	if c.list.Frames = rate(paramFrameRate); err != nil {
		return nil, err
	}
	if pause := q.Get(paramPause); pause != "" {
		if c.options.Pause, err = cut.ParsePause(pause); err != nil {
			return nil, fmt.Errorf("%s is %w", paramPause, err)
		}
	}
	return c, nil
}
