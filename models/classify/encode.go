package classify

import "math"

// encoding makes inputs of a network from vectors. A number becomes its deviation from the
// mean in standard deviations, 0 where it is undefined; a category becomes 1 at its place
// among the values, 0 elsewhere. Columns of which some values are undefined in the training
// get one more input, which is 1 where the value is. Numbers that never change have no input.
type encoding struct {
	columns []Column
	mean    []float32 // by column; 0 of categories
	scale   []float32 // 1 / standard deviation; 0: the number never changes
	flags   []bool    // the column has an input for "undefined"
	inputs  int
}

// farthest is how many standard deviations an input is at most from the mean: pauses have
// long tails, which would drown what is near.
const farthest = 5

// newEncoding learns an encoding from rows.
func newEncoding(d *Data, rows []int32) *encoding {
	n := len(d.Columns)
	e := &encoding{columns: d.Columns, mean: make([]float32, n), scale: make([]float32, n), flags: make([]bool, n)}
	for c := range d.Columns {
		count, undefined, sum, squares := 0.0, 0, 0.0, 0.0
		for _, r := range rows {
			v := float64(d.X[r][c])
			if v != v {
				undefined++
				continue
			}
			count++
			sum += v
		}
		e.flags[c] = undefined > 0 && count > 0
		if d.Columns[c].Values != nil || count == 0 {
			continue
		}
		mean := sum / count
		for _, r := range rows {
			if v := float64(d.X[r][c]) - mean; v == v {
				squares += v * v
			}
		}
		e.mean[c] = float32(mean)
		if sd := math.Sqrt(squares / count); sd > 1e-6*math.Abs(mean) && sd > 1e-30 {
			e.scale[c] = float32(1 / sd)
		}
	}
	e.count()
	return e
}

// count sets the number of inputs.
func (e *encoding) count() {
	e.inputs = 0
	for c := range e.columns {
		e.inputs += e.width(c)
		if e.flags[c] {
			e.inputs++
		}
	}
}

// width returns the number of inputs of a column, but for that of undefined values.
func (e *encoding) width(c int) int {
	switch {
	case e.columns[c].Values != nil:
		return len(e.columns[c].Values)
	case e.scale[c] > 0:
		return 1
	}
	return 0
}

// encode writes the inputs of a vector to out.
func (e *encoding) encode(x []float32, out []float64) {
	clear(out[:e.inputs])
	at := 0
	for c := range e.columns {
		column := &e.columns[c]
		v, undefined := x[c], false
		if n := len(column.Values); column.Values != nil {
			i := column.Index(v)
			if undefined = i == n; !undefined {
				out[at+i] = 1
			}
		} else if undefined = v != v; !undefined && e.scale[c] > 0 {
			out[at] = max(-farthest, min(farthest, (float64(v)-float64(e.mean[c]))*float64(e.scale[c])))
		}
		at += e.width(c)
		if e.flags[c] {
			if undefined {
				out[at] = 1
			}
			at++
		}
	}
}

// matrix returns the inputs of rows, one behind the other.
func (e *encoding) matrix(d *Data, rows []int32) []float64 {
	out := make([]float64, len(rows)*e.inputs)
	for i, r := range rows {
		e.encode(d.X[r], out[i*e.inputs:(i+1)*e.inputs])
	}
	return out
}
