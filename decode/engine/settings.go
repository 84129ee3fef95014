package engine

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bounded"
)

// Settings are what tuning finds: the weights of the decoder's features, and what
// makes probabilities of its scores.
type Settings struct {
	Engine string // that they are for; "" is Sentences
	// Untuned says that features without a weight here have their default. Else settings that are given
	// leave what they say nothing of as it is: see Engine.InUse.
	Untuned bool
	// Weights are those of the features by name.
	Weights beam.Weights
	// Repairs and Fillers calibrate the confidence of removed edit words and filler
	// words; see Calibration.
	Repairs, Fillers Calibration
}

// The words that begin the lines of a settings file which are no weights.
const (
	engineLine       = "engine"
	untunedLine      = "untuned"
	calibrateRepairs = "calibrate-repairs"
	calibrateFillers = "calibrate-fillers"
)

// ReadSettings reads settings as text: lines of beam.ReadWeights, lines of a
// calibration's name and its numbers, a line "engine NAME", and a line "untuned". Errors name the
// line.
func ReadSettings(r io.Reader, name string) (Settings, error) {
	text, err := bounded.ReadAll(r, name, bounded.Lists)
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
		case fields[0] == engineLine:
			if len(fields) != 2 || s.Engine != "" {
				return Settings{}, fmt.Errorf("%s:%d: settings are for one engine: %s NAME", name, i+1, engineLine)
			}
			s.Engine, lines[i] = fields[1], ""
			continue
		case len(fields) == 1 && fields[0] == untunedLine:
			s.Untuned, lines[i] = true, ""
			continue
		default:
			continue
		}
		lines[i] = ""
		if n := len(fields) - 1; n != len(to) && !slices.Contains(earlierTerms, n) {
			return Settings{}, fmt.Errorf("%s:%d: %s takes %d numbers, not %d", name, i+1, fields[0], len(to), n)
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

// Write writes settings as ReadSettings reads them; those for Sentences, as "" says, too,
// do not say so.
func (s Settings) Write(w io.Writer) error {
	var b bytes.Buffer
	if s.Engine != "" && s.Engine != Sentences {
		fmt.Fprintln(&b, engineLine, s.Engine)
	}
	if s.Untuned {
		fmt.Fprintln(&b, untunedLine)
	}
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
		terms := c.c[:]
		if terms[networkTerm] == 0 { // as for bundles without a network
			terms = terms[:networkTerm]
		}
		for _, v := range terms {
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

// split returns the settings with the weights of some features alone, and the names of
// the others that have one.
func (s Settings) split(features []beam.Feature) (known Settings, others []string) {
	known = s
	known.Weights = make(beam.Weights)
	for _, n := range slices.Sorted(maps.Keys(s.Weights)) {
		if hasFeature(features, n) {
			known.Weights[n] = s.Weights[n]
		} else {
			others = append(others, n)
		}
	}
	return known, others
}

func hasFeature(features []beam.Feature, name string) bool {
	return slices.ContainsFunc(features, func(f beam.Feature) bool { return f.Name == name })
}

// calibration returns the calibration for stretches of a label.
func (s *Settings) calibration(y data.Label) *Calibration {
	if y == data.E {
		return &s.Repairs
	}
	return &s.Fillers
}
