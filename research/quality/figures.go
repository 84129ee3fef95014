package quality

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Figure is a measured value. Those whose names begin with "harm" are better when lower,
// all others when higher.
type Figure struct {
	Name  string
	Value float64
}

// Slack is by how much a figure may be worse than on file.
const Slack = 0.3

// gain returns by how much the figure is better than another value of it.
func (f Figure) gain(old float64) float64 {
	if strings.HasPrefix(f.Name, "harm") {
		return old - f.Value
	}
	return f.Value - old
}

// Compare returns what is worse than on file, or not the same figures, which has to be
// written down on purpose; and what is so much better that it should be.
func Compare(file, measured []Figure) (worse, better []string) {
	old := make(map[string]float64)
	for _, f := range file {
		old[f.Name] = f.Value
	}
	for _, f := range measured {
		was, ok := old[f.Name]
		delete(old, f.Name)
		gain := f.gain(was)
		switch {
		case !ok:
			worse = append(worse, fmt.Sprintf("%s is not on file: %.2f", f.Name, f.Value))
		case math.IsNaN(gain) || gain < -Slack:
			worse = append(worse, fmt.Sprintf("%s is worse: %.2f, on file %.2f", f.Name, f.Value, was))
		case gain > Slack:
			better = append(better, fmt.Sprintf("%s is better: %.2f, on file %.2f", f.Name, f.Value, was))
		}
	}
	for _, f := range file {
		if _, left := old[f.Name]; left {
			worse = append(worse, fmt.Sprintf("%s is on file, but is not measured", f.Name))
		}
	}
	return worse, better
}

const head = `# How good the output is, on data that is not in the repository; a figure a line.
# Made by: cd research && go test ./quality -run '^TestFigures$' -figures -update
# The same without -update fails where a figure is worse by more than 0.3.
#
# edit, filler: F1 of edit and filler words on development conversations: gold sentences;
#   stream-, speaker-long streams; typed-, punctuated and cased text of the same words.
#   -untimed: the models do not see word times; -alone: nor where the other speaker spoke,
#   which is all that bare text has.
# stream-marks: F1 of all marks in the same streams.
# harm: words of 1,000 that 'clean --remove repairs' takes out of edited text; lower is
#   better; -typed as it was written, -bare without marks and case.
# harm-again: words of 1,000, with marks and case, that a second 'clean' of what the first
#   has written changes; -elsewhere in edited text, else in sides of development
#   conversations.
# marks: F1 of all marks, ends of sentences and capitals put into bare text of the same
#   sources.
# open-, harm-open: the open models; -ami- on development meetings of AMI, what they are
#   tuned on, else on the development conversations, which they have not seen.
`

// Format returns the text of a file of figures.
func Format(figures []Figure) string { return head + List(figures) }

// List returns figures, one a line.
func List(figures []Figure) string {
	var b strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&b, "%s %.2f\n", f.Name, f.Value)
	}
	return b.String()
}

// Parse reads the text of a file of figures.
func Parse(text string) ([]Figure, error) {
	var out []Figure
	line := 0
	for row := range strings.Lines(text) {
		line++
		if row = strings.TrimSpace(row); row == "" || row[0] == '#' {
			continue
		}
		name, number, _ := strings.Cut(row, " ")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no name and value", line, row)
		}
		out = append(out, Figure{name, value})
	}
	return out, nil
}
