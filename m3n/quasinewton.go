package m3n

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// memories is how many steps the curvature is estimated from.
const memories = 8

// quasiNewton minimises a smooth function by limited-memory BFGS (Nocedal 1980; Liu and
// Nocedal 1989). What it remembers of past steps is kept in 32 bits: the estimate of the
// inverse Hessian stays exactly symmetric and positive definite, as its inner products
// are those of the rounded vectors.
type quasiNewton struct {
	// f returns the value at x and fills grad.
	f func(x, grad []float64) float64

	x, grad   []float64
	value     float64
	direction []float64
	lastX     []float64 // of the point before
	lastGrad  []float64

	steps, changes [][]float32 // of the point and of the gradient, the latest last
	curvature      []float64   // their inner products

	// inverse is what the inverse Hessian is taken to have on its diagonal, up to a factor,
	// before what is remembered is applied (Nocedal and Wright 2006, section 7.2); nil: all the
	// same. It may change between steps.
	inverse []float32
}

// newQuasiNewton starts at 0.
func newQuasiNewton(n int, f func(x, grad []float64) float64) *quasiNewton {
	q := &quasiNewton{f: f}
	for _, v := range []*[]float64{&q.x, &q.grad, &q.direction, &q.lastX, &q.lastGrad} {
		*v = make([]float64, n)
	}
	q.value = f(q.x, q.grad)
	return q
}

// step goes on to a lower point. It reports false, and stays, where there is none that
// float64 resolves.
func (q *quasiNewton) step() bool {
	q.aim()
	if q.search() {
		q.remember()
		return true
	}
	if len(q.steps) == 0 {
		return false
	}
	// The estimate may be what is wrong: start afresh.
	q.steps, q.changes, q.curvature = q.steps[:0], q.changes[:0], q.curvature[:0]
	q.aim()
	if q.search() {
		q.remember()
		return true
	}
	return false
}

// aim sets the direction to minus the estimated inverse Hessian times the gradient.
func (q *quasiNewton) aim() {
	d := q.direction
	for i, g := range q.grad {
		d[i] = -g
	}
	n := len(q.steps)
	if n == 0 {
		multiply32(d, q.inverse)
		return
	}
	var along [memories]float64
	for k := n - 1; k >= 0; k-- {
		along[k] = dot32(q.steps[k], d) / q.curvature[k]
		add32(d, -along[k], q.changes[k])
	}
	last := q.changes[n-1]
	floats.Scale(q.curvature[n-1]/norm32(last, q.inverse), d)
	multiply32(d, q.inverse)
	for k := range n {
		add32(d, along[k]-dot32(q.changes[k], d)/q.curvature[k], q.steps[k])
	}
}

// Conditions on a step (Wolfe): the value falls by at least sufficient times what the
// slope promises, and the slope that is left is at most remaining times the first.
const (
	sufficient = 1e-4
	remaining  = 0.9
	trials     = 40
)

// search goes along the direction to a point that fulfils the conditions of Wolfe,
// between bounds that narrow by cubic interpolation. It reports false, and stays, when
// it finds none.
func (q *quasiNewton) search() bool {
	type point struct{ step, value, slope float64 }
	low := point{0, q.value, floats.Dot(q.direction, q.grad)}
	if !(low.slope < 0) {
		return false
	}
	q.x, q.lastX = q.lastX, q.x
	q.grad, q.lastGrad = q.lastGrad, q.grad
	start, high, bounded := low, point{}, false
	step := 1.0
	if len(q.steps) == 0 {
		step = 1 / floats.Norm(q.direction, 2)
	}
	for range trials {
		floats.AddScaledTo(q.x, q.lastX, step, q.direction)
		p := point{step: step, value: q.f(q.x, q.grad)}
		p.slope = floats.Dot(q.direction, q.grad)
		finite := !math.IsNaN(p.value) && !math.IsInf(p.value, 0) && !math.IsNaN(p.slope)
		switch {
		case !finite || p.value > start.value+sufficient*step*start.slope:
			high, bounded = p, true
		case p.slope < remaining*start.slope:
			low = p
		default:
			q.value = p.value
			return true
		}
		switch width := high.step - low.step; {
		case !bounded:
			step *= 4
		case width < 1e-12*low.step || width < 1e-300:
			step = 0
		case !finite:
			step = low.step + width/10
		default:
			// The minimum of the cubic through both ends, not too near to either.
			a := low.slope + high.slope - 3*(high.value-low.value)/width
			b := math.Sqrt(a*a - low.slope*high.slope)
			at := 1 - (high.slope+b-a)/(high.slope-low.slope+2*b)
			if math.IsNaN(at) {
				at = 0.5
			}
			step = low.step + width*min(max(at, 0.1), 0.9)
		}
		if step == 0 {
			break
		}
	}
	q.x, q.lastX = q.lastX, q.x
	q.grad, q.lastGrad = q.lastGrad, q.grad
	return false
}

// remember takes the last step into the estimate, in place of the oldest one.
func (q *quasiNewton) remember() {
	var s, y []float32
	if n := len(q.steps); n == memories {
		s, y = q.steps[0], q.changes[0]
		copy(q.steps, q.steps[1:])
		copy(q.changes, q.changes[1:])
		copy(q.curvature, q.curvature[1:])
		q.steps, q.changes, q.curvature = q.steps[:n-1], q.changes[:n-1], q.curvature[:n-1]
	} else {
		s, y = make([]float32, len(q.x)), make([]float32, len(q.x))
	}
	product, square := 0.0, 0.0
	for i := range s {
		a, b := float32(q.x[i]-q.lastX[i]), float32(q.grad[i]-q.lastGrad[i])
		s[i], y[i] = a, b
		product += float64(a) * float64(b)
		square += float64(b) * float64(b)
	}
	if product > 1e-12*square {
		q.steps, q.changes, q.curvature = append(q.steps, s), append(q.changes, y), append(q.curvature, product)
	}
}

// dot32 returns the inner product. Four sums keep the additions apart.
func dot32(a []float32, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	for len(a) >= 4 {
		p, q := (*[4]float32)(a), (*[4]float64)(b)
		s0 += float64(p[0]) * q[0]
		s1 += float64(p[1]) * q[1]
		s2 += float64(p[2]) * q[2]
		s3 += float64(p[3]) * q[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += float64(v) * b[i]
	}
	return s0 + s1 + (s2 + s3)
}

// norm32 returns the inner product of a with itself, each square times its weight.
func norm32(a, weights []float32) float64 {
	sum := 0.0
	if weights == nil {
		for _, v := range a {
			sum += float64(v) * float64(v)
		}
		return sum
	}
	weights = weights[:len(a)]
	for i, v := range a {
		sum += float64(v) * float64(v) * float64(weights[i])
	}
	return sum
}

// multiply32 multiplies each element of a by that of b; nil changes nothing.
func multiply32(a []float64, b []float32) {
	for i, v := range b {
		a[i] *= float64(v)
	}
}

// add32 adds by times from to to.
func add32(to []float64, by float64, from []float32) {
	to = to[:len(from)]
	for i, v := range from {
		to[i] += by * float64(v)
	}
}
