package training

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// UnusedFlag is --unused.
func UnusedFlag() cli.Flag {
	return &cli.StringFlag{Name: "unused", Usage: "do not read these `FEATURES` of the voice (comma list, such as f0.first.start,slope.last)"}
}

// UnusedFeatures returns what --unused names.
func UnusedFeatures(c *cli.Context) ([]string, error) {
	if c.String("unused") == "" {
		return nil, nil
	}
	known := make(map[string]bool)
	for _, f := range prosody.Features() {
		known[f.Name] = true
	}
	var out []string
	for _, name := range strings.Split(c.String("unused"), ",") {
		name = strings.TrimSpace(name)
		if !known[name] {
			return nil, usage.Errorf("--unused: there is no feature %q; 'tidytalk prosody --help' lists them", name)
		}
		out = append(out, name)
	}
	return out, nil
}

// NetworkShape returns the units of --shape.
func NetworkShape(c *cli.Context) ([]int, error) {
	var out []int
	for _, item := range strings.Split(c.String("shape"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || n < 0 {
			return nil, usage.Errorf("--shape: %q is no number of units", item)
		}
		out = append(out, n)
	}
	if len(out) < 2 {
		return nil, usage.Errorf("--shape has the inputs and the classes at least, such as 0,0")
	}
	return out, nil
}

// ReadRecorded reads corpora of measured words.
func ReadRecorded(paths []string) ([]prosody.Recorded, error) {
	var out []prosody.Recorded
	for _, path := range paths {
		r, err := prosody.ReadRecordedFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, r...)
	}
	return out, nil
}
