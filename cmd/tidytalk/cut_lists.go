//go:build !small

package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/speech/cut"
	"github.com/tidytalk/tidytalk/speech/cutlist"
	"github.com/tidytalk/tidytalk/text/formats"
)

// listFlags are those of lists of cuts.
func listFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "to", Usage: "write the cuts as a list in `FORMAT`, in place of a recording: " + prose.Or(cutlist.Names())},
		&cli.StringFlag{Name: "as", Value: "cuts", Usage: "with --to, write cuts, or markers at what would be cut: `WAY`"},
		&cli.StringFlag{Name: "frame-rate", DefaultText: "that of the picture, or 30", Usage: "with --to, the frame rate of the timeline: `RATE` such as 25, 23.976 or 29.97df"},
		&cli.StringFlag{Name: "transcript", Usage: "write the transcript, cleaned, to `FILE`: in its own form, or in that of another extension"},
		&cli.StringFlag{Name: "times", Value: "shift", Usage: "with --transcript, `WAY` with times: shift (those of the recording as it is cut) or keep"},
		&cli.StringFlag{Name: "time-map", Usage: "write where each stretch that is kept was, and is, to `FILE`, as JSON"},
	}
}

// listing is what is asked of lists.
type listing struct {
	format  *cutlist.Format // nil: a recording is written
	options cutlist.Options
}

// parseList reads the flags of lists. Where --output has the extension of one, --to need not be said.
func (x *cutting) parseList() (err error) {
	if name := x.String("to"); name != "" {
		if x.lists.format, err = cutlist.ByName(name); err != nil {
			return usage.Wrap(err)
		}
	} else {
		x.lists.format = cutlist.ByExtension(x.String("output"))
	}
	for _, flag := range []string{"as", "frame-rate"} {
		if x.IsSet(flag) && x.lists.format == nil {
			return usage.Errorf("--%s is of lists for editors: say which with --to", flag)
		}
	}
	if times := x.String("times"); times != "shift" && times != "keep" {
		return usage.Errorf("--times is shift or keep, not %q", times)
	}
	if x.IsSet("times") && x.String("transcript") == "" {
		return usage.Errorf("--times is of the transcript: say where it goes with --transcript")
	}
	if _, _, err := x.transcriptForm(); err != nil {
		return err
	}
	switch as := x.String("as"); as {
	case "cuts":
	case "markers":
		x.lists.options.Markers = true
	default:
		return usage.Errorf("--as is cuts or markers, not %q", as)
	}
	if rate := x.String("frame-rate"); rate != "" {
		if x.lists.options.Frames, err = cutlist.ParseRate(rate); err != nil {
			return usage.Wrap(fmt.Errorf("--frame-rate: %w", err))
		}
	}
	return nil
}

// listed reports whether a list, or what goes with it, is written.
func (x *cutting) listed() bool {
	return x.lists.format != nil || x.IsSet("time-map") || x.IsSet("transcript")
}

// named returns the list with the whole path of the recording, so that what is written opens from anywhere.
func (x *cutting) named() (*cut.List, error) {
	l := *x.list
	var err error
	l.Media.Name, err = filepath.Abs(x.recording)
	return &l, err
}

// writeList writes the list for an editor to out, or to standard output.
func (x *cutting) writeList(out string) error {
	l, err := x.named()
	if err != nil {
		return err
	}
	return fileio.Write(x.Context, out, func(w io.Writer) error { return x.lists.format.Write(w, l, x.lists.options) })
}

// writeBeside writes what goes with the recording: the transcript and the map of times.
func (x *cutting) writeBeside() error {
	if path := x.String("transcript"); path != "" {
		if err := fileio.Write(x.Context, path, x.writeTranscript); err != nil {
			return err
		}
	}
	path := x.String("time-map")
	if path == "" {
		return nil
	}
	l, err := x.named()
	if err != nil {
		return err
	}
	return fileio.Write(x.Context, path, func(w io.Writer) error { return cutlist.WriteMap(w, l) })
}

// transcriptForm returns the format that --transcript asks for by its extension: "" for the form of the transcript
// itself; html says that it is a page.
func (x *cutting) transcriptForm() (form formats.Format, html bool, err error) {
	path := x.String("transcript")
	ext := strings.ToLower(filepath.Ext(path))
	switch form = formats.ByExtension(path); {
	case path == "" || strings.EqualFold(ext, filepath.Ext(x.transcript)):
		return "", false, nil
	case ext == ".html" || ext == ".htm":
		return "", true, nil
	case ext == ".txt":
		return formats.Text, false, nil
	case form == "" || !form.IsWritten():
		return "", false, usage.Errorf("--transcript %s: no form of transcripts goes by this extension: take that of %s, or .srt, .vtt, .txt, .docx, .jsonl or .html", path, x.transcript)
	}
	return form, false, nil
}

// writeTranscript writes what is kept of the transcript.
func (x *cutting) writeTranscript(w io.Writer) error {
	file := x.file
	if x.String("times") == "shift" {
		file = file.Shift(cutlist.Times(x.list))
	}
	form, html, err := x.transcriptForm()
	if err != nil {
		return err
	}
	var text string
	switch {
	case html:
		return file.WriteHTML(w, x.plan, filepath.Base(file.Name))
	case form == "" || form == file.Format:
		text, err = file.Rewritten(x.plan)
	default:
		text, err = form.Write(file.Transcript(x.plan))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
