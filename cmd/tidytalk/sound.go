package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/voiceview"
)

// openSound opens a recording, or that on standard input for "-".
func openSound(ctx context.Context, stdin io.Reader, path string) (*audio.Reader, error) {
	if path == "-" {
		return audio.NewReader(bufio.NewReaderSize(newPatient(ctx, stdin), 1<<16), stdinName)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a recording in it", path)
	}
	return audio.Open(path)
}

// soundProgress shows on a terminal how much of a recording is heard.
type soundProgress struct {
	*progress
	start time.Time
}

// watchSound returns what is to be told of the progress of a recording; nil where nobody
// watches.
func watchSound(c *cli.Context, p *progress) func(done, all float64) {
	if !isTerminal(c.App.ErrWriter) || dumb() || c.Bool("quiet") {
		return nil
	}
	s := &soundProgress{p, clock()}
	return s.tell
}

func (s *soundProgress) tell(done, all float64) {
	at := clock()
	if took := at.Sub(s.start); took >= progressAfter {
		s.draw(at, soundLine(done, all, took))
	}
}

// soundLine says how much of a recording is heard; all is 0 where nobody knows how long it is.
func soundLine(done, all float64, took time.Duration) string {
	heard := voiceview.Clock(math.Floor(done))
	if all <= 0 {
		return heard + " heard"
	}
	line := fmt.Sprintf("%s %s of %s heard", bar(int(done), int(math.Ceil(all))), heard, voiceview.Clock(math.Round(all)))
	if done >= all {
		return line + ", finishing"
	}
	return line + ", " + shortTime(time.Duration(float64(took)*(all-done)/max(done, 1e-3))) + " left"
}

// channelFlag says which channel is whose.
func channelFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "channel", Usage: "`SPEAKER=N`: the speaker is on channel N of the recording, from 1; or N alone: all are. Default: the channel that is loudest while the speaker speaks"}
}

// parseChannels reads --channel, for voice.Options.
func parseChannels(c *cli.Context) (map[string]int, error) {
	out := make(map[string]int)
	for _, s := range c.StringSlice("channel") {
		speaker, number := "", s
		if i := strings.LastIndexByte(s, '='); i >= 0 {
			speaker, number = s[:i], s[i+1:]
			if speaker == "" {
				return nil, usagef("--channel: %q names no speaker: say such as Ann=1", s)
			}
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 1 {
			return nil, usagef("--channel: %q is no channel: say such as Ann=1, or 1 for all speakers", s)
		}
		if at, ok := out[speaker]; ok && at != n-1 {
			return nil, usagef("--channel says two channels of one speaker: %d and %d", at+1, n)
		}
		out[speaker] = n - 1
	}
	return out, nil
}

// parseTime reads a time such as 90, 90.5, 1:30 or 1:02:03.5, in seconds.
func parseTime(flag, s string) (float64, error) {
	parts := strings.Split(s, ":")
	t := 0.0
	for i, p := range parts {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || len(parts) > 3 || !(x >= 0) || math.IsInf(x, 0) || i > 0 && x >= 60 || i < len(parts)-1 && x != math.Trunc(x) {
			return 0, usagef("--%s takes a time, such as 90, 1:30 or 1:02:03.5, and not %q", flag, s)
		}
		t = 60*t + x
	}
	return t, nil
}
