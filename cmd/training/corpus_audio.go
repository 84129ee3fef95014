package training

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/speech/voice"
)

// SoundExtensions are those of recordings in folders.
var SoundExtensions = []string{".wav", ".flac", ".mp3"}

// CorpusAudioFlag is --audio of commands that read corpora.
func CorpusAudioFlag() cli.Flag {
	return &cli.StringFlag{Name: "audio", Usage: "use the voice, too: `FOLDER` with recordings of the conversations (WAV, FLAC, MP3) that are named by their numbers, such as 2005.wav or sw02005.flac; channel 1 is speaker A, 2 is B, a single one is both"}
}

// checkCorpusAudio returns an error where --audio goes with flags that take away the times at
// which words are heard.
func checkCorpusAudio(c *cli.Context) error {
	if !c.IsSet("audio") {
		return nil
	}
	for _, flag := range []string{"no-times", "cues"} {
		if c.IsSet(flag) {
			return usage.Errorf("--audio measures words at their times, which --%s hides: leave one of them out", flag)
		}
	}
	return nil
}

// HearSides gives the words of sides what the recordings in the folder of --audio say at
// them, where there is one, and says for how many conversations there is none.
func HearSides(c *cli.Context, sides []data.Side) error {
	folder := c.String("audio")
	if folder == "" {
		if c.IsSet("audio") {
			return usage.Errorf("--audio needs the name of a folder")
		}
		return nil
	}
	recordings, err := NumberedRecordings(folder)
	if err != nil {
		return err
	}
	talks := conversationsIn(sides)
	var missing []string
	var found []talk
	for _, t := range talks {
		if recordings[t.conv] == "" {
			missing = append(missing, strconv.Itoa(t.conv))
		} else {
			found = append(found, t)
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: %d of %d conversations have no recording in %s, and are read without a voice: %s\n", len(missing), len(talks), folder, shortList(missing))
	}
	warnings := make([][]string, len(found))
	heard := Counting(c, "hearing", "recording", "recordings", len(found))
	err = parallel.Each(c.Context, max(c.Int("jobs"), 1), len(found), func(i int) (err error) {
		warnings[i], err = hearTalk(c.Context, found[i].sides, recordings[found[i].conv])
		heard()
		return err
	})
	if err != nil {
		return err
	}
	for _, some := range warnings {
		for _, w := range some {
			fmt.Fprintf(c.App.ErrWriter, "tidytalk: %s\n", w)
		}
	}
	return nil
}

// shortList joins names, of many the first ones.
func shortList(names []string) string {
	const most = 10
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

// talk is a conversation of a corpus.
type talk struct {
	conv  int
	sides []data.Side // they share the tokens of the corpus
}

// conversationsIn returns the conversations of sides, in order.
func conversationsIn(sides []data.Side) []talk {
	var out []talk
	of := make(map[int]int)
	for _, s := range sides {
		k, ok := of[s.Conv]
		if !ok {
			k = len(out)
			of[s.Conv] = k
			out = append(out, talk{conv: s.Conv})
		}
		out[k].sides = append(out[k].sides, s)
	}
	return out
}

// numbered is the stem of a file that is named by the number of a conversation.
var numbered = lazy.Regexp(`^[A-Za-z_-]*([0-9]+)$`)

// NumberedRecordings returns the recordings in a folder by the numbers that they are named by.
func NumberedRecordings(folder string) (map[int]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	out := make(map[int]string)
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		m := numbered().FindStringSubmatch(strings.TrimSuffix(e.Name(), ext))
		if m == nil || !isSound(ext) || e.IsDir() {
			continue
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if out[n] != "" {
			return nil, fmt.Errorf("conversation %d has two recordings: %s and %s: leave one in the folder", n, out[n], path)
		}
		out[n] = path
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no recording that is named by the number of a conversation, such as 2005.wav, sw2005.flac or sw02005.mp3", folder)
	}
	return out, nil
}

// isSound reports whether a file is a recording by its extension.
func isSound(ext string) bool {
	for _, e := range SoundExtensions {
		if strings.EqualFold(e, ext) {
			return true
		}
	}
	return false
}

// hearTalk gives the words of a conversation what its recording says at them. What keeps the
// voice from being heard is a warning; a recording that cannot be read is an error.
func hearTalk(ctx context.Context, sides []data.Side, path string) (warnings []string, err error) {
	in, err := OpenSound(ctx, nil, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	sound, err := voice.Track(ctx, in, prosody.Options{}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	warnings = sound.Warnings
	more, err := voice.HearSides(sides, sound.Tracks)
	var unfit *voice.Unfit
	if errors.As(err, &unfit) {
		more, err = []string{"the conversation is read without a voice: " + unfit.Reason}, nil
	}
	warnings = append(warnings, more...)
	for i := range warnings {
		warnings[i] = path + ": " + warnings[i]
	}
	return warnings, err
}

// OpenSound opens a recording, or that on standard input for "-".
func OpenSound(ctx context.Context, stdin io.Reader, path string) (*audio.Reader, error) {
	if path == "-" {
		return audio.NewReader(bufio.NewReaderSize(terminal.NewPatient(ctx, stdin), 1<<16), fileio.Stdin)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a recording in it", path)
	}
	return audio.Open(path)
}
