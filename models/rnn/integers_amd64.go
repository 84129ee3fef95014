package rnn

import "github.com/klauspost/cpuid/v2"

//go:noescape
func quad512(pairs int, a *int16, ars int, b *int8, c *int32, crs int)

//go:noescape
func quad256(pairs int, a *int16, ars int, b *int8, c *int32, crs int)

//go:noescape
func line512(panels, pairs int, a *int16, b *int8, c *int32)

//go:noescape
func line256(panels, pairs int, a *int16, b *int8, c *int32)

//go:noescape
func finish512(cols int, z *float32, sum *int32, scale, bias *float32, flags *int8, flagScale *float32, at *int32, n int)

//go:noescape
func finish256(cols int, z *float32, sum *int32, scale, bias *float32, flags *int8, flagScale *float32, at *int32, n int)

//go:noescape
func cells512(h int, z *float32, sum *int32, scale, cell *float32, out *int16, unit float32, numbers *float32)

//go:noescape
func cells256(h int, z *float32, sum *int32, scale, cell *float32, out *int16, unit float32, numbers *float32)

// dots says whether there are products of pairs of integers that are added at once.
var dots = cpuid.CPU.Supports(cpuid.AVX512VNNI)

// cellNumbers are the numbers that the kernels of the cells need, each in a vector.
var cellNumbers = func() *[14][16]float32 {
	var out [14][16]float32
	for i, v := range []float32{integral, 1, exp5, exp4, exp3, exp2, exp1, exp0, -log2e, -2 * log2e, 30, -30, 15, -15} {
		for j := range out[i] {
			out[i][j] = v
		}
	}
	return &out
}()

func integerTiles(c []int32, a []int16, ars int, b *packed, rows int) bool {
	bits := vectors
	if bits == 512 && !dots {
		bits = 256
	}
	if bits == 0 {
		return false
	}
	pairs := b.rows / 2
	if rows == 1 {
		if bits == 512 {
			line512(b.cols/panel, pairs, &a[0], &b.v[0], &c[0])
		} else {
			line256(b.cols/panel, pairs, &a[0], &b.v[0], &c[0])
		}
		return true
	}
	for j := 0; j < b.cols; j += panel {
		w := &b.v[j*b.rows]
		for i := 0; i < rows; i += quad {
			if bits == 512 {
				quad512(pairs, &a[i*ars], 2*ars, w, &c[i*b.cols+j], 4*b.cols)
			} else {
				quad256(pairs, &a[i*ars], 2*ars, w, &c[i*b.cols+j], 4*b.cols)
			}
		}
	}
	return true
}

func finishVectors(g *gateInput, z []float32, sum []int32, flags []int32) bool {
	var rows *int8
	var at *int32
	var scale *float32
	if len(flags) > 0 {
		rows, at, scale = &g.flags[0], &flags[0], &g.flagScale[0]
	}
	switch vectors {
	case 512:
		finish512(len(z), &z[0], &sum[0], &g.scale[0], &g.bias[0], rows, scale, at, len(flags))
	case 256:
		finish256(len(z), &z[0], &sum[0], &g.scale[0], &g.bias[0], rows, scale, at, len(flags))
	default:
		return false
	}
	return true
}

func cellVectors(z []float32, sum []int32, scale, cell []float32, out []int16, unit float32) bool {
	switch vectors {
	case 512:
		cells512(len(cell), &z[0], &sum[0], &scale[0], &cell[0], &out[0], unit, &cellNumbers[0][0])
	case 256:
		cells256(len(cell), &z[0], &sum[0], &scale[0], &cell[0], &out[0], unit, &cellNumbers[0][0])
	default:
		return false
	}
	return true
}
