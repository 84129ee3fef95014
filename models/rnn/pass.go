package rnn

import (
	"math"
	"math/rand/v2"
)

// pass is the forward and the backward pass over a few sequences, with its memory. It
// belongs to one goroutine.
type pass struct {
	net  *network
	grad *network // where gradients are added
	rand *rand.Rand
	drop Dropout

	batch

	x, emb, q, norm matrix // dense input, embeddings, projection, its lengths
	mask            []matrix
	layers          []layerPass
	hidden          matrix
	logits          matrix
	dx, dtop        matrix
	dhid, dlogit    matrix
	dq              matrix
	zero            []float32 // nobody changes them
	side            panels    // of weights
	touched         [][]int32 // rows of params with gradients, by the number of the param
	seen            [][]bool
}

type layerPass struct {
	z   matrix // input of the gates, then its gradient
	dir [2]dirPass
	h   matrix // of both directions, by words
}

// dirPass is a direction; its rows are in the order of its steps.
type dirPass struct {
	gate, c, tc, h, prev, dgate matrix
	step, dh, dc                matrix
}

func newPass(n *network) *pass {
	p := &pass{net: n}
	p.layers = make([]layerPass, n.config.Layers)
	p.mask = make([]matrix, n.config.Layers+2)
	return p
}

// forward computes the logits of the words.
func (p *pass) forward() {
	n, c := p.words(), &p.net.config
	p.embedding()
	p.dropout(0, &p.x, p.drop.Input)
	g := gates * c.Hidden
	in := &p.x
	for l := range p.layers {
		lp, w := &p.layers[l], &p.net.layers[l]
		lp.z.resize(n, 2*g)
		for r := range n {
			copy(lp.z.row(r), w.bias.v)
		}
		if l == 0 {
			p.addFlags(&lp.z)
		}
		product(&lp.z, in, &w.in.matrix)
		lp.h.resize(n, 2*c.Hidden)
		for d := range 2 {
			p.recur(lp, d, &w.rec[d].matrix)
		}
		in = &lp.h
		p.dropout(l+1, in, p.drop.Hidden)
	}
	p.hidden.resize(n, c.Dense)
	for r := range n {
		copy(p.hidden.row(r), p.net.denseB.v)
	}
	product(&p.hidden, in, &p.net.dense.matrix)
	for i, v := range p.hidden.v {
		p.hidden.v[i] = max(v, 0)
	}
	p.dropout(c.Layers+1, &p.hidden, p.drop.Dense)
	p.logits.resize(n, MaxLabels)
	for r := range n {
		copy(p.logits.row(r), p.net.outB.v)
	}
	product(&p.logits, &p.hidden, &p.net.out.matrix)
}

// embedding fills x.
func (p *pass) embedding() {
	n, c := p.words(), &p.net.config
	p.x.resize(n, c.dense())
	p.x.zero()
	for s, in := range p.in {
		for t := range p.lens[s] {
			row, at := p.x.row(p.row(s, t)), 0
			for k, e := range p.net.embed {
				at += copy(row[at:], e.row(int(in.Symbols[k][t])))
			}
		}
	}
	if p.net.proj == nil {
		return
	}
	p.q.resize(n, c.Similar)
	p.q.zero()
	gemm(p.q.v, p.q.cols, p.x.v, p.x.cols, 1, p.net.proj.v, c.Similar, n, c.embedded(), c.Similar)
	p.norm.resize(n, 1)
	for r := range n {
		p.norm.v[r] = float32(1 / math.Sqrt(float64(dot(p.q.row(r), p.q.row(r)))+1e-6))
	}
	at := c.embedded()
	for s := range p.in {
		for t := range p.lens[s] {
			a := p.row(s, t)
			for d := 1; d <= c.Reach && t+d < p.lens[s]; d++ {
				b := p.row(s, t+d)
				v := dot(p.q.row(a), p.q.row(b)) * p.norm.v[a] * p.norm.v[b]
				p.x.row(a)[at+2*d-2], p.x.row(b)[at+2*d-1] = v, v
			}
		}
	}
}

func (p *pass) addFlags(z *matrix) {
	for s, in := range p.in {
		for t := range p.lens[s] {
			row := z.row(p.row(s, t))
			for _, f := range in.Flags[in.From[t]:in.From[t+1]] {
				add(row, p.net.flags.row(int(f)))
			}
		}
	}
}

// zeros returns so many zeros, which nobody changes.
func (p *pass) zeros(n int) []float32 {
	if len(p.zero) < n {
		p.zero = make([]float32, n)
	}
	return p.zero[:n]
}

// unit returns the step of a row, with the state before it.
func (d *dirPass) unit(r int, before []float32) unitPass {
	return unitPass{before, d.gate.row(r), d.c.row(r), d.tc.row(r)}
}

// recur runs a direction of a layer.
func (p *pass) recur(lp *layerPass, d int, rec *matrix) {
	n, h := p.words(), p.net.config.Hidden
	g := gates * h
	dp := &lp.dir[d]
	p.side.of(rec)
	dp.gate.resize(n, g)
	for _, m := range []*matrix{&dp.c, &dp.tc, &dp.h, &dp.prev} {
		m.resize(n, h)
	}
	for s := range p.steps() {
		count := p.from[s+1] - p.from[s]
		dp.step.resize(count, g)
		for i := range count {
			copy(dp.step.row(i), lp.z.row(p.at(d, s, i))[d*g:(d+1)*g])
		}
		if s > 0 {
			p.side.gemm(dp.step.v, g, dp.h.v[p.from[s-1]*h:], h, count)
		}
		for i := range count {
			r := p.from[s] + i
			u, out := dp.unit(r, p.zeros(h)), dp.h.row(r)
			if s > 0 {
				u.before = dp.c.row(p.from[s-1] + i)
				copy(dp.prev.row(r), dp.h.row(p.from[s-1]+i))
			} else {
				clear(dp.prev.row(r))
			}
			u.forward(dp.step.row(i), out)
			copy(lp.h.row(p.at(d, s, i))[d*h:], out)
		}
	}
}

// dropout sets a share of the values to 0 and makes the others larger.
func (p *pass) dropout(k int, m *matrix, share float64) {
	mask := &p.mask[k]
	if p.rand == nil || share == 0 {
		mask.rows = 0
		return
	}
	mask.resize(m.rows, m.cols)
	// Which values are hidden cannot be foretold: no branches.
	values, limit := [2]float32{float32(1 / (1 - share)), 0}, uint64(share*(1<<16))
	v := mask.v
	for ; len(v) >= 4; v = v[4:] {
		bits := p.rand.Uint64()
		v[0] = values[(bits&0xffff-limit)>>63]
		v[1] = values[(bits>>16&0xffff-limit)>>63]
		v[2] = values[(bits>>32&0xffff-limit)>>63]
		v[3] = values[(bits>>48-limit)>>63]
	}
	p.masked(k, m)
}

// masked multiplies values, or their gradients, by the mask of a dropout.
func (p *pass) masked(k int, m *matrix) {
	if p.mask[k].rows == 0 {
		return
	}
	multiply(m.v, p.mask[k].v)
}

// backward adds the gradients of the weights, given that of the logits in dlogit.
func (p *pass) backward() {
	n, c := p.words(), &p.net.config
	w, g := p.net, p.grad
	tail := func(m *matrix) { clear(m.v[n*m.cols:]) }
	tail(&p.dlogit)
	productT(&g.out.matrix, &p.hidden, &p.dlogit, n)
	sumRows(g.outB.v, &p.dlogit, n)
	p.back(&p.dhid, &p.dlogit, &w.out.matrix)
	p.masked(c.Layers+1, &p.dhid)
	for i, v := range p.hidden.v {
		if v <= 0 {
			p.dhid.v[i] = 0
		}
	}
	top := &p.layers[c.Layers-1].h
	productT(&g.dense.matrix, top, &p.dhid, n)
	sumRows(g.denseB.v, &p.dhid, n)
	p.back(&p.dtop, &p.dhid, &w.dense.matrix)
	for l := c.Layers - 1; l >= 0; l-- {
		p.masked(l+1, &p.dtop)
		lp := &p.layers[l]
		for d := range 2 {
			p.recurBack(lp, d, &w.layers[l].rec[d].matrix, &g.layers[l].rec[d].matrix)
		}
		in := &p.x
		if l > 0 {
			in = &p.layers[l-1].h
		}
		productT(&g.layers[l].in.matrix, in, &lp.z, n)
		sumRows(g.layers[l].bias.v, &lp.z, n)
		if l > 0 {
			p.back(&p.dtop, &lp.z, &w.layers[l].in.matrix)
		}
	}
	z := &p.layers[0].z
	for s, in := range p.in {
		for t := range p.lens[s] {
			row := z.row(p.row(s, t))
			for _, f := range in.Flags[in.From[t]:in.From[t+1]] {
				add(g.flags.row(int(f)), row)
				p.touch(len(w.embed), int(f))
			}
		}
	}
	p.back(&p.dx, z, &w.layers[0].in.matrix)
	p.masked(0, &p.dx)
	p.embeddingBack()
}

// back sets dx to dy·Wᵀ.
func (p *pass) back(dx, dy, w *matrix) {
	p.side.transposed(w)
	dx.resize(dy.rows, w.rows)
	dx.zero()
	p.side.gemm(dx.v, dx.cols, dy.v, dy.cols, dy.rows)
}

func sumRows(to []float32, m *matrix, n int) {
	for r := range n {
		add(to, m.row(r))
	}
}

// recurBack goes back through a direction. The gradient of the output is in dtop; that of
// the input of the gates goes to z.
func (p *pass) recurBack(lp *layerPass, d int, rec, grad *matrix) {
	n, h := p.words(), p.net.config.Hidden
	g := gates * h
	dp := &lp.dir[d]
	dp.dgate.resize(n, g)
	p.side.transposed(rec)
	dp.dc.resize(len(p.in), h)
	dp.dc.zero()
	dp.dh.resize(len(p.in), h)
	dp.dh.zero()
	for s := p.steps() - 1; s >= 0; s-- {
		count := p.from[s+1] - p.from[s]
		for i := range count {
			r := p.from[s] + i
			dout := p.dtop.row(p.at(d, s, i))[d*h : (d+1)*h]
			u, dz := dp.unit(r, p.zeros(h)), dp.dgate.row(r)
			if s > 0 {
				u.before = dp.c.row(p.from[s-1] + i)
			}
			u.backward(dz, dout, dp.dh.row(i), dp.dc.row(i))
			copy(lp.z.row(p.at(d, s, i))[d*g:(d+1)*g], dz)
		}
		if s > 0 {
			// Rows of sequences that are shorter stay 0.
			dp.step.resize(count, h)
			dp.step.zero()
			p.side.gemm(dp.step.v, h, dp.dgate.v[p.from[s]*g:], g, count)
			for i := range count {
				copy(dp.dh.row(i), dp.step.row(i))
			}
		}
	}
	clear(dp.dgate.v[n*g:])
	productT(grad, &dp.prev, &dp.dgate, n)
	clear(lp.z.v[n*lp.z.cols:])
}

// embeddingBack adds the gradients of embeddings and projection.
func (p *pass) embeddingBack() {
	n, c := p.words(), &p.net.config
	size := c.embedded()
	if p.net.proj != nil {
		p.dq.resize(n, c.Similar)
		p.dq.zero()
		for s := range p.in {
			for t := range p.lens[s] {
				a := p.row(s, t)
				for d := 1; d <= c.Reach && t+d < p.lens[s]; d++ {
					b := p.row(s, t+d)
					dv := p.dx.row(a)[size+2*d-2] + p.dx.row(b)[size+2*d-1]
					if dv == 0 {
						continue
					}
					qa, qb, na, nb := p.q.row(a), p.q.row(b), p.norm.v[a], p.norm.v[b]
					cos := dot(qa, qb) * na * nb
					da, db := p.dq.row(a), p.dq.row(b)
					k, ka, kb := float32(dv*na)*nb, float32(dv*na)*na*cos, float32(dv*nb)*nb*cos
					da, db, qb = da[:len(qa)], db[:len(qa)], qb[:len(qa)]
					for i, a := range qa {
						b := qb[i]
						da[i] += float32(k*b) - float32(ka*a)
						db[i] += float32(k*a) - float32(kb*b)
					}
				}
			}
		}
		// The embeddings as they were before dropout.
		p.emb.resize(n, size)
		for s, in := range p.in {
			for t := range p.lens[s] {
				row, at := p.emb.row(p.row(s, t)), 0
				for k, e := range p.net.embed {
					at += copy(row[at:], e.row(int(in.Symbols[k][t])))
				}
			}
		}
		productT(&p.grad.proj.matrix, &p.emb, &p.dq, n)
		p.side.transposed(&p.net.proj.matrix)
		p.side.gemm(p.dx.v, p.dx.cols, p.dq.v, p.dq.cols, n)
	}
	for s, in := range p.in {
		for t := range p.lens[s] {
			row, at := p.dx.row(p.row(s, t)), 0
			for k, e := range p.grad.embed {
				y := int(in.Symbols[k][t])
				add(e.row(y), row[at:at+e.cols])
				at += e.cols
				p.touch(k, y)
			}
		}
	}
}

// touch notes that a row of one of the first params has a gradient.
func (p *pass) touch(param, row int) {
	if len(p.seen) == 0 {
		for k := range len(p.net.embed) + 1 {
			p.seen = append(p.seen, make([]bool, p.net.params[k].matrix.rows))
			p.touched = append(p.touched, nil)
		}
	}
	if !p.seen[param][row] {
		p.seen[param][row] = true
		p.touched[param] = append(p.touched[param], int32(row))
	}
}
