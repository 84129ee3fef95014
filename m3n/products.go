package m3n

// addOuter adds the products of a column and a row to a matrix, row by row. Three and four
// labels have no loops.
func addOuter(out, column, row []float64) {
	switch {
	case len(row) == 3 && len(column) == 4:
		a, b, c := row[0], row[1], row[2]
		o, p := (*[12]float64)(out), (*[4]float64)(column)
		o[0], o[1], o[2] = o[0]+p[0]*a, o[1]+p[0]*b, o[2]+p[0]*c
		o[3], o[4], o[5] = o[3]+p[1]*a, o[4]+p[1]*b, o[5]+p[1]*c
		o[6], o[7], o[8] = o[6]+p[2]*a, o[7]+p[2]*b, o[8]+p[2]*c
		o[9], o[10], o[11] = o[9]+p[3]*a, o[10]+p[3]*b, o[11]+p[3]*c
	case len(row) == 4 && len(column) == 3:
		a, b, c, d := row[0], row[1], row[2], row[3]
		o, p := (*[12]float64)(out), (*[3]float64)(column)
		o[0], o[1], o[2], o[3] = o[0]+p[0]*a, o[1]+p[0]*b, o[2]+p[0]*c, o[3]+p[0]*d
		o[4], o[5], o[6], o[7] = o[4]+p[1]*a, o[5]+p[1]*b, o[6]+p[1]*c, o[7]+p[1]*d
		o[8], o[9], o[10], o[11] = o[8]+p[2]*a, o[9]+p[2]*b, o[10]+p[2]*c, o[11]+p[2]*d
	default:
		for i, p := range column {
			out := out[i*len(row):][:len(row)]
			for k, v := range row {
				out[k] += p * v
			}
		}
	}
}

// setProduct sets out to a matrix times a vector.
func setProduct(out, matrix, vector []float64) {
	switch {
	case len(vector) == 3 && len(out) == 4:
		a, b, c := vector[0], vector[1], vector[2]
		o, m := (*[4]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = m[0]*a+m[1]*b+m[2]*c, m[3]*a+m[4]*b+m[5]*c
		o[2], o[3] = m[6]*a+m[7]*b+m[8]*c, m[9]*a+m[10]*b+m[11]*c
	case len(vector) == 4 && len(out) == 3:
		a, b, c, d := vector[0], vector[1], vector[2], vector[3]
		o, m := (*[3]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = m[0]*a+m[1]*b+m[2]*c+m[3]*d, m[4]*a+m[5]*b+m[6]*c+m[7]*d
		o[2] = m[8]*a + m[9]*b + m[10]*c + m[11]*d
	default:
		for i := range out {
			sum := 0.0
			for k, v := range matrix[i*len(vector):][:len(vector)] {
				sum += v * vector[k]
			}
			out[i] = sum
		}
	}
}

// addSums adds the rows of a matrix, so many times each, to out.
func addSums(out, matrix, times []float64) {
	switch {
	case len(times) == 4 && len(out) == 3:
		a, b, c, d := times[0], times[1], times[2], times[3]
		o, m := (*[3]float64)(out), (*[12]float64)(matrix)
		o[0] += m[0]*a + m[3]*b + m[6]*c + m[9]*d
		o[1] += m[1]*a + m[4]*b + m[7]*c + m[10]*d
		o[2] += m[2]*a + m[5]*b + m[8]*c + m[11]*d
	case len(times) == 3 && len(out) == 4:
		a, b, c := times[0], times[1], times[2]
		o, m := (*[4]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = o[0]+m[0]*a+m[4]*b+m[8]*c, o[1]+m[1]*a+m[5]*b+m[9]*c
		o[2], o[3] = o[2]+m[2]*a+m[6]*b+m[10]*c, o[3]+m[3]*a+m[7]*b+m[11]*c
	default:
		for i, p := range times {
			for k, v := range matrix[i*len(out):][:len(out)] {
				out[k] += p * v
			}
		}
	}
}
