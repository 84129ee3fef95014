package kernels

import "math"

// What training does with single numbers. Every operation is rounded, and so the kernels
// in assembly and those in Go make the same bits.

// Add adds numbers to others.
func Add(to, from []float32) {
	to = to[:len(from)]
	n := addVectors(to, from)
	for i, v := range from[n:] {
		to[n+i] += v
	}
}

// Multiply multiplies numbers by others.
func Multiply(to, by []float32) {
	to = to[:len(by)]
	n := multiplyVectors(to, by)
	for i, v := range by[n:] {
		to[n+i] *= v
	}
}

// Dot returns the product of vectors, whose length is a multiple of 4.
func Dot(a, b []float32) float32 {
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

// Squares returns the sum of the squares of numbers.
func Squares(a []float32) float64 {
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

// UnitPass is a step of the units of a direction for a word: what the backward pass wants
// to know of it.
type UnitPass struct {
	Before []float32 // the state of the units before it
	Gate   []float32 // the values of the gates
	Cell   []float32 // the state
	TC     []float32 // its tanh
}

// Forward computes the step from the input of the gates; out is what the units put out.
func (u *UnitPass) Forward(z, out []float32) {
	h := len(out)
	_, _, _, _, _ = z[Gates*h-1], u.Gate[Gates*h-1], u.Before[h-1], u.Cell[h-1], u.TC[h-1]
	if !forwardVectors(u, z, out) {
		u.forwardGeneric(z, out)
	}
}

func (u *UnitPass) forwardGeneric(z, out []float32) {
	h := len(out)
	for i := range out {
		in, forget, fresh, open := Sigmoid(z[i]), Sigmoid(z[h+i]), Tanh(z[2*h+i]), Sigmoid(z[3*h+i])
		u.Gate[i], u.Gate[h+i], u.Gate[2*h+i], u.Gate[3*h+i] = in, forget, fresh, open
		v := float32(in*fresh) + float32(forget*u.Before[i])
		u.Cell[i], u.TC[i] = v, Tanh(v)
		out[i] = open * u.TC[i]
	}
}

// Backward computes the gradient of the input of the gates, dz, from that of the output,
// dout and dh together, and of the state, dc, which becomes that of the state before.
func (u *UnitPass) Backward(dz, dout, dh, dc []float32) {
	h := len(dc)
	_, _, _, _, _, _ = dz[Gates*h-1], u.Gate[Gates*h-1], u.Before[h-1], u.TC[h-1], dout[h-1], dh[h-1]
	if !backwardVectors(u, dz, dout, dh, dc) {
		u.backwardGeneric(dz, dout, dh, dc)
	}
}

func (u *UnitPass) backwardGeneric(dz, dout, dh, dc []float32) {
	h := len(dc)
	for i := range dc {
		in, forget, fresh, open, tc := u.Gate[i], u.Gate[h+i], u.Gate[2*h+i], u.Gate[3*h+i], u.TC[i]
		dy := dout[i] + dh[i]
		dcell := dc[i] + float32(float32(dy*open)*(1-float32(tc*tc)))
		dz[3*h+i] = float32(float32(dy*tc)*open) * (1 - open)
		dz[i] = float32(float32(dcell*fresh)*in) * (1 - in)
		dz[2*h+i] = float32(dcell*in) * (1 - float32(fresh*fresh))
		dz[h+i] = float32(float32(dcell*u.Before[i])*forget) * (1 - forget)
		dc[i] = dcell * forget
	}
}

// Adam is the step of Adam for some weights; moments of rows without a gradient rest. The
// kernels read it as an array.
type Adam struct{ rate, scale, root, decay, keep1, new1, keep2, new2, least float32 }

// NewAdam returns the step of a rate; scale is what gradients are multiplied with, root what the root of the second
// moment is, decay the share of a weight that it loses.
func NewAdam(rate, scale, root, decay float64) *Adam {
	const beta1, beta2, least = 0.9, 0.999, 1e-8
	return &Adam{float32(rate), float32(scale), float32(root), float32(decay), beta1, 1 - beta1, beta2, 1 - beta2, least}
}

// Update changes weights by their gradients and the moments of these.
func (a *Adam) Update(w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	n := adamVectors(a, w, g, m, v)
	a.updateGeneric(w[n:], g[n:], m[n:], v[n:])
}

func (a *Adam) updateGeneric(w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	for i, x := range g {
		x *= a.scale
		m[i] = float32(a.keep1*m[i]) + float32(a.new1*x)
		v[i] = float32(a.keep2*v[i]) + float32(float32(a.new2*x)*x)
		w[i] -= float32(a.rate*m[i])/(float32(float32(math.Sqrt(float64(v[i])))*a.root)+a.least) + float32(a.decay*w[i])
	}
}
