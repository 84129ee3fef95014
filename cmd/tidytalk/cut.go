//go:build !small

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/cut"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func cutCommand() *cli.Command {
	return &cli.Command{
		Name:      "cut",
		Usage:     "take fillers and repairs out of a recording",
		ArgsUsage: "RECORDING TRANSCRIPT",
		Description: `Takes out of a recording what 'tidytalk clean' takes out of its transcript, with the same
options. The transcript, in any format, needs times of words; they may be rough: where words begin
and end is found in the sound. Without --output, it says what would be cut, as --what does.

Recordings are WAV, FLAC or MP3, and WAV or FLAC is written, by the name of --output. Other files,
videos too, are read and written by ffmpeg, if it is installed. Samples keep their rate, channels and bits; pictures
are cut by frames.

A removal stays where there is no clean gap, where somebody else speaks at the same time, or
where it is not sure where its words are: it is listed. --pause says how long the pauses are that remain: natural
(as the speaker's are, in the middle), keep (all of the silence on both sides) or so many SECONDS;
none becomes longer. --silences shortens other pauses, too. Speakers with a channel of their own are told by
--channel Ann=1; all channels are cut at once, where all others are silent.

Examples:
  tidytalk cut talk.wav whisper.json
  tidytalk cut talk.wav whisper.json -o clean.wav
  tidytalk cut --silences 0.8 --html cuts.html talk.mp3 whisper.json -o clean.flac
  tidytalk cut --level light --pause 0.15 film.mp4 whisper.json -o clean.mp4`,
		Flags:  cutFlags(),
		Action: cutRecording,
	}
}

func cutFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{cli.HelpFlag},
		grouped(groupFiles, slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write what is kept to `FILE`: .wav, .flac, or with ffmpeg another kind of sound or video"},
			&cli.BoolFlag{Name: "what", DisableDefaultText: true, Usage: "say what is cut, and what stays: a table"},
			&cli.StringFlag{Name: "html", Usage: "write a page to `FILE` that plays each cut before and after"},
		}, bundles.OptionFlags(cleaning.CutCommand, "channel", "from", "encoding", "map", "speakers", "corrections"))...),
		grouped("Cuts",
			&cli.StringFlag{Name: "pause", Value: "natural", Usage: "`LENGTH` of pauses that remain: natural, keep or a number of seconds"},
			&cli.Float64Flag{Name: "silences", DefaultText: "none", Usage: "shorten all pauses to `SECONDS` at most"},
			&cli.Float64Flag{Name: "fade", Value: 1000 * cut.DefaultFade, Usage: "`MILLISECONDS` of the crossfade at each join"},
		),
		grouped("Lists and transcripts", listFlags()...),
		grouped(groupKinds, bundles.OptionFlags(cleaning.CutCommand, "style", "remove", "keep", "fillers", "vocabulary", "language", "segment", "level", "confidence")...),
		grouped(groupRunning, usage.QuietFlag()),
		grouped(groupModels, append(bundles.DecoderFlags(cleaning.CutCommand), bundles.Flag())...),
	)
}

// cutting is a recording that is being cut.
type cutting struct {
	*cli.Context
	recording  string
	transcript string
	options    cut.Options
	say        *messages
	ticks      *terminal.Progress
	media      *media
	sound      *cut.Sound
	list       *cut.List
	lists      listing
	file       *formats.File // the transcript, and what becomes of it
	plan       *formats.Plan
}

// leanGC keeps less garbage than usual, in percent: what is known of three hours, and of their words, is large.
const leanGC = 50

func cutRecording(c *cli.Context) error {
	x, err := parseCutting(c)
	if err != nil {
		return err
	}
	f, err := cleaning.Parse(bundles.Source{Context: c}, cleaning.CutCommand, tidytalk.Options{}, false)
	if err != nil {
		return usage.Wrap(err)
	}
	if f.From == "tokens" {
		return usage.Errorf("--from tokens has no times of words, which cutting needs")
	}
	f.Options.Explain = true // for how sure removals are
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(leanGC)
	}
	if err := completeCleaning(c, f, 1); err != nil {
		return err
	}
	// The recording first: what is no sound is said before a transcript is read.
	if x.media, err = openMedia(c.Context, x.recording); err != nil {
		return err
	}
	defer x.media.Close()
	src, name, err := readInput(c.Context, c.App.Reader, x.transcript, f.Input())
	if err != nil {
		return err
	}
	b, err := bundles.LoadFor(c, f.Options.Language)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, f.CleanerOptions())
	if err != nil {
		return err
	}
	f.Note = func(name string, line int, text string) { x.say.warn("%s:%d: %s", name, line, text) }
	f.Hear = func(ctx context.Context, d *transcript.Document) error { return x.hear(ctx, d, f.ByHand == nil) }
	f.Show = func(_ io.Writer, file *formats.File, plan *formats.Plan) (err error) {
		words := cut.Words(file.Document, plan.Edit(file.Document), plan.Decisions)
		if x.list, err = cut.Plan(x.media.Media, x.sound, words, x.options); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		x.file, x.plan = file, plan
		return nil
	}
	if err := f.Clean(c.Context, cleaner, src, name, io.Discard); err != nil {
		return err
	}
	if x.list == nil {
		return fmt.Errorf("%s is empty: there is nothing to cut by", name)
	}
	return x.write()
}

// parseCutting reads the arguments, and what flags say of the cuts.
func parseCutting(c *cli.Context) (*cutting, error) {
	if c.NArg() != 2 {
		return nil, usage.Errorf("cut takes a recording and its transcript, in this order, not %d names", c.NArg())
	}
	x := &cutting{Context: c, recording: c.Args().Get(0), transcript: c.Args().Get(1)}
	if x.recording == "-" {
		return nil, usage.Errorf("the recording is read twice: name a file")
	}
	for _, flag := range []string{"output", "html", "transcript", "time-map"} {
		for _, in := range []string{x.recording, x.transcript} {
			if sameFile(c.String(flag), in) {
				return nil, usage.Errorf("--%s would replace %s: name another file", flag, in)
			}
		}
		if err := fileio.Check(c.String(flag)); err != nil {
			return nil, err
		}
	}
	if err := x.parsePauses(); err != nil {
		return nil, err
	}
	if err := x.parseList(); err != nil {
		return nil, err
	}
	var err error
	if x.options.Channels, err = parseChannels(c); err != nil {
		return nil, err
	}
	if len(x.options.Channels) == 0 {
		x.options.Channels = nil
	}
	x.ticks = terminal.NewProgress(c.App.ErrWriter)
	x.say, err = newMessages(c, x.ticks)
	return x, err
}

// parsePauses reads --pause, --silences and --fade.
func (x *cutting) parsePauses() error {
	o := &x.options
	var err error
	if o.Pause, err = cut.ParsePause(x.String("pause")); err != nil {
		return usage.Errorf("--pause is %w", err)
	}
	o.Silences, o.Fade = x.Float64("silences"), x.Float64("fade")/1000
	if x.IsSet("silences") && !(o.Silences >= 0.1 && o.Silences <= 3600) {
		return usage.Errorf("--silences is how many seconds pauses may last, from 0.1 to 3600, not %v", o.Silences)
	}
	if !(o.Fade >= 0 && o.Fade <= 0.5) {
		return usage.Errorf("--fade is a number of milliseconds from 0 to 500, not %v", x.Float64("fade"))
	}
	if o.Fade == 0 {
		o.Fade = math.SmallestNonzeroFloat64 // none, where 0 stands for the usual one
	}
	return nil
}

// sameFile reports whether two names are those of one file that is there.
func sameFile(a, b string) bool {
	if a == "" || a == "-" || b == "-" {
		return false
	}
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// hear listens to the recording, and gives the words of a document what is heard of them, if they may
// have it and it helps: in text without punctuation.
func (x *cutting) hear(ctx context.Context, d *transcript.Document, voices bool) error {
	if err := voice.Timed(d); err != nil {
		return fmt.Errorf("%s: nothing can be cut: %w", d.Name, err)
	}
	defer x.ticks.Wipe()
	r := x.media.Reader
	var err error
	x.sound, err = cut.Listen(ctx, r, x.watch(r))
	for _, w := range r.Warnings() {
		x.say.warn("%s: %s", x.recording, w)
	}
	if err = errors.Join(err, x.media.Close()); err != nil {
		return err
	}
	if !voices || !slices.ContainsFunc(d.Turns, func(t transcript.Turn) bool { return !t.Punctuated }) {
		return nil
	}
	tracks, err := x.track(ctx)
	if err != nil {
		return err
	}
	heard, err := voice.Hear(d, tracks, voice.Options{Channels: x.options.Channels, Syllables: true})
	var unfit *voice.Unfit
	switch {
	case errors.As(err, &unfit):
		return nil // the text is cleaned without; what the times are worth, the planner says
	case err != nil:
		return fmt.Errorf("%s: %w", x.recording, err)
	}
	heard.Set(d)
	return nil
}

// watch returns what shows how much of a recording is heard.
func (x *cutting) watch(r *audio.Reader) func(float64) {
	watch := watchSound(x.Context, x.ticks)
	if watch == nil {
		return nil
	}
	all := max(0, float64(r.Frames())/float64(r.Rate()))
	return func(done float64) { watch(done, all) }
}

// track measures the voices of the recording, once where channels have the same sound.
func (x *cutting) track(ctx context.Context) ([]*prosody.Tracks, error) {
	m, err := openMedia(ctx, x.recording)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	distinct := x.sound.Distinct()
	found, err := prosody.TracksOf(ctx, &someChannels{Reader: m.Reader, channels: distinct}, prosody.Options{}, x.watch(m.Reader))
	if err != nil {
		return nil, err
	}
	out := make([]*prosody.Tracks, m.Reader.Channels())
	for c := range out {
		out[c] = found[max(0, slices.Index(distinct, c))]
	}
	return out, nil
}

// someChannels gives some of the channels of a recording.
type someChannels struct {
	*audio.Reader
	channels []int
	all      [][]float32
}

func (s *someChannels) Channels() int { return len(s.channels) }

func (s *someChannels) Read(buf [][]float32) (int, error) {
	if s.all == nil {
		s.all = make([][]float32, s.Reader.Channels())
		for c := range s.all {
			s.all[c] = make([]float32, len(buf[0]))
		}
	}
	for i, c := range s.channels {
		s.all[c] = buf[i]
	}
	return s.Reader.Read(s.all)
}

// write writes what was asked for.
func (x *cutting) write() error {
	out := x.String("output")
	if out == "" && !x.IsSet("html") && !x.listed() || x.Bool("what") {
		if err := fileio.WriteShown(x.Context, "", x.writeTable); err != nil {
			return err
		}
	}
	// The recording first: what goes with it is of no use without it.
	if err := x.writeOutput(out); err != nil {
		return err
	}
	if err := x.writeBeside(); err != nil {
		return err
	}
	if page := x.String("html"); page != "" {
		if err := x.writePage(page); err != nil {
			return err
		}
	}
	if out != "" && !x.Bool("what") {
		x.say.warn("%s", x.summary())
	}
	return nil
}

// writeOutput writes the recording as it is cut, or the list in its place: to standard output, where that has no name.
func (x *cutting) writeOutput(out string) error {
	switch {
	case x.lists.format != nil:
		return x.writeList(out)
	case out != "":
		return x.render(out)
	}
	return nil
}

// summary says in a line what was cut.
func (x *cutting) summary() string {
	l := x.list
	s := fmt.Sprintf("%s: %s in %d cuts, of %s", filepath.Base(x.recording), seconds(l.Seconds(l.Removed())), len(l.Cuts), seconds(l.Seconds(l.Media.Samples)))
	if n := len(l.Left); n > 0 {
		s += fmt.Sprintf("; %d removals stay: --what lists them", n)
	}
	return s
}

func seconds(s float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", s), ".0") + " s" }
