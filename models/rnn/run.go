package rnn

import (
	"math"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// quantPass runs a network with 8-bit weights, with its memory. It belongs to one
// goroutine.
type quantPass struct {
	batch
	net   *quantised
	top   kernels.GateInput // of the dense layer
	embed []*weights8
	bias  []float32 // of the heads
	known knownWords

	seqs, times []int32 // sequence and time of each word
	word        []int32 // number of each word among the known ones
	fresh       []int32 // words that were not known
	symbols     []int32 // of a word
	x           []int16 // embeddings of words
	alike       []int16 // similarities, by words
	q           []int16 // projections of a sequence
	cosines     []int32
	h, next     []int16 // what layers put out, by words
	rows        []int32 // words that a direction reads next
	in          []int16 // input of them
	product     kernels.Buffer
	sum         []int32
	z           []float32 // input of the gates
	state       []int16   // of a direction, by sequences
	cell        []float32
	alone       kernels.AloneUnits
	hidden      kernels.Matrix
	logits      kernels.Matrix
}

// chunk is how many words are multiplied at once: their sums are near when they are read.
const chunk = 16

// projectionUnit is what the length of a projection is.
const projectionUnit = 1 << 14

func newQuantPass(q *quantised) *quantPass {
	c := &q.shape.config
	p := &quantPass{net: q, known: knownWords{columns: len(c.Columns), sums: q.words.Cols, similar: c.Similar}}
	for _, e := range q.shape.embed {
		p.embed = append(p.embed, q.of(e))
	}
	p.symbols = make([]int32, len(c.Columns))
	p.bias = q.of(q.shape.outB).float
	p.top = kernels.GateInput{Scale: q.dense.Scale, Bias: q.of(q.shape.denseB).float}
	return p
}

// forward computes the logits of the words.
func (p *quantPass) forward() {
	q, n := p.net, p.words()
	c := &q.shape.config
	p.read()
	if q.proj != nil {
		p.compare()
	}
	width := 2 * c.Hidden
	for l := range q.layers {
		p.next = kernels.Room(p.next, kernels.Up(n, kernels.Quad)*width)
		for d := range 2 {
			p.recur(l, d)
		}
		p.h, p.next = p.next, p.h
	}
	p.hidden.Resize(n, c.Dense)
	p.sum = kernels.Room(p.sum, chunk*q.dense.Cols)
	for at := 0; at < n; at += chunk {
		count := min(chunk, n-at)
		kernels.Products(p.sum, p.h[at*width:], width, q.dense, count, &p.product)
		for i := range count {
			p.top.Finish(p.hidden.Row(at+i), p.sum[i*q.dense.Cols:], nil)
		}
	}
	for i, v := range p.hidden.V[:n*c.Dense] {
		p.hidden.V[i] = max(v, 0)
	}
	p.logits.Resize(n, MaxLabels)
	for r := range n {
		copy(p.logits.Row(r), p.bias)
	}
	kernels.AddProduct(&p.logits, &p.hidden, &q.heads)
}

// flags returns the flags of a word.
func (p *quantPass) flags(row int) []int32 {
	in, t := p.batch.in[p.seqs[row]], p.times[row]
	return in.Flags[in.From[t]:in.From[t+1]]
}

// read finds the words among the known ones.
func (p *quantPass) read() {
	k := &p.known
	k.begin()
	p.seqs, p.times, p.word, p.fresh = p.seqs[:0], p.times[:0], p.word[:0], p.fresh[:0]
	for t := range p.steps() {
		for s := range p.from[t+1] - p.from[t] {
			for c, column := range p.batch.in[s].Symbols {
				p.symbols[c] = column[t]
			}
			word, known := k.of(p.symbols)
			if !known {
				p.fresh = append(p.fresh, int32(word))
			}
			p.seqs, p.times, p.word = append(p.seqs, int32(s)), append(p.times, int32(t)), append(p.word, int32(word))
		}
	}
	for at := 0; at < len(p.fresh); at += chunk {
		p.learn(p.fresh[at:min(at+chunk, len(p.fresh))])
	}
}

// learn computes what is to be known of words.
func (p *quantPass) learn(words []int32) {
	q, k := p.net, &p.known
	c := &q.shape.config
	width := q.words.Rows
	p.x = kernels.Room(p.x, chunk*width)
	for i, word := range words {
		row := p.x[i*width:][:width]
		for c, w := range p.embed {
			y, size := int(k.symbols[int(word)*k.columns+c]), q.shape.config.Columns[c].Size
			embed(row[:size], w.V[y*size:(y+1)*size], w.Scale[y]*q.input)
			row = row[size:]
		}
	}
	p.sum = kernels.Room(p.sum, chunk*q.words.Cols)
	kernels.Products(p.sum, p.x, width, q.words, len(words), &p.product)
	for i, word := range words {
		copy(k.sum(int(word)), p.sum[i*q.words.Cols:])
	}
	if q.proj == nil {
		return
	}
	kernels.Products(p.sum, p.x, width, q.proj, len(words), &p.product)
	p.z = kernels.Room(p.z, c.Similar)
	for i, word := range words {
		sum, square := p.sum[i*q.proj.Cols:][:c.Similar], float32(0)
		for j, v := range sum {
			x := float32(float32(v) * q.proj.Scale[j])
			p.z[j] = x
			square += float32(x * x)
		}
		unit := float32(projectionUnit / math.Sqrt(float64(square)+1e-6))
		out := k.q[int(word)*c.Similar:][:c.Similar]
		for j, x := range p.z[:c.Similar] {
			out[j] = int16(kernels.Round(float32(x * unit)))
		}
	}
}

// compare fills alike.
func (p *quantPass) compare() {
	q, k := p.net, &p.known
	c := &q.shape.config
	width, size := c.alike(), c.Similar
	p.alike = kernels.Room(p.alike, p.words()*width)
	clear(p.alike)
	last := int32(q.input)
	scale := q.input / (projectionUnit * projectionUnit)
	reach := kernels.Up(c.Reach, kernels.DotBlock)
	p.cosines = kernels.Room(p.cosines, reach)
	for s := range p.batch.in {
		n := p.lens[s]
		p.q = kernels.Room(p.q, (n+reach)*size) // those behind the end are of no word
		for t := range n {
			copy(p.q[t*size:], k.q[int(p.word[p.row(s, t)])*size:][:size])
		}
		clear(p.q[n*size:])
		for t := range n {
			a := p.row(s, t)
			kernels.Dots(p.cosines, p.q[t*size:], size)
			for i, cos := range p.cosines[:min(c.Reach, n-1-t)] {
				v := int16(max(-last, min(last, kernels.Round(float32(float32(cos)*scale)))))
				p.alike[a*width+2*i], p.alike[p.row(s, t+1+i)*width+2*i+1] = v, v
			}
		}
	}
}

// recur runs a direction of a layer, from h to next.
func (p *quantPass) recur(l, d int) {
	layer := &p.net.layers[l]
	h, rec := p.net.shape.config.Hidden, layer.rec[d]
	g, n := kernels.Gates*h, len(p.batch.in)
	p.state, p.cell = kernels.Room(p.state, kernels.Up(n, kernels.Quad)*h), kernels.Room(p.cell, n*h)
	clear(p.cell)
	p.alone.Start(rec, p.cell[:h])
	most := kernels.Up(max(n, chunk), kernels.Quad)
	p.sum, p.z = kernels.Room(p.sum, most*g), kernels.Room(p.z, (n+chunk)*g)
	for from := 0; from < p.steps(); {
		to := from + 1
		for words := p.from[to] - p.from[from]; to < p.steps() && words+p.from[to+1]-p.from[to] <= chunk; to++ {
			words += p.from[to+1] - p.from[to]
		}
		p.rows = p.rows[:0]
		for s := from; s < to; s++ {
			for i := range p.from[s+1] - p.from[s] {
				p.rows = append(p.rows, int32(p.at(d, s, i)))
			}
		}
		p.input(l, d)
		rows, z := p.rows, p.z
		for s := from; s < to; s++ {
			count := p.from[s+1] - p.from[s]
			if n == 1 && p.alone.Step(z[:g], p.next[int(rows[0])*2*h+d*h:][:h], p.net.state) {
				rows, z = rows[1:], z[g:]
				continue
			}
			if s > 0 {
				kernels.Products(p.sum, p.state, h, rec, count, &p.product)
			} else {
				clear(p.sum[:count*g])
			}
			for i := range count {
				state := p.state[i*h:][:h]
				kernels.Cells(z[:g], p.sum[i*g:], rec.Scale, p.cell[i*h:][:h], state, p.net.state)
				copy(p.next[int(rows[0])*2*h+d*h:], state)
				rows, z = rows[1:], z[g:]
			}
		}
		from = to
	}
}

// input computes what the gates of a direction of a layer are given with the words of rows, but for what the units before say: z.
func (p *quantPass) input(l, d int) {
	layer := &p.net.layers[l]
	c := &p.net.shape.config
	g, from, width := kernels.Gates*c.Hidden, p.h, 2*c.Hidden
	if l == 0 {
		from, width = p.alike, c.alike()
	}
	in := layer.in[d]
	for at := 0; at < len(p.rows); at += chunk {
		rows := p.rows[at:min(at+chunk, len(p.rows))]
		if in != nil {
			p.in = kernels.Room(p.in, chunk*width)
			for i, row := range rows {
				copy(p.in[i*width:], from[int(row)*width:][:width])
			}
			kernels.Products(p.sum, p.in, width, in, len(rows), &p.product)
		} else {
			clear(p.sum[:len(rows)*g])
		}
		for i, row := range rows {
			var flags []int32
			if l == 0 {
				flags = p.flags(int(row))
				kernels.AddSums(p.sum[i*g:][:g], p.known.sum(int(p.word[row]))[d*g:])
			}
			layer.gates[d].Finish(p.z[(at+i)*g:][:g], p.sum[i*g:], flags)
		}
	}
}

// embed sets row to embeddings.
func embed(row []int16, v []int8, scale float32) {
	row = row[:len(v)]
	for i, w := range v {
		row[i] = int16(kernels.Round(float32(float32(w) * scale)))
	}
}
