package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/speech/voiceview"
)

// soundProgress shows on a terminal how much of a recording is heard.
type soundProgress struct {
	*terminal.Progress
	start time.Time
}

// watchSound returns what is to be told of the progress of a recording; nil where nobody
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
