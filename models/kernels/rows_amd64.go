package kernels

import "math"

//go:noescape
func scaled512(n int, z *float32, sum *int32, scale, bias *float32, by float32)

//go:noescape
func scaled256(n int, z *float32, sum *int32, scale, bias *float32, by float32)

//go:noescape
func narrow32x512(n int, out *int16, in *float32, by, add float32)

//go:noescape
func narrow32x256(n int, out *int16, in *float32, by, add float32)

//go:noescape
func addMultiple512(n int, to, of *int32, by int32)

//go:noescape
func addMultiple256(n int, to, of *int32, by int32)

//go:noescape
func largest512(n int, in *float32, mask uint32, lanes *float32)

//go:noescape
func largest256(n int, in *float32, mask uint32, lanes *float32)

//go:noescape
func sums512(n int, x, lanes *float32)

//go:noescape
func sums256(n int, x, lanes *float32)

//go:noescape
func squares512(n int, x, lanes *float32, mean float32)

//go:noescape
func squares256(n int, x, lanes *float32, mean float32)

//go:noescape
func normal512(n int, x, gain, bias *float32, mean, by float32)

//go:noescape
func normal256(n int, x, gain, bias *float32, mean, by float32)

//go:noescape
func powers512(n int, x, lanes, numbers *float32, top, least float32)

//go:noescape
func powers256(n int, x, lanes, numbers *float32, top, least float32)

//go:noescape
func gelu512(n int, x, numbers, of *float32)

//go:noescape
func gelu256(n int, x, numbers, of *float32)

// geluNumbers are the numbers that the kernels of Gelu need beside those of powers, each in a vector.
var geluNumbers = func() *[9][16]float32 {
	var out [9][16]float32
	for i, v := range []float32{math.Float32frombits(absolute), erfP, erf5, erf4, erf3, erf2, erf1, erfE, leastPower} {
		for j := range out[i] {
			out[i][j] = v
		}
	}
	return &out
}()

func scaledVectors(z []float32, sum []int32, scale, bias []float32, by float32) bool {
	switch vectors {
	case 512:
		scaled512(len(z), &z[0], &sum[0], &scale[0], &bias[0], by)
	case 256:
		scaled256(len(z), &z[0], &sum[0], &scale[0], &bias[0], by)
	default:
		return false
	}
	return true
}

func narrowVectors(out []int16, in []float32, by, add float32) bool {
	switch vectors {
	case 512:
		narrow32x512(len(in), &out[0], &in[0], by, add)
	case 256:
		narrow32x256(len(in), &out[0], &in[0], by, add)
	default:
		return false
	}
	return true
}

func addMultipleVectors(to, of []int32, by int32) bool {
	switch vectors {
	case 512:
		addMultiple512(len(to), &to[0], &of[0], by)
	case 256:
		addMultiple256(len(to), &to[0], &of[0], by)
	default:
		return false
	}
	return true
}

func largestVectors(in []float32, mask uint32, lanes *[Lanes]float32) bool {
	switch vectors {
	case 512:
		largest512(len(in), &in[0], mask, &lanes[0])
	case 256:
		largest256(len(in), &in[0], mask, &lanes[0])
	default:
		return false
	}
	return true
}

func sumVectors(x []float32, lanes *[Lanes]float32) bool {
	switch vectors {
	case 512:
		sums512(len(x), &x[0], &lanes[0])
	case 256:
		sums256(len(x), &x[0], &lanes[0])
	default:
		return false
	}
	return true
}

func squaresVectors(x []float32, mean float32, lanes *[Lanes]float32) bool {
	switch vectors {
	case 512:
		squares512(len(x), &x[0], &lanes[0], mean)
	case 256:
		squares256(len(x), &x[0], &lanes[0], mean)
	default:
		return false
	}
	return true
}

func normalVectors(x, gain, bias []float32, mean, by float32) bool {
	switch vectors {
	case 512:
		normal512(len(x), &x[0], &gain[0], &bias[0], mean, by)
	case 256:
		normal256(len(x), &x[0], &gain[0], &bias[0], mean, by)
	default:
		return false
	}
	return true
}

func powersVectors(x []float32, top float32, lanes *[Lanes]float32) bool {
	switch vectors {
	case 512:
		powers512(len(x), &x[0], &lanes[0], &cellNumbers[0][0], top, leastPower)
	case 256:
		powers256(len(x), &x[0], &lanes[0], &cellNumbers[0][0], top, leastPower)
	default:
		return false
	}
	return true
}

func geluVectors(x []float32) bool {
	switch vectors {
	case 512:
		gelu512(len(x), &x[0], &cellNumbers[0][0], &geluNumbers[0][0])
	case 256:
		gelu256(len(x), &x[0], &cellNumbers[0][0], &geluNumbers[0][0])
	default:
		return false
	}
	return true
}
