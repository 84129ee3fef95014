package rnn

import "math"

// What training does with single numbers. Every operation is rounded, and so the kernels
// in assembly and those in Go make the same bits.

// add adds numbers to others.
func add(to, from []float32) {
	to = to[:len(from)]
	n := addVectors(to, from)
	for i, v := range from[n:] {
		to[n+i] += v
	}
}

// multiply multiplies numbers by others.
func multiply(to, by []float32) {
	to = to[:len(by)]
	n := multiplyVectors(to, by)
	for i, v := range by[n:] {
		to[n+i] *= v
	}
}

// dot returns the product of vectors, whose length is a multiple of 4.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for i := 0; i+3 < len(a); i += 4 {
		s0 += float32(a[i] * b[i])
		s1 += float32(a[i+1] * b[i+1])
		s2 += float32(a[i+2] * b[i+2])
		s3 += float32(a[i+3] * b[i+3])
	}
	return s0 + s1 + (s2 + s3)
}

// squares returns the sum of the squares of numbers.
func squares(a []float32) float64 {
	var s0, s1, s2, s3 float64
	for ; len(a) >= 4; a = a[4:] {
		s0 += float64(float64(a[0]) * float64(a[0]))
		s1 += float64(float64(a[1]) * float64(a[1]))
		s2 += float64(float64(a[2]) * float64(a[2]))
		s3 += float64(float64(a[3]) * float64(a[3]))
	}
	for _, v := range a {
		s0 += float64(float64(v) * float64(v))
	}
	return s0 + s1 + (s2 + s3)
}

// unitPass is a step of the units of a direction for a word: what the backward pass wants
// to know of it.
type unitPass struct {
	before []float32 // the state of the units before it
	gate   []float32 // the values of the gates
	cell   []float32 // the state
	tc     []float32 // its tanh
}

// forward computes the step from the input of the gates; out is what the units put out.
func (u *unitPass) forward(z, out []float32) {
	h := len(out)
	_, _, _, _, _ = z[gates*h-1], u.gate[gates*h-1], u.before[h-1], u.cell[h-1], u.tc[h-1]
	if !forwardVectors(u, z, out) {
		u.forwardGeneric(z, out)
	}
}

func (u *unitPass) forwardGeneric(z, out []float32) {
	h := len(out)
	for i := range out {
		in, forget, fresh, open := sigmoid(z[i]), sigmoid(z[h+i]), tanh(z[2*h+i]), sigmoid(z[3*h+i])
		u.gate[i], u.gate[h+i], u.gate[2*h+i], u.gate[3*h+i] = in, forget, fresh, open
		v := float32(in*fresh) + float32(forget*u.before[i])
		u.cell[i], u.tc[i] = v, tanh(v)
		out[i] = open * u.tc[i]
	}
}

// backward computes the gradient of the input of the gates, dz, from that of the output,
// dout and dh together, and of the state, dc, which becomes that of the state before.
func (u *unitPass) backward(dz, dout, dh, dc []float32) {
	h := len(dc)
	_, _, _, _, _, _ = dz[gates*h-1], u.gate[gates*h-1], u.before[h-1], u.tc[h-1], dout[h-1], dh[h-1]
	if !backwardVectors(u, dz, dout, dh, dc) {
		u.backwardGeneric(dz, dout, dh, dc)
	}
}

func (u *unitPass) backwardGeneric(dz, dout, dh, dc []float32) {
	h := len(dc)
	for i := range dc {
		in, forget, fresh, open, tc := u.gate[i], u.gate[h+i], u.gate[2*h+i], u.gate[3*h+i], u.tc[i]
		dy := dout[i] + dh[i]
		dcell := dc[i] + float32(float32(dy*open)*(1-float32(tc*tc)))
		dz[3*h+i] = float32(float32(dy*tc)*open) * (1 - open)
		dz[i] = float32(float32(dcell*fresh)*in) * (1 - in)
		dz[2*h+i] = float32(dcell*in) * (1 - float32(fresh*fresh))
		dz[h+i] = float32(float32(dcell*u.before[i])*forget) * (1 - forget)
		dc[i] = dcell * forget
	}
}

// adam is the step of Adam for some weights; moments of rows without a gradient rest. The
// kernels read it as an array.
type adam struct{ rate, scale, root, decay, keep1, new1, keep2, new2, least float32 }

func newAdam(rate, scale, root, decay float64) *adam {
	const beta1, beta2, least = 0.9, 0.999, 1e-8
	return &adam{float32(rate), float32(scale), float32(root), float32(decay), beta1, 1 - beta1, beta2, 1 - beta2, least}
}

func (a *adam) update(w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	n := adamVectors(a, w, g, m, v)
	a.updateGeneric(w[n:], g[n:], m[n:], v[n:])
}

func (a *adam) updateGeneric(w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	for i, x := range g {
		x *= a.scale
		m[i] = float32(a.keep1*m[i]) + float32(a.new1*x)
		v[i] = float32(a.keep2*v[i]) + float32(float32(a.new2*x)*x)
		w[i] -= float32(a.rate*m[i])/(float32(float32(math.Sqrt(float64(v[i])))*a.root)+a.least) + float32(a.decay*w[i])
	}
}
