package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/speech/voiceview"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// recordings are those of transcripts that are cleaned.
type recordings struct {
	path     string // a recording, or a folder of them
	folder   bool
	channels map[string]int
	tell     func(done, all float64) // nil: nobody watches
}

// parseRecordings reads --audio and --channel; nil: there are no recordings.
func parseRecordings(c *cli.Context, f *cleaning.Cleaning, flags *batchFlags) (*recordings, error) {
	if !c.IsSet("audio") {
		if c.IsSet("channel") {
			return nil, usage.Errorf("--channel is about the recording of --audio: name it")
		}
		return nil, nil
	}
	r := &recordings{path: c.String("audio")}
	switch {
	case r.path == "":
		return nil, usage.Errorf("--audio needs the name of a recording or a folder")
	case r.path == "-":
		return nil, usage.Errorf("--audio takes a file: the transcript is what comes from standard input")
	case c.Bool("stream"):
		return nil, usage.Errorf("--audio goes with whole transcripts: leave --stream or --audio out")
	case f.From == "tokens":
		return nil, usage.Errorf("--from tokens has no times of words, which --audio needs")
	case flags.inPlace:
		return nil, usage.Errorf("--in-place remembers what is clean by text, settings and models, not by recordings: with --audio, write with --output or --out-dir")
	}
	var err error
	if r.channels, err = parseChannels(c); err != nil {
		return nil, err
	}
	info, err := os.Stat(r.path)
	if err != nil {
		return nil, err
	}
	r.folder = info.IsDir()
	return r, nil
}

// check returns an error if several inputs would have one recording.
func (r *recordings) check(inputs []input) error {
	if r != nil && !r.folder && len(inputs) > 1 {
		return usage.Errorf("--audio is the recording of one transcript, and there are %d: name a folder with a recording for each", len(inputs))
	}
	if r != nil && r.folder && inputs[0].path == "-" {
		return usage.Errorf("--audio is a folder, and standard input has no name to find its recording by: name the recording")
	}
	return nil
}

// of returns the recording of a transcript: in a folder it has the name of the transcript, but for what is
// behind its last dot, or its last two, in the same folders below, or in none.
func (r *recordings) of(path string) (string, error) {
	if !r.folder {
		return r.path, nil
	}
	parts := strings.Split(filepath.ToSlash(filepath.Clean(path)), "/")
	base := parts[len(parts)-1]
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	for from := range parts {
		if slices.Contains(parts[from:], "..") {
			continue
		}
		folder := filepath.Join(append([]string{r.path}, parts[from:len(parts)-1]...)...)
		for _, name := range []string{stem, strings.TrimSuffix(stem, filepath.Ext(stem))} {
			for _, ext := range training.SoundExtensions {
				for _, e := range []string{ext, strings.ToUpper(ext)} {
					found := filepath.Join(folder, name+e)
					info, err := os.Stat(found)
					if err == nil && info.Mode().IsRegular() {
						return found, nil
					}
					if err != nil && !errors.Is(err, fs.ErrNotExist) {
						return "", err
					}
				}
			}
		}
	}
	return "", fmt.Errorf("there is no recording of %s in %s: %s.wav, .flac or .mp3", path, r.path, stem)
}

// hear gives the words of a document what their recording says, and says what is odd. What keeps
// the voice from being heard is odd, too: the text is cleaned without it. An error is that of a
// recording that cannot be opened, or of the context.
func (r *recordings) hear(ctx context.Context, path string, d *transcript.Document) (notes []string, err error) {
	found, err := r.of(path)
	if err != nil {
		return nil, err
	}
	in, err := training.OpenSound(ctx, nil, found)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	without := func(err error) ([]string, error) {
		return append(notes, fmt.Sprintf("%s: cleaned without the voice: %v", d.Name, err)), nil
	}
	// Transcripts without times are reported before an hour of sound is read for nothing.
	if err := voice.Timed(d); err != nil {
		return without(err)
	}
	sound, err := voice.Track(ctx, in, prosody.Options{}, r.tell)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return without(err)
	}
	for _, w := range sound.Warnings {
		notes = append(notes, found+": "+w)
	}
	heard, err := voice.Hear(d, sound.Tracks, voice.Options{Channels: r.channels, Syllables: true})
	var unfit *voice.Unfit
	switch {
	case errors.As(err, &unfit):
		return without(err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", found, err)
	}
	for _, w := range heard.Warnings {
		notes = append(notes, d.Name+": "+w)
	}
	if !slices.ContainsFunc(d.Turns, func(t transcript.Turn) bool { return !t.Punctuated }) {
		notes = append(notes, d.Name+": the transcript has punctuation of its own, which is kept: the voice is for text without")
	}
	heard.Set(d)
	return notes, nil
}

// soundProgress shows on a terminal how much of a recording is heard.
type soundProgress struct {
	*terminal.Progress
	start time.Time
}

// watchSound returns the function that shows the progress of a recording; nil where nobody
// watches.
func watchSound(c *cli.Context, p *terminal.Progress) func(done, all float64) {
	if !terminal.Is(c.App.ErrWriter) || terminal.Dumb() || c.Bool("quiet") {
		return nil
	}
	s := &soundProgress{p, terminal.Clock()}
	return s.tell
}

func (s *soundProgress) tell(done, all float64) {
	at := terminal.Clock()
	if took := at.Sub(s.start); took >= terminal.After {
		s.Draw(at, soundLine(done, all, took))
	}
}

// soundLine says how much of a recording is heard; all is 0 where nobody knows how long it is.
func soundLine(done, all float64, took time.Duration) string {
	heard := voiceview.Clock(math.Floor(done))
	if all <= 0 {
		return heard + " heard"
	}
	line := fmt.Sprintf("%s %s of %s heard", terminal.Bar(int(done), int(math.Ceil(all))), heard, voiceview.Clock(math.Round(all)))
	if done >= all {
		return line + ", finishing"
	}
	return line + ", " + terminal.ShortTime(time.Duration(float64(took)*(all-done)/max(done, 1e-3))) + " left"
}

// parseChannels reads --channel, for voice.Options.
func parseChannels(c *cli.Context) (map[string]int, error) {
	out := make(map[string]int)
	for _, s := range c.StringSlice("channel") {
		speaker, number := "", s
		if i := strings.LastIndexByte(s, '='); i >= 0 {
			speaker, number = s[:i], s[i+1:]
			if speaker == "" {
				return nil, usage.Errorf("--channel: %q names no speaker: say such as Ann=1", s)
			}
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 1 {
			return nil, usage.Errorf("--channel: %q is no channel: say such as Ann=1, or 1 for all speakers", s)
		}
		if at, ok := out[speaker]; ok && at != n-1 {
			return nil, usage.Errorf("--channel says two channels of one speaker: %d and %d", at+1, n)
		}
		out[speaker] = n - 1
	}
	return out, nil
}
