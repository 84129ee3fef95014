package classify

import (
	"errors"
	"fmt"
	"math"
)

// Column is what stands at one place of a vector.
type Column struct {
	Name string
	// Values are those of a categorical column, at most MostValues; a vector has the index
	// of one. nil: the column is a number.
	Values []string `json:",omitempty"`
}

// The most that classifiers are made for.
const (
	MostValues  = 63
	MostClasses = 64
)

// Data are vectors with their classes.
type Data struct {
	Columns []Column
	Classes []string
	X       [][]float32 // rows by columns; NaN: undefined
	Y       []uint8     // the class of each row, an index of Classes
	// Group, where not nil, tells for each row what it belongs to, such as a speaker or a
	// recording. What a training holds out, it holds out by whole groups.
	Group []uint32
}

// Classifier tells how probable classes are. It is immutable and may be shared between
// goroutines.
type Classifier interface {
	Classes() []string
	Columns() []Column
	// Posteriors writes P(class | x) of all classes to out, which it grows where it is too
	// short, and returns it. x has a value for each column; NaN is undefined, and so is an
	// index that the column has no value for. No probability is 0.
	Posteriors(x []float32, out []float64) []float64
}

// Best returns the most probable class, the first one of equals.
func Best(posteriors []float64) int {
	best := 0
	for k, p := range posteriors {
		if p > posteriors[best] {
			best = k
		}
	}
	return best
}

// ErrNoData is wrapped by errors about data that nothing can be learned from.
var ErrNoData = errors.New("there is nothing to learn from")

// Validate checks that rows fit the columns and classes.
func (d *Data) Validate() error {
	if err := validate(d.Columns, d.Classes); err != nil {
		return err
	}
	switch {
	case len(d.X) != len(d.Y):
		return fmt.Errorf("%d vectors with %d classes", len(d.X), len(d.Y))
	case d.Group != nil && len(d.Group) != len(d.X):
		return fmt.Errorf("%d vectors with %d groups", len(d.X), len(d.Group))
	case len(d.X) == 0:
		return fmt.Errorf("%w: no vectors", ErrNoData)
	}
	for i, x := range d.X {
		if len(x) != len(d.Columns) {
			return fmt.Errorf("vector %d has %d values for %d columns", i+1, len(x), len(d.Columns))
		}
		if int(d.Y[i]) >= len(d.Classes) {
			return fmt.Errorf("vector %d has class %d of %d", i+1, d.Y[i], len(d.Classes))
		}
		for c, v := range x {
			if err := d.Columns[c].check(v); err != nil {
				return fmt.Errorf("vector %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// check checks a value.
func (c *Column) check(v float32) error {
	switch {
	case v != v:
	case math.IsInf(float64(v), 0):
		return fmt.Errorf("%s is infinite: an undefined value is NaN", c.Name)
	case c.Values != nil && c.Index(v) == len(c.Values):
		return fmt.Errorf("%s is %v, which is no index of its %d values", c.Name, v, len(c.Values))
	}
	return nil
}

// Index returns the index of a categorical value, or one past the last where it is
// undefined.
func (c *Column) Index(v float32) int {
	if i := int(v); v >= 0 && i < len(c.Values) && float32(i) == v {
		return i
	}
	return len(c.Values)
}

// validate checks columns and classes.
func validate(columns []Column, classes []string) error {
	if len(classes) < 2 || len(classes) > MostClasses {
		return fmt.Errorf("%d classes: there are 2 to %d", len(classes), MostClasses)
	}
	if len(columns) == 0 {
		return errors.New("vectors have no columns")
	}
	for i := range columns {
		if n := len(columns[i].Values); n > MostValues {
			return fmt.Errorf("column %s has %d values: there are at most %d", columns[i].Name, n, MostValues)
		}
	}
	return nil
}

// sized returns out with n elements.
func sized(out []float64, n int) []float64 {
	if cap(out) < n {
		return make([]float64, n)
	}
	return out[:n]
}
