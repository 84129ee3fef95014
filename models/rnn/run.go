package rnn

import "math"

// quantPass runs a network with 8-bit weights, with its memory. It belongs to one
// goroutine.
type quantPass struct {
	batch
	net   *quantised
	gates []gateInput // of each layer
	top   gateInput   // of the dense layer
	embed []*weights8
	bias  []float32 // of the heads

	seqs, times []int32 // sequence and time of each word
	x, h        []int16 // dense input, what layers put out; by words
	next        []int16
	q           []int16 // projections, of length 1
	sum         []int32
	z           []float32 // input of the gates, by words
	state       []int16   // of a direction, by sequences
	cell        []float32
	hidden      matrix
	logits      matrix
}

// chunk is how many words are multiplied at once: their sums are near when they are read.
const chunk = 16

// projectionUnit is what the length of a projection is.
const projectionUnit = 1 << 14

func newQuantPass(q *quantised) *quantPass {
	p := &quantPass{net: q}
	for l, w := range q.layers {
		in := gateInput{scale: w.in.scale, bias: q.of(q.shape.layers[l].bias).float}
		if flags := q.of(q.shape.flags); l == 0 {
			in.flags, in.flagScale = flags.v, flags.scale
		}
		p.gates = append(p.gates, in)
	}
	for _, e := range q.shape.embed {
		p.embed = append(p.embed, q.of(e))
	}
	p.bias = q.of(q.shape.outB).float
	p.top = gateInput{scale: q.dense.scale, bias: q.of(q.shape.denseB).float}
	return p
}

// room returns a slice of n numbers, which are anything.
func room[T int16 | int32 | float32](v []T, n int) []T {
	if cap(v) < n {
		return aligned[T](n + n/4)[:n]
	}
	return v[:n]
}

// forward computes the logits of the words.
func (p *quantPass) forward() {
	q, n := p.net, p.words()
	c := &q.shape.config
	rows := up(n, quad)
	p.embedding()
	in, width := p.x, c.dense()
	g := gates * c.Hidden
	p.z = room(p.z, n*2*g)
	for l, w := range q.layers {
		p.sum = room(p.sum, max(chunk*w.in.cols, up(len(p.in), quad)*g))
		for at := 0; at < n; at += chunk {
			count := min(chunk, n-at)
			products(p.sum, in[at*width:], width, w.in, count)
			for i := range count {
				var flags []int32
				if l == 0 {
					flags = p.flags(at + i)
				}
				p.gates[l].finish(p.z[(at+i)*2*g:][:2*g], p.sum[i*w.in.cols:], flags)
			}
		}
		p.next = room(p.next, rows*2*c.Hidden)
		for d := range 2 {
			p.recur(d, w.rec[d])
		}
		p.h, p.next = p.next, p.h
		in, width = p.h, 2*c.Hidden
	}
	p.hidden.resize(n, c.Dense)
	p.sum = room(p.sum, chunk*q.dense.cols)
	for at := 0; at < n; at += chunk {
		count := min(chunk, n-at)
		products(p.sum, in[at*width:], width, q.dense, count)
		for i := range count {
			p.top.finish(p.hidden.row(at+i), p.sum[i*q.dense.cols:], nil)
		}
	}
	for i, v := range p.hidden.v[:n*c.Dense] {
		p.hidden.v[i] = max(v, 0)
	}
	p.logits.resize(n, MaxLabels)
	for r := range n {
		copy(p.logits.row(r), p.bias)
	}
	product(&p.logits, &p.hidden, &q.heads)
}

// flags returns the flags of a word.
func (p *quantPass) flags(row int) []int32 {
	in, t := p.in[p.seqs[row]], p.times[row]
	return in.Flags[in.From[t]:in.From[t+1]]
}

// embedding fills x.
func (p *quantPass) embedding() {
	q, n := p.net, p.words()
	c := &q.shape.config
	width := c.dense()
	p.x = room(p.x, up(n, quad)*width)
	p.seqs, p.times = p.seqs[:0], p.times[:0]
	for t := range p.steps() {
		for s := range p.from[t+1] - p.from[t] {
			p.seqs, p.times = append(p.seqs, int32(s)), append(p.times, int32(t))
			row := p.x[(p.from[t]+s)*width:][:width]
			for k, w := range p.embed {
				size := c.Columns[k].Size
				y := int(p.in[s].Symbols[k][t])
				scale := w.scale[y] * q.input
				embed(row[:size], w.v[y*size:(y+1)*size], scale)
				row = row[size:]
			}
			clear(row)
		}
	}
	if q.proj == nil {
		return
	}
	p.project(n, width)
	at, last := c.embedded(), int32(q.input)
	scale := q.input / (projectionUnit * projectionUnit)
	for s := range p.in {
		for t := range p.lens[s] {
			a := p.row(s, t)
			qa := p.q[a*c.Similar:][:c.Similar]
			for d := 1; d <= c.Reach && t+d < p.lens[s]; d++ {
				b := p.row(s, t+d)
				cos := dot16(qa, p.q[b*c.Similar:][:c.Similar])
				v := int16(max(-last, min(last, round32(float32(float32(cos)*scale)))))
				p.x[a*width+at+2*d-2], p.x[b*width+at+2*d-1] = v, v
			}
		}
	}
}

// project computes the projections.
func (p *quantPass) project(n, width int) {
	q, size := p.net, p.net.shape.config.Similar
	p.q = room(p.q, n*size)
	p.sum = room(p.sum, chunk*q.proj.cols)
	p.z = room(p.z, size)
	for at := 0; at < n; at += chunk {
		count := min(chunk, n-at)
		products(p.sum, p.x[at*width:], width, q.proj, count)
		for i := range count {
			sum, square := p.sum[i*q.proj.cols:][:size], float32(0)
			for j, v := range sum {
				x := float32(float32(v) * q.proj.scale[j])
				p.z[j] = x
				square += float32(x * x)
			}
			unit := float32(projectionUnit / math.Sqrt(float64(square)+1e-6))
			out := p.q[(at+i)*size:][:size]
			for j, x := range p.z[:size] {
				out[j] = int16(round32(float32(x * unit)))
			}
		}
	}
}

// recur runs a direction of a layer, from z to next.
func (p *quantPass) recur(d int, rec *packed) {
	h := p.net.shape.config.Hidden
	g := gates * h
	p.state, p.cell = room(p.state, up(len(p.in), quad)*h), room(p.cell, len(p.in)*h)
	clear(p.cell)
	clear(p.sum[:len(p.in)*g])
	for s := range p.steps() {
		count := p.from[s+1] - p.from[s]
		if s > 0 {
			products(p.sum, p.state, h, rec, count)
		}
		for i := range count {
			at := p.at(d, s, i)
			state := p.state[i*h:][:h]
			cells(p.z[at*2*g+d*g:][:g], p.sum[i*g:], rec.scale, p.cell[i*h:][:h], state, p.net.state)
			copy(p.next[at*2*h+d*h:], state)
		}
	}
}

// embed sets row to embeddings.
func embed(row []int16, v []int8, scale float32) {
	row = row[:len(v)]
	for i, w := range v {
		row[i] = int16(round32(float32(float32(w) * scale)))
	}
}

// dot16 returns the product of projections; they are of length 1, so that it is an int32.
func dot16(a, b []int16) int32 {
	b = b[:len(a)]
	s := int32(0)
	for i, v := range a {
		s += int32(v) * int32(b[i])
	}
	return s
}
