package kernels

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
func alone512(h int, a *uint8, w *int8, start *int32, z, scale, cell *float32, out *int16, to *uint8, unit float32, step int, numbers *float32)

//go:noescape
func cells256(h int, z *float32, sum *int32, scale, cell *float32, out *int16, unit float32, numbers *float32)

//go:noescape
func four512(groups int, a *uint8, ars int, b *int8, c *int32, crs int, start *int32)

//go:noescape
func fourLine512(panels, groups int, a *uint8, b *int8, c, start *int32, step int)

//go:noescape
func narrow512(blocks int, to *uint8, from *int16)

//go:noescape
func addSums256(n int, to, from *int32)

//go:noescape
func dots256(size int, out *int32, v *int16)

// joint says whether there are products of pairs of integers that are added at once.
var joint = cpuid.CPU.Supports(cpuid.AVX512VNNI)

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

func integerTiles(c []int32, a []int16, ars int, b *Packed, rows int, m *Buffer) bool {
	bits := vectors
	if bits == 512 && !joint {
		bits = 256
	}
	switch {
	case bits == 0:
		return false
	case bits == 512 && b.bytes && b.Rows%narrowBlock == 0:
		byteTiles(c, a, ars, b, rows, m)
		return true
	}
	pairs, w := b.Rows/2, b.byPairs()
	if rows == 1 {
		if bits == 512 {
			line512(b.Cols/panel, pairs, &a[0], &w[0], &c[0])
		} else {
			line256(b.Cols/panel, pairs, &a[0], &w[0], &c[0])
		}
		return true
	}
	for j := 0; j < b.Cols; j += panel {
		w := &w[j*b.Rows]
		for i := 0; i < rows; i += Quad {
			if bits == 512 {
				quad512(pairs, &a[i*ars], 2*ars, w, &c[i*b.Cols+j], 4*b.Cols)
			} else {
				quad256(pairs, &a[i*ars], 2*ars, w, &c[i*b.Cols+j], 4*b.Cols)
			}
		}
	}
	return true
}

// narrowBlock is how many numbers are made bytes at once.
const narrowBlock = 32

// byteTiles computes products of numbers of 8 bits.
func byteTiles(c []int32, a []int16, ars int, b *Packed, rows int, m *Buffer) {
	w, bytes := b.byFours(), m.bytes
	for i := range rows {
		narrow512(b.Rows/narrowBlock, &bytes[i*b.Rows], &a[i*ars])
	}
	if rows == 1 {
		if m.back = !m.back; m.back {
			end := b.Cols - panel
			fourLine512(b.Cols/panel, b.Rows/4, &bytes[b.Rows-8], &w.v[len(w.v)-8*panel], &c[end], &w.start[end], -1)
		} else {
			fourLine512(b.Cols/panel, b.Rows/4, &bytes[0], &w.v[0], &c[0], &w.start[0], 1)
		}
		return
	}
	for j := 0; j < b.Cols; j += panel {
		for i := 0; i < rows; i += Quad {
			four512(b.Rows/4, &bytes[i*b.Rows], b.Rows, &w.v[j*b.Rows], &c[i*b.Cols+j], 4*b.Cols, &w.start[j])
		}
	}
}

func addSumsVectors(to, from []int32) bool {
	if vectors == 0 || len(to)%32 != 0 {
		return false
	}
	addSums256(len(to), &to[0], &from[0])
	return true
}

func dotVectors(out []int32, v []int16, size int) bool {
	if vectors == 0 || len(out) != DotBlock {
		return false
	}
	dots256(size, &out[0], &v[0])
	return true
}

func finishVectors(g *GateInput, z []float32, sum []int32, flags []int32) bool {
	var rows *int8
	var at *int32
	var scale *float32
	if len(flags) > 0 {
		rows, at, scale = &g.Flags[0], &flags[0], &g.FlagScale[0]
	}
	switch vectors {
	case 512:
		finish512(len(z), &z[0], &sum[0], &g.Scale[0], &g.Bias[0], rows, scale, at, len(flags))
	case 256:
		finish256(len(z), &z[0], &sum[0], &g.Scale[0], &g.Bias[0], rows, scale, at, len(flags))
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

func aloneVectors(u *AloneUnits, z []float32, out []int16, unit float32) bool {
	if vectors != 512 || !joint || !u.rec.bytes {
		return false
	}
	h := len(u.cell)
	w := u.rec.byUnits()
	from, to := u.bytes[0], u.bytes[1]
	if u.back {
		from, to = to, from
		last, end := h-unitBlock, len(w.v)-8*panel
		alone512(h, &from[h-8], &w.v[end], &w.start[len(w.start)-panel], &z[last], &u.rec.Scale[last], &u.cell[last], &out[last], &to[last], unit, -1, &cellNumbers[0][0])
	} else {
		alone512(h, &from[0], &w.v[0], &w.start[0], &z[0], &u.rec.Scale[0], &u.cell[0], &out[0], &to[0], unit, 1, &cellNumbers[0][0])
	}
	u.back = !u.back
	return true
}
