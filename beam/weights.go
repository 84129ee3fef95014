package beam

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Weights are the weights of features by name.
type Weights map[string]float64

// ErrWeights is wrapped by the errors of ReadWeights and those of New about
// weights.
var ErrWeights = errors.New("wrong weights")

// ReadWeights reads weights as text: a line per feature of its name and weight,
// separated by blanks. Empty lines and lines that start with # are skipped. Errors
// name the line.
func ReadWeights(r io.Reader, name string) (Weights, error) {
	w := make(Weights)
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 2 {
			return nil, fmt.Errorf("%w: %s:%d: %q is not a feature name and a weight", ErrWeights, name, n, line)
		}
		v, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%w: %s:%d: %q is not a finite number", ErrWeights, name, n, fields[1])
		}
		if _, ok := w[fields[0]]; ok {
			return nil, fmt.Errorf("%w: %s:%d: a second weight for %s", ErrWeights, name, n, fields[0])
		}
		w[fields[0]] = v
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("reading weights: %s: %w", name, err)
	}
	return w, nil
}

// Write writes the weights as ReadWeights reads them, sorted by name.
func (w Weights) Write(to io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if _, err := fmt.Fprintf(to, "%s %s\n", name, strconv.FormatFloat(w[name], 'g', -1, 64)); err != nil {
			return err
		}
	}
	return nil
}

// lookup returns the weights in the order of features: those that have none get their
// default.
func (w Weights) lookup(features []Feature) ([]float64, error) {
	out := make([]float64, len(features))
	var names []string
	for i, f := range features {
		v, ok := w[f.Name]
		if !ok {
			v = f.Default
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%w: that of %s is %v", ErrWeights, f.Name, v)
		}
		out[i] = v
		names = append(names, f.Name)
	}
	var surplus []string
	for _, n := range slices.Sorted(maps.Keys(w)) {
		if !slices.Contains(names, n) {
			surplus = append(surplus, n)
		}
	}
	if surplus != nil {
		return nil, fmt.Errorf("%w: no evaluator has a feature %s: there are %s", ErrWeights, strings.Join(surplus, ", "), strings.Join(names, ", "))
	}
	return out, nil
}
