package tidytalk

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
)

// Settings are what tuning finds: the weights of the decoder's features, and what
// makes probabilities of its scores.
type Settings struct {
	Weights beam.Weights
	// Repairs and Fillers calibrate the confidence of removed edit words and filler
	// words; see Calibration.
	Repairs, Fillers Calibration
}

// The words that begin lines of calibration in a settings file.
const (
	calibrateRepairs = "calibrate-repairs"
	calibrateFillers = "calibrate-fillers"
)

// ReadSettings reads settings as text: lines of beam.ReadWeights, and lines of a
// calibration's name and its numbers. Errors name the line.
func ReadSettings(r io.Reader, name string) (Settings, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Settings{}, fmt.Errorf("reading settings: %s: %w", name, err)
	}
	var s Settings
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		fields := strings.Fields(line)
		var to *Calibration
		switch {
		case len(fields) == 0:
			continue
		case fields[0] == calibrateRepairs:
			to = &s.Repairs
		case fields[0] == calibrateFillers:
			to = &s.Fillers
		default:
			continue
		}
		lines[i] = ""
		if len(fields) != len(to)+1 {
			return Settings{}, fmt.Errorf("%s:%d: %s takes %d numbers, not %d", name, i+1, fields[0], len(to), len(fields)-1)
		}
		for k, f := range fields[1:] {
			if to[k], err = strconv.ParseFloat(f, 64); err != nil || math.IsNaN(to[k]) || math.IsInf(to[k], 0) {
				return Settings{}, fmt.Errorf("%s:%d: %q is not a finite number", name, i+1, f)
			}
		}
	}
	s.Weights, err = beam.ReadWeights(strings.NewReader(strings.Join(lines, "\n")), name)
	return s, err
}

// Write writes settings as ReadSettings reads them.
func (s Settings) Write(w io.Writer) error {
	var b bytes.Buffer
	if err := s.Weights.Write(&b); err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		c    Calibration
	}{{calibrateRepairs, s.Repairs}, {calibrateFillers, s.Fillers}} {
		if c.c == (Calibration{}) {
			continue
		}
		b.WriteString(c.name)
		for _, v := range c.c {
			fmt.Fprintf(&b, " %s", strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// String returns the settings as text.
func (s Settings) String() string {
	var b strings.Builder
	s.Write(&b)
	return b.String()
}
