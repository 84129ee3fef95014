package rnn

// Widened returns a model with float32 weights and more units a direction, which says the same: what the
// new units put out counts for nothing at first (Chen et al., Net2Net, ICLR 2016), and what they take in is
// drawn, so that they learn different things. hidden is a multiple of 32, not smaller than the units there are.
func (m *Model) Widened(hidden int, seed uint64) *Model {
	old := m.Floats().net
	c := old.config
	h, directions := c.Hidden, 2
	c.Hidden = hidden
	out := newNetwork(c)
	out.draw(seed)
	same := func(i int) int { return i }
	unit := func(i int) int { return i/h*hidden + i%h } // of a gate, or of a direction
	fill := func(to, from *param, row, col func(int) int) {
		for r := range from.matrix.rows {
			for i, v := range from.row(r) {
				to.row(row(r))[col(i)] = v
			}
		}
	}
	// silent has the new units among the rows add nothing to the units that there were.
	silent := func(p *param, directions int, of func(int) int, cols int) {
		for d := range directions {
			for r := d*hidden + h; r < (d+1)*hidden; r++ {
				for i := range cols {
					p.row(r)[of(i)] = 0
				}
			}
		}
	}
	for k, p := range out.embed {
		fill(p, old.embed[k], same, same)
	}
	fill(out.flags, old.flags, same, unit)
	if out.proj != nil {
		fill(out.proj, old.proj, same, same)
	}
	for l, to := range out.layers {
		from, row := old.layers[l], same
		if l > 0 {
			row = unit
			silent(to.in, directions, unit, directions*gates*h)
		}
		fill(to.in, from.in, row, unit)
		fill(to.bias, from.bias, same, unit)
		for d := range directions {
			silent(to.rec[d], 1, unit, gates*h)
			fill(to.rec[d], from.rec[d], same, unit)
		}
	}
	silent(out.dense, directions, same, c.Dense)
	fill(out.dense, old.dense, unit, same)
	for _, p := range [][2]*param{{out.denseB, old.denseB}, {out.out, old.out}, {out.outB, old.outB}} {
		fill(p[0], p[1], same, same)
	}
	return &Model{net: out}
}
