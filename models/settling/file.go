package settling

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
)

// names are those of Evidence in files.
var names = [NumEvidence]string{
	"bias", "behind-0", "behind-1", "behind-2", "behind-3", "behind-4", "behind-5", "behind-7", "behind-10", "behind-15", "behind-20", "behind-30", "removed", "filler",
	"sure", "edit", "edit-after", "edit-next", "comma", "final", "sure-mark", "sure-end", "ended", "edge-filler", "fillers",
	"edge-copy", "edge-near", "copied", "case", "function", "length", "editing", "since-edit",
}

// Write writes the model as text, that Read reads: a line for each weight, and one with the thresholds.
func (m *Model) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	for i, v := range m.Weights {
		fmt.Fprintf(b, "%s %s\n", names[i], number(v))
	}
	fmt.Fprint(b, "least")
	for _, v := range m.Least {
		fmt.Fprint(b, " ", number(v))
	}
	fmt.Fprintln(b)
	return b.Flush()
}

// Read reads a model. Errors name the file and the line.
func Read(r io.Reader, name string) (*Model, error) {
	text, err := bounded.ReadAll(r, name, bounded.Lists)
	if err != nil {
		return nil, fmt.Errorf("reading when words settle: %s: %w", name, err)
	}
	m := &Model{}
	for i, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		values := make([]float64, len(fields)-1)
		for k, f := range fields[1:] {
			if values[k], err = strconv.ParseFloat(f, 64); err != nil || math.IsNaN(values[k]) || math.IsInf(values[k], 0) {
				return nil, fmt.Errorf("%s:%d: %q is not a finite number", name, i+1, f)
			}
		}
		switch at := slices.Index(names[:], fields[0]); {
		case fields[0] == "least" && len(values) > 0:
			m.Least = values
		case at >= 0 && len(values) == 1:
			m.Weights[at] = values[0]
		default:
			return nil, fmt.Errorf("%s:%d: %q with %d numbers is no line of it: it is a name of what is known of a word with a weight, or least with probabilities", name, i+1, fields[0], len(values))
		}
	}
	if len(m.Least) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errors.New("the line least is missing"))
	}
	return m, nil
}
