package kernels

//go:noescape
func add512(n int, to, from *float32)

//go:noescape
func add256(n int, to, from *float32)

//go:noescape
func multiply512(n int, to, by *float32)

//go:noescape
func multiply256(n int, to, by *float32)

//go:noescape
func forward512(h int, z, before, gate, cell, tc, out, numbers *float32)

//go:noescape
func forward256(h int, z, before, gate, cell, tc, out, numbers *float32)

//go:noescape
func backward512(h int, dz, dout, dh, dc, before, gate, tc *float32)

//go:noescape
func backward256(h int, dz, dout, dh, dc, before, gate, tc *float32)

//go:noescape
func adam512(n int, a *Adam, w, grad, m, v *float32)

//go:noescape
func adam256(n int, a *Adam, w, grad, m, v *float32)

// lanes is of how many numbers the kernels compute a multiple.
const lanes = 16

func addVectors(to, from []float32) int {
	n := len(from) / lanes * lanes
	switch {
	case n == 0:
	case vectors == 512:
		add512(n, &to[0], &from[0])
		return n
	case vectors == 256:
		add256(n, &to[0], &from[0])
		return n
	}
	return 0
}

func multiplyVectors(to, by []float32) int {
	n := len(by) / lanes * lanes
	switch {
	case n == 0:
	case vectors == 512:
		multiply512(n, &to[0], &by[0])
		return n
	case vectors == 256:
		multiply256(n, &to[0], &by[0])
		return n
	}
	return 0
}

func forwardVectors(u *UnitPass, z, out []float32) bool {
	switch vectors {
	case 512:
		forward512(len(out), &z[0], &u.Before[0], &u.Gate[0], &u.Cell[0], &u.TC[0], &out[0], &cellNumbers[0][0])
	case 256:
		forward256(len(out), &z[0], &u.Before[0], &u.Gate[0], &u.Cell[0], &u.TC[0], &out[0], &cellNumbers[0][0])
	default:
		return false
	}
	return true
}

func backwardVectors(u *UnitPass, dz, dout, dh, dc []float32) bool {
	switch vectors {
	case 512:
		backward512(len(dc), &dz[0], &dout[0], &dh[0], &dc[0], &u.Before[0], &u.Gate[0], &u.TC[0])
	case 256:
		backward256(len(dc), &dz[0], &dout[0], &dh[0], &dc[0], &u.Before[0], &u.Gate[0], &u.TC[0])
	default:
		return false
	}
	return true
}

func adamVectors(a *Adam, w, g, m, v []float32) int {
	n := len(w) / lanes * lanes
	switch {
	case n == 0:
	case vectors == 512:
		adam512(n, a, &w[0], &g[0], &m[0], &v[0])
		return n
	case vectors == 256:
		adam256(n, a, &w[0], &g[0], &m[0], &v[0])
		return n
	}
	return 0
}
