//go:build !small

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/speech/voiceview"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func prosodyCommand() *cli.Command {
	return &cli.Command{
		Name:      "prosody",
		Usage:     "measure pitch, energy, durations and pauses of a recording, and draw them",
		ArgsUsage: "RECORDING",
		Description: `Reads a recording (WAV, FLAC or MP3, found by its content; "-" is standard input) and
writes what is measured of it, as a table or as a drawing.

--what tracks, the default without --words, has a line for each 10 ms of each channel: time
(s, of the middle), channel (from 1), f0 (Hz, as tracked), clean (Hz, without octave errors,
median filtered), style (Hz, of the straight lines that stand for the contour), energy (dB,
0 is a RMS of 1) and voiced (1 or 0). NA: there is none.

--what features, the default with --words, has a line for each word of a transcript with
times of words: what is measured of the boundary behind it, that is, of the word, of the one
before (prev.) and of the next one (next.) of the speaker. F0 is in standard deviations from
the mean of the speaker, energy in dB from his mean, durations of vowels in deviations from
that of the vowel; --explain lists all features. With --syllables, words are measured by the
means of their syllables, as corpora have them: so 'tidytalk clean --audio' hears them.

--words is a transcript in any format that has times of words (` + wordTimeFormats() + `).
--phones, a TextGrid with a tier of phones as aligners write it, says where vowels are: in the
IPA, SAMPA or ARPABET. A TextGrid of words that has such a tier needs no other. Without one,
nuclei of syllables, which are loud and voiced, stand for vowels.

--to svg draws rows like those of a score: F0 as tracked, octave errors, straight lines,
energy, nuclei, words and sentence boundaries, for light and dark. Of long recordings,
--start and --end choose a stretch, or --row makes rows longer.

A recording with a channel for each speaker: which is whose is found out by who is loud
when; --channel says it.

Examples:
  tidytalk prosody talk.wav -o tracks.tsv
  tidytalk prosody --words whisper.json talk.wav -o features.tsv
  tidytalk prosody --words talk.TextGrid --to svg --start 1:30 --end 2:00 talk.flac -o talk.svg
  tidytalk prosody --words call.json --channel Ann=2 --channel Ben=1 call.wav`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "words", Usage: "`TRANSCRIPT` of the recording with times of words"},
			&cli.StringFlag{Name: "from", Value: "auto", Usage: "`FORMAT` of the transcript, where name and content do not say it"},
			&cli.StringFlag{Name: "phones", Usage: "TextGrid `FILE` with a tier of phones, which says where vowels are"},
			&cli.StringFlag{Name: "to", Value: "tsv", Usage: "write as `FORMAT`: tsv or svg"},
			&cli.StringFlag{Name: "what", DefaultText: "features with --words, else tracks", Usage: "write `TABLE`: tracks or features"},
			&cli.BoolFlag{Name: "syllables", DisableDefaultText: true, Usage: "measure words by their syllables, as clean --audio does"},
			bundles.OptionFlag(cleaning.Find("channel")),
			&cli.StringFlag{Name: "start", Usage: "write from `TIME` on, such as 90, 1:30 or 1:02:03.5"},
			&cli.StringFlag{Name: "end", Usage: "write up to `TIME`"},
			&cli.Float64Flag{Name: "row", Value: voiceview.DefaultRow, Usage: "`SECONDS` in a row of the drawing"},
			&cli.Float64Flag{Name: "min-f0", Value: 75, Usage: "lowest pitch that is looked for, in `HZ`"},
			&cli.Float64Flag{Name: "max-f0", Value: 500, Usage: "highest pitch that is looked for, in `HZ`"},
			&cli.BoolFlag{Name: "explain", DisableDefaultText: true, Usage: "list the features and what they mean, and measure nothing"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			usage.QuietFlag(),
		},
		Action: measureProsody,
	}
}

// wordTimeFormats lists formats that hold times of words, the usual ones.
func wordTimeFormats() string {
	return "CTM, TextGrid, ELAN, JSON of whisper and other recognisers, and others"
}

// What prosody writes, and as what.
var (
	prosodyForms  = []string{"tsv", "svg"}
	prosodyTables = []string{"tracks", "features"}
)

// measuring is what flags of prosody say.
type measuring struct {
	*cli.Context
	path       string
	svg        bool
	features   bool
	start, end float64 // s; end may be infinite
	tracking   prosody.Options
	channels   map[string]int
}

func parseMeasuring(c *cli.Context) (*measuring, error) {
	if c.NArg() != 1 {
		return nil, usage.Errorf("prosody takes one recording, not %d; the transcript is that of --words", c.NArg())
	}
	m := &measuring{Context: c, path: c.Args().First(), end: math.Inf(1), tracking: prosody.Options{MinF0: c.Float64("min-f0"), MaxF0: c.Float64("max-f0")}}
	words, what := c.String("words"), c.String("what")
	m.svg, m.features = c.String("to") == "svg", what == "features" || what == "" && words != ""
	switch {
	case !slices.Contains(prosodyForms, c.String("to")):
		return nil, usage.Errorf("--to is tsv or svg, not %q", c.String("to"))
	case what != "" && !slices.Contains(prosodyTables, what):
		return nil, usage.Errorf("--what is tracks or features, not %q", what)
	case m.svg && what != "":
		return nil, usage.Errorf("--what chooses a table: it does not go with --to svg, which shows all")
	case what == "features" && words == "":
		return nil, usage.Errorf("features are those of words: name the transcript with --words")
	case words == "-" && m.path == "-":
		return nil, usage.Errorf("the recording and --words cannot both come from standard input")
	case words == "" && (c.IsSet("phones") || c.IsSet("from") || c.Bool("syllables")):
		return nil, usage.Errorf("--phones, --from and --syllables go with --words")
	case c.IsSet("row") && (!m.svg || !(c.Float64("row") >= 0.5 && c.Float64("row") <= 3600)):
		return nil, usage.Errorf("--row is how many seconds a row of --to svg has, from 0.5 to 3600")
	}
	if err := m.parseStretch(); err != nil {
		return nil, err
	}
	var err error
	if m.channels, err = parseChannels(c); err != nil {
		return nil, err
	}
	for s := range m.channels {
		if s != "" && words == "" {
			return nil, usage.Errorf("--channel %s=N: whose words they are is in the transcript: name it with --words, or say --channel N", s)
		}
	}
	if _, err := prosody.NewTracker(16000, m.tracking); err != nil {
		return nil, usage.Wrap(err)
	}
	return m, nil
}

// parseStretch reads from when to when is written.
func (m *measuring) parseStretch() (err error) {
	if m.IsSet("start") {
		if m.start, err = parseTime("start", m.String("start")); err != nil {
			return err
		}
	}
	if m.IsSet("end") {
		if m.end, err = parseTime("end", m.String("end")); err != nil {
			return err
		}
	}
	if m.start >= m.end {
		return usage.Errorf("--end %s is not behind --start %s", m.String("end"), cmp.Or(m.String("start"), "0"))
	}
	return nil
}

func measureProsody(c *cli.Context) error {
	if c.Bool("explain") {
		return fileio.Write(c, c.String("output"), explainFeatures)
	}
	m, err := parseMeasuring(c)
	if err != nil {
		return err
	}
	ticks := terminal.NewProgress(c.App.ErrWriter)
	say, err := newMessages(c, ticks)
	if err != nil {
		return err
	}
	// The recording first: what is no sound is said before a transcript is read.
	r, err := training.OpenSound(c.Context, c.App.Reader, m.path)
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := prosody.NewTracker(r.Rate(), m.tracking); err != nil {
		return fmt.Errorf("%s: %w", m.name(), err)
	}
	d, vowels, err := m.transcript(say)
	if err != nil {
		return err
	}
	sound, err := voice.Track(c.Context, r, m.tracking, watchSound(c, ticks))
	ticks.Wipe()
	if err != nil {
		return err
	}
	for _, w := range sound.Warnings {
		say.warn("%s: %s", m.name(), w)
	}
	heard, err := m.hear(d, vowels, sound, say)
	if err != nil {
		return err
	}
	if m.end = min(m.end, sound.Duration()); m.start >= m.end {
		return fmt.Errorf("%s ends at %s: there is nothing from %s on", m.name(), voiceview.Clock(sound.Duration()), voiceview.Clock(m.start))
	}
	return m.write(d, sound, heard)
}

// name is what the recording is called.
func (m *measuring) name() string {
	if m.path == "-" {
		return fileio.Stdin
	}
	return m.path
}

// transcript reads the words, and the vowels that are known; nil where there are none.
func (m *measuring) transcript(say *messages) (*transcript.Document, map[string][]prosody.Vowel, error) {
	path := m.String("words")
	if path == "" {
		return nil, nil, nil
	}
	var how formats.Reading
	if from := m.String("from"); from != "auto" {
		var err error
		if how.Format, err = formats.ByName(from); err != nil {
			return nil, nil, usage.Wrap(err)
		}
	}
	src, name, err := readInput(m.Context.Context, m.App.Reader, path, how)
	if err != nil {
		return nil, nil, err
	}
	f, err := how.Read(src, name)
	if err != nil {
		return nil, nil, err
	}
	for i, w := range f.Warnings {
		if i == cleaning.MostWarnings {
			say.warn("%s:%d: this and %d more places are odd", name, w.Line, len(f.Warnings)-i-1)
			break
		}
		say.warn("%s:%d: %s", name, w.Line, w.Text)
	}
	if phones := m.String("phones"); phones != "" {
		if src, name, err = readInput(m.Context.Context, m.App.Reader, phones, formats.Reading{Format: formats.TextGrid}); err != nil {
			return nil, nil, err
		}
		vowels, err := voice.ReadVowels(src, name)
		return f.Document, vowels, err
	}
	if f.Format == formats.TextGrid {
		if tiers, err := formats.ReadTiers(src, name); err == nil && slices.ContainsFunc(tiers, func(t formats.Tier) bool { return t.Phones }) {
			vowels, err := voice.ReadVowels(src, name)
			return f.Document, vowels, err
		}
	}
	return f.Document, nil, nil
}

// hear measures the words; nil where there is no transcript.
func (m *measuring) hear(d *transcript.Document, vowels map[string][]prosody.Vowel, sound *voice.Recording, say *messages) (*voice.Heard, error) {
	if d == nil {
		if n, ok := m.channels[""]; ok && n >= len(sound.Tracks) {
			return nil, fmt.Errorf("%s: there is no channel %d: the recording has %d", m.name(), n+1, len(sound.Tracks))
		}
		return nil, nil
	}
	heard, err := voice.Hear(d, sound.Tracks, voice.Options{Channels: m.channels, Vowels: vowels, Syllables: m.Bool("syllables")})
	var unfit *voice.Unfit
	if errors.As(err, &unfit) && (m.svg || !m.features) {
		say.warn("%s: %v", d.Name, err) // what is not about words is there without them
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	for _, w := range heard.Warnings {
		say.warn("%s: %s", d.Name, w)
	}
	return heard, nil
}

// write writes what was asked for.
func (m *measuring) write(d *transcript.Document, sound *voice.Recording, heard *voice.Heard) error {
	if m.svg {
		v := m.view(d, sound, heard)
		if err := v.Check(); err != nil {
			return fmt.Errorf("%s: %w: choose a stretch with --start and --end, or longer rows with --row", m.name(), err)
		}
		return fileio.Write(m.Context, m.String("output"), func(w io.Writer) error {
			_, err := io.WriteString(w, voiceview.SVG(v))
			return err
		})
	}
	return fileio.Write(m.Context, m.String("output"), func(w io.Writer) error {
		if m.features {
			return m.writeFeatures(w, heard)
		}
		return m.writeTracks(w, sound)
	})
}

// shows reports whether a channel is one of those that --channel asks for.
func (m *measuring) shows(channel int) bool {
	n, ok := m.channels[""]
	return !ok || n == channel
}

// view returns what is drawn.
func (m *measuring) view(d *transcript.Document, sound *voice.Recording, heard *voice.Heard) *voiceview.View {
	v := &voiceview.View{Title: m.name(), Start: m.start, End: m.end, Row: m.Float64("row")}
	if m.path != "-" {
		v.Title = filepath.Base(m.path)
	}
	for c, t := range sound.Tracks {
		if !m.shows(c) {
			continue
		}
		l := voiceview.Lane{Tracks: t}
		if len(sound.Tracks) > 1 {
			l.Name = fmt.Sprintf("Channel %d", c+1)
		}
		if heard != nil {
			l.Words, l.Name = m.laneWords(d, heard, c, l.Name)
		}
		v.Lanes = append(v.Lanes, l)
	}
	return v
}

// parseTime reads a time such as 90, 90.5, 1:30 or 1:02:03.5, in seconds.
func parseTime(flag, s string) (float64, error) {
	parts := strings.Split(s, ":")
	t := 0.0
	for i, p := range parts {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || len(parts) > 3 || !(x >= 0) || math.IsInf(x, 0) || i > 0 && x >= 60 || i < len(parts)-1 && x != math.Trunc(x) {
			return 0, usage.Errorf("--%s takes a time, such as 90, 1:30 or 1:02:03.5, and not %q", flag, s)
		}
		t = 60*t + x
	}
	return t, nil
}
