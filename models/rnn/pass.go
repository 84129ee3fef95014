package rnn

import (
	"github.com/tidytalk/tidytalk/models/kernels"
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

	x, emb, q, norm kernels.Matrix // dense input, embeddings, projection, its lengths
	mask            []kernels.Matrix
	layers          []layerPass
	hidden          kernels.Matrix
	logits          kernels.Matrix
	dx, dtop        kernels.Matrix
	dhid, dlogit    kernels.Matrix
	dq              kernels.Matrix
	zero            []float32      // nobody changes them
	side            kernels.Panels // of weights
	touched         [][]int32      // rows of params with gradients, by the number of the param
	seen            [][]bool
}

type layerPass struct {
	z   kernels.Matrix // input of the gates, then its gradient
	dir [2]dirPass
	h   kernels.Matrix // of both directions, by words
}

// dirPass is a direction; its rows are in the order of its steps.
type dirPass struct {
	gate, c, tc, h, prev, dgate kernels.Matrix
	step, dh, dc                kernels.Matrix
}

func newPass(n *network) *pass {
	p := &pass{net: n}
	p.layers = make([]layerPass, n.config.Layers)
	p.mask = make([]kernels.Matrix, n.config.Layers+2)
	return p
}

// forward computes the logits of the words.
func (p *pass) forward() {
	n, c := p.words(), &p.net.config
	p.embedding()
	p.dropout(0, &p.x, p.drop.Input)
	g := kernels.Gates * c.Hidden
	in := &p.x
	for l := range p.layers {
		lp, w := &p.layers[l], &p.net.layers[l]
		lp.z.Resize(n, 2*g)
		for r := range n {
			copy(lp.z.Row(r), w.bias.V)
		}
		if l == 0 {
			p.addFlags(&lp.z)
		}
		kernels.AddProduct(&lp.z, in, &w.in.Matrix)
		lp.h.Resize(n, 2*c.Hidden)
		for d := range 2 {
			p.recur(lp, d, &w.rec[d].Matrix)
		}
		in = &lp.h
		p.dropout(l+1, in, p.drop.Hidden)
	}
	p.hidden.Resize(n, c.Dense)
	for r := range n {
		copy(p.hidden.Row(r), p.net.denseB.V)
	}
	kernels.AddProduct(&p.hidden, in, &p.net.dense.Matrix)
	for i, v := range p.hidden.V {
		p.hidden.V[i] = max(v, 0)
	}
	p.dropout(c.Layers+1, &p.hidden, p.drop.Dense)
	p.logits.Resize(n, MaxLabels)
	for r := range n {
		copy(p.logits.Row(r), p.net.outB.V)
	}
	kernels.AddProduct(&p.logits, &p.hidden, &p.net.out.Matrix)
}

// embedding fills x.
func (p *pass) embedding() {
	n, c := p.words(), &p.net.config
	p.x.Resize(n, c.dense())
	p.x.Zero()
	for s, in := range p.in {
		for t := range p.lens[s] {
			row, at := p.x.Row(p.row(s, t)), 0
			for k, e := range p.net.embed {
				at += copy(row[at:], e.Row(int(in.Symbols[k][t])))
			}
		}
	}
	if p.net.proj == nil {
		return
	}
	p.q.Resize(n, c.Similar)
	p.q.Zero()
	kernels.AddProducts(p.q.V, p.q.Cols, p.x.V, p.x.Cols, 1, p.net.proj.V, c.Similar, n, c.embedded(), c.Similar)
	p.norm.Resize(n, 1)
	for r := range n {
		p.norm.V[r] = float32(1 / math.Sqrt(float64(kernels.Dot(p.q.Row(r), p.q.Row(r)))+1e-6))
	}
	at := c.embedded()
	for s := range p.in {
		for t := range p.lens[s] {
			a := p.row(s, t)
			for d := 1; d <= c.Reach && t+d < p.lens[s]; d++ {
				b := p.row(s, t+d)
				v := kernels.Dot(p.q.Row(a), p.q.Row(b)) * p.norm.V[a] * p.norm.V[b]
				p.x.Row(a)[at+2*d-2], p.x.Row(b)[at+2*d-1] = v, v
			}
		}
	}
}

func (p *pass) addFlags(z *kernels.Matrix) {
	for s, in := range p.in {
		for t := range p.lens[s] {
			row := z.Row(p.row(s, t))
			for _, f := range in.Flags[in.From[t]:in.From[t+1]] {
				kernels.Add(row, p.net.flags.Row(int(f)))
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
func (d *dirPass) unit(r int, before []float32) kernels.UnitPass {
	return kernels.UnitPass{Before: before, Gate: d.gate.Row(r), Cell: d.c.Row(r), TC: d.tc.Row(r)}
}

// recur runs a direction of a layer.
func (p *pass) recur(lp *layerPass, d int, rec *kernels.Matrix) {
	n, h := p.words(), p.net.config.Hidden
	g := kernels.Gates * h
	dp := &lp.dir[d]
	p.side.Of(rec)
	dp.gate.Resize(n, g)
	for _, m := range []*kernels.Matrix{&dp.c, &dp.tc, &dp.h, &dp.prev} {
		m.Resize(n, h)
	}
	for s := range p.steps() {
		count := p.from[s+1] - p.from[s]
		dp.step.Resize(count, g)
		for i := range count {
			copy(dp.step.Row(i), lp.z.Row(p.at(d, s, i))[d*g:(d+1)*g])
		}
		if s > 0 {
			p.side.AddProducts(dp.step.V, g, dp.h.V[p.from[s-1]*h:], h, count)
		}
		for i := range count {
			r := p.from[s] + i
			u, out := dp.unit(r, p.zeros(h)), dp.h.Row(r)
			if s > 0 {
				u.Before = dp.c.Row(p.from[s-1] + i)
				copy(dp.prev.Row(r), dp.h.Row(p.from[s-1]+i))
			} else {
				clear(dp.prev.Row(r))
			}
			u.Forward(dp.step.Row(i), out)
			copy(lp.h.Row(p.at(d, s, i))[d*h:], out)
		}
	}
}

// dropout sets a share of the values to 0 and makes the others larger.
func (p *pass) dropout(k int, m *kernels.Matrix, share float64) {
	mask := &p.mask[k]
	if p.rand == nil || share == 0 {
		mask.Rows = 0
		return
	}
	mask.Resize(m.Rows, m.Cols)
	// Which values are hidden cannot be foretold: no branches.
	values, limit := [2]float32{float32(1 / (1 - share)), 0}, uint64(share*(1<<16))
	v := mask.V
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
func (p *pass) masked(k int, m *kernels.Matrix) {
	if p.mask[k].Rows == 0 {
		return
	}
	kernels.Multiply(m.V, p.mask[k].V)
}

// backward adds the gradients of the weights, given that of the logits in dlogit.
func (p *pass) backward() {
	n, c := p.words(), &p.net.config
	w, g := p.net, p.grad
	tail := func(m *kernels.Matrix) { clear(m.V[n*m.Cols:]) }
	tail(&p.dlogit)
	kernels.AddProductT(&g.out.Matrix, &p.hidden, &p.dlogit, n)
	sumRows(g.outB.V, &p.dlogit, n)
	p.back(&p.dhid, &p.dlogit, &w.out.Matrix)
	p.masked(c.Layers+1, &p.dhid)
	for i, v := range p.hidden.V {
		if v <= 0 {
			p.dhid.V[i] = 0
		}
	}
	top := &p.layers[c.Layers-1].h
	kernels.AddProductT(&g.dense.Matrix, top, &p.dhid, n)
	sumRows(g.denseB.V, &p.dhid, n)
	p.back(&p.dtop, &p.dhid, &w.dense.Matrix)
	for l := c.Layers - 1; l >= 0; l-- {
		p.masked(l+1, &p.dtop)
		lp := &p.layers[l]
		for d := range 2 {
			p.recurBack(lp, d, &w.layers[l].rec[d].Matrix, &g.layers[l].rec[d].Matrix)
		}
		in := &p.x
		if l > 0 {
			in = &p.layers[l-1].h
		}
		kernels.AddProductT(&g.layers[l].in.Matrix, in, &lp.z, n)
		sumRows(g.layers[l].bias.V, &lp.z, n)
		if l > 0 {
			p.back(&p.dtop, &lp.z, &w.layers[l].in.Matrix)
		}
	}
	z := &p.layers[0].z
	for s, in := range p.in {
		for t := range p.lens[s] {
			row := z.Row(p.row(s, t))
			for _, f := range in.Flags[in.From[t]:in.From[t+1]] {
				kernels.Add(g.flags.Row(int(f)), row)
				p.touch(len(w.embed), int(f))
			}
		}
	}
	p.back(&p.dx, z, &w.layers[0].in.Matrix)
	p.masked(0, &p.dx)
	p.embeddingBack()
}

// back sets dx to dy·Wᵀ.
func (p *pass) back(dx, dy, w *kernels.Matrix) {
	p.side.Transposed(w)
	dx.Resize(dy.Rows, w.Rows)
	dx.Zero()
	p.side.AddProducts(dx.V, dx.Cols, dy.V, dy.Cols, dy.Rows)
}

func sumRows(to []float32, m *kernels.Matrix, n int) {
	for r := range n {
		kernels.Add(to, m.Row(r))
	}
}

// recurBack goes back through a direction. The gradient of the output is in dtop; that of
// the input of the gates goes to z.
func (p *pass) recurBack(lp *layerPass, d int, rec, grad *kernels.Matrix) {
	n, h := p.words(), p.net.config.Hidden
	g := kernels.Gates * h
	dp := &lp.dir[d]
	dp.dgate.Resize(n, g)
	p.side.Transposed(rec)
	dp.dc.Resize(len(p.in), h)
	dp.dc.Zero()
	dp.dh.Resize(len(p.in), h)
	dp.dh.Zero()
	for s := p.steps() - 1; s >= 0; s-- {
		count := p.from[s+1] - p.from[s]
		for i := range count {
			r := p.from[s] + i
			dout := p.dtop.Row(p.at(d, s, i))[d*h : (d+1)*h]
			u, dz := dp.unit(r, p.zeros(h)), dp.dgate.Row(r)
			if s > 0 {
				u.Before = dp.c.Row(p.from[s-1] + i)
			}
			u.Backward(dz, dout, dp.dh.Row(i), dp.dc.Row(i))
			copy(lp.z.Row(p.at(d, s, i))[d*g:(d+1)*g], dz)
		}
		if s > 0 {
			// Rows of sequences that are shorter stay 0.
			dp.step.Resize(count, h)
			dp.step.Zero()
			p.side.AddProducts(dp.step.V, h, dp.dgate.V[p.from[s]*g:], g, count)
			for i := range count {
				copy(dp.dh.Row(i), dp.step.Row(i))
			}
		}
	}
	clear(dp.dgate.V[n*g:])
	kernels.AddProductT(grad, &dp.prev, &dp.dgate, n)
	clear(lp.z.V[n*lp.z.Cols:])
}

// embeddingBack adds the gradients of embeddings and projection.
func (p *pass) embeddingBack() {
	n, c := p.words(), &p.net.config
	size := c.embedded()
	if p.net.proj != nil {
		p.dq.Resize(n, c.Similar)
		p.dq.Zero()
		for s := range p.in {
			for t := range p.lens[s] {
				a := p.row(s, t)
				for d := 1; d <= c.Reach && t+d < p.lens[s]; d++ {
					b := p.row(s, t+d)
					dv := p.dx.Row(a)[size+2*d-2] + p.dx.Row(b)[size+2*d-1]
					if dv == 0 {
						continue
					}
					qa, qb, na, nb := p.q.Row(a), p.q.Row(b), p.norm.V[a], p.norm.V[b]
					cos := kernels.Dot(qa, qb) * na * nb
					da, db := p.dq.Row(a), p.dq.Row(b)
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
		p.emb.Resize(n, size)
		for s, in := range p.in {
			for t := range p.lens[s] {
				row, at := p.emb.Row(p.row(s, t)), 0
				for k, e := range p.net.embed {
					at += copy(row[at:], e.Row(int(in.Symbols[k][t])))
				}
			}
		}
		kernels.AddProductT(&p.grad.proj.Matrix, &p.emb, &p.dq, n)
		p.side.Transposed(&p.net.proj.Matrix)
		p.side.AddProducts(p.dx.V, p.dx.Cols, p.dq.V, p.dq.Cols, n)
	}
	for s, in := range p.in {
		for t := range p.lens[s] {
			row, at := p.dx.Row(p.row(s, t)), 0
			for k, e := range p.grad.embed {
				y := int(in.Symbols[k][t])
				kernels.Add(e.Row(y), row[at:at+e.Cols])
				at += e.Cols
				p.touch(k, y)
			}
		}
	}
}

// touch notes that a row of one of the first params has a gradient.
func (p *pass) touch(param, row int) {
	if len(p.seen) == 0 {
		for k := range len(p.net.embed) + 1 {
			p.seen = append(p.seen, make([]bool, p.net.params[k].Matrix.Rows))
			p.touched = append(p.touched, nil)
		}
	}
	if !p.seen[param][row] {
		p.seen[param][row] = true
		p.touched[param] = append(p.touched[param], int32(row))
	}
}
