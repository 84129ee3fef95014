package classify

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// scg minimises a function by scaled conjugate gradients (Moller 1993). f returns the value
// at w and writes its gradient, if that is not nil. after is called with w after each step
// down, and ends it with false. No more than steps steps are tried.
func scg(f func(w, grad []float64) float64, w []float64, steps int, after func(w []float64, value float64) bool) {
	const sigma0 = 1e-5
	n := len(w)
	grad, down, next := make([]float64, n), make([]float64, n), make([]float64, n)
	trial, probe := make([]float64, n), make([]float64, n)
	value := f(w, grad)
	floats.ScaleTo(down, -1, grad)
	direction := append([]float64(nil), down...)
	lambda, lambdaBar := 1e-6, 0.0
	success := true
	var curvature, length float64
	since := 0 // steps down since the last restart
	for range steps {
		if success {
			length = floats.Dot(direction, direction)
			if math.Sqrt(length) < 1e-10 {
				return
			}
			sigma := sigma0 / math.Sqrt(length)
			floats.AddScaledTo(trial, w, sigma, direction)
			f(trial, probe)
			curvature = (floats.Dot(direction, probe) - floats.Dot(direction, grad)) / sigma
		}
		curvature += (lambda - lambdaBar) * length
		if curvature <= 0 { // make the Hessian positive definite
			lambdaBar = 2 * (lambda - curvature/length)
			curvature = lambda*length - curvature
			lambda = lambdaBar
		}
		mu := floats.Dot(direction, down)
		floats.AddScaledTo(trial, w, mu/curvature, direction)
		tried := f(trial, next)
		compare := 2 * curvature * (value - tried) / (mu * mu)
		if !(compare >= 0) {
			if math.IsNaN(compare) || lambda > 1e100 {
				return
			}
			lambdaBar, success = lambda, false
		} else {
			copy(w, trial)
			value = tried
			grad, next = next, grad
			before := floats.Dot(grad, down) // minus the product of both directions down
			floats.ScaleTo(down, -1, grad)
			lambdaBar, success = 0, true
			if !after(w, value) {
				return
			}
			if since++; since == n {
				since = 0
				copy(direction, down)
			} else {
				beta := (floats.Dot(down, down) + before) / mu
				floats.Scale(beta, direction)
				floats.Add(direction, down)
			}
			if floats.Dot(direction, down) <= 0 {
				copy(direction, down)
			}
			if compare >= 0.75 {
				lambda = math.Max(lambda/4, 1e-15)
			}
		}
		if compare < 0.25 {
			lambda += curvature * (1 - compare) / length
		}
	}
}
