package kernels

// The kernels of 8-bit networks. Sums of products are of integers, and exact; what is
// computed in float32 is so in one order, with every operation rounded. So the kernels
// in assembly and those in Go make the same bits.

// Buffer is what products of numbers of 8 bits need. It belongs to one goroutine.
type Buffer struct {
	bytes []uint8
	// back says that the weights were last read from their end on. Of those that are read again and again, the ones that
	// were read last are near: so they are read there and back.
	back bool
}

// Products sets C to A·B, for rows rows of A, up to the next multiple of Quad if there are
// several: their memory is there. The rows of A are ars numbers apart, those of C as many
// as B has columns.
func Products(c []int32, a []int16, ars int, b *Packed, rows int, m *Buffer) {
	if rows > 1 {
		rows = Up(rows, Quad)
	}
	if rows == 0 {
		return
	}
	_, _ = c[rows*b.Cols-1], a[(rows-1)*ars+b.Rows-1]
	m.bytes = Room(m.bytes, rows*b.Rows)
	if !integerTiles(c, a, ars, b, rows, m) {
		productsGeneric(c, a, ars, b, rows)
	}
}

// productsGeneric is Products in Go. Without vectors, two columns share an int64: the
// sum of the higher one is what is left without that of the lower one.
func productsGeneric(c []int32, a []int16, ars int, b *Packed, rows int) {
	wide := b.wide()
	for i := range rows {
		x := a[i*ars:][:b.Rows]
		sums := c[i*b.Cols:][:b.Cols]
		for j := 0; j < len(sums); j += wideBlock {
			s0, s1, s2, s3 := wideSums(x, wide[j/wideBlock*b.Rows:][:b.Rows])
			for l, s := range [...]int64{s0, s1, s2, s3} {
				low := int32(s)
				sums[j+2*l], sums[j+2*l+1] = low, int32((s-int64(low))>>32)
			}
		}
	}
}

func wideSums(x []int16, w [][wideBlock / 2]int64) (s0, s1, s2, s3 int64) {
	w = w[:len(x)]
	for r, v := range x {
		x, q := int64(v), &w[r]
		s0 += x * q[0]
		s1 += x * q[1]
		s2 += x * q[2]
		s3 += x * q[3]
	}
	return
}

// Gates is how many gates a unit of an LSTM has: input, forget, cell, output.
const Gates = 4

// GateInput is what the sums of a word become: the input of gates, or of units.
type GateInput struct {
	Scale, Bias []float32
	Flags       []int8 // what each flag adds, by flags
	FlagScale   []float32
}

// mostFlags is of how many 8-bit weights the sum is an int16.
const mostFlags = 255

// Finish writes to z what a word is with the sums of its products and its flags.
func (g *GateInput) Finish(z []float32, sum []int32, flags []int32) {
	cols := len(z)
	_, _, _ = sum[cols-1], g.Scale[cols-1], g.Bias[cols-1]
	if len(flags) > 0 {
		_ = g.FlagScale[cols-1]
		for _, f := range flags {
			_ = g.Flags[int(f)*cols : (int(f)+1)*cols]
		}
	}
	if len(flags) > mostFlags || !finishVectors(g, z, sum, flags) {
		g.finishGeneric(z, sum, flags)
	}
}

func (g *GateInput) finishGeneric(z []float32, sum []int32, flags []int32) {
	cols := len(z)
	const block = 64
	for at := 0; at < cols; at += block {
		n := min(block, cols-at)
		z, sum, scale, bias := z[at:][:n], sum[at:][:n], g.Scale[at:][:n], g.Bias[at:][:n]
		for i, v := range sum {
			z[i] = float32(float32(v)*scale[i]) + bias[i]
		}
		if len(flags) == 0 {
			continue
		}
		var add [block]int32
		for _, f := range flags {
			row := g.Flags[int(f)*cols+at:][:n]
			for i, v := range row {
				add[i] += int32(v)
			}
		}
		for i, scale := range g.FlagScale[at:][:n] {
			z[i] += float32(float32(add[i]) * scale)
		}
	}
}

// Cells is a step of the units of a direction for a word: z is the input of the gates
// without the recurrent one, whose products and their scales are sum and scale; cell is
// their state, out what they put out as integers, of which unit is 1.
func Cells(z []float32, sum []int32, scale, cell []float32, out []int16, unit float32) {
	h := len(cell)
	_, _, _, _ = z[Gates*h-1], sum[Gates*h-1], scale[Gates*h-1], out[h-1]
	if !cellVectors(z, sum, scale, cell, out, unit) {
		cellsGeneric(z, sum, scale, cell, out, unit)
	}
}

func cellsGeneric(z []float32, sum []int32, scale, cell []float32, out []int16, unit float32) {
	h := len(cell)
	z, sum, scale = z[:Gates*h], sum[:Gates*h], scale[:Gates*h]
	for u := range cell {
		in := negative(z[u]+float32(float32(sum[u])*scale[u]), 30, -log2e)
		forget := negative(z[h+u]+float32(float32(sum[h+u])*scale[h+u]), 30, -log2e)
		fresh := negative(z[2*h+u]+float32(float32(sum[2*h+u])*scale[2*h+u]), 15, -2*log2e)
		open := negative(z[3*h+u]+float32(float32(sum[3*h+u])*scale[3*h+u]), 30, -log2e)
		// sigmoid(x)·tanh(y) with one division.
		v := (1-fresh)/float32((1+in)*(1+fresh)) + float32(cell[u]/(1+forget))
		cell[u] = v
		y := negative(v, 15, -2*log2e)
		out[u] = int16(Round(float32((1 - y) / float32((1+open)*(1+y)) * unit)))
	}
}

// AloneUnits is the units of a direction that reads one sequence, whose steps are products of a single row: what they put
// out stays where the next step reads it. It belongs to one goroutine.
type AloneUnits struct {
	rec   *Packed
	cell  []float32
	bytes [2][]uint8 // what was put out last, and before; which is which, back says
	back  bool
}

// Start begins a sequence.
func (u *AloneUnits) Start(rec *Packed, cell []float32) {
	u.rec, u.cell, u.back = rec, cell, false
	clear(cell)
	for i := range u.bytes {
		u.bytes[i] = Room(u.bytes[i], len(cell))
	}
	for i := range u.bytes[0] {
		u.bytes[0][i] = zero
	}
}

// Step is Products and Cells in one. It reports whether there is a kernel for it, else nothing has happened.
func (u *AloneUnits) Step(z []float32, out []int16, unit float32) bool {
	h := len(u.cell)
	_, _, _ = z[Gates*h-1], u.rec.Scale[Gates*h-1], out[h-1]
	return aloneVectors(u, z, out, unit)
}

// negative returns 2 to the x·by, for x up to limit.
func negative(x, limit, by float32) float32 {
	return pow2(float32(min(max(x, -limit), limit) * by))
}

// AddSums adds sums to others.
func AddSums(to, from []int32) {
	from = from[:len(to)]
	if !addSumsVectors(to, from) {
		addSumsGeneric(to, from)
	}
}

func addSumsGeneric(to, from []int32) {
	for i, v := range from {
		to[i] += v
	}
}

// DotBlock is how many products of vectors are computed at once.
const DotBlock = 8

// Dots sets out, whose length is a multiple of DotBlock, to the products of the first of some vectors, of so many numbers, a
// multiple of 32, with those behind it. They are of a length of at most 1<<14, so that each is an int32.
func Dots(out []int32, v []int16, size int) {
	_ = v[(len(out)+1)*size-1]
	if !dotVectors(out, v, size) {
		dotsGeneric(out, v, size)
	}
}

func dotsGeneric(out []int32, v []int16, size int) {
	a := v[:size]
	for i := range out {
		b := v[(i+1)*size:][:size]
		s := int32(0)
		for j, x := range a {
			s += int32(x) * int32(b[j])
		}
		out[i] = s
	}
}
