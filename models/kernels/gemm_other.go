//go:build !amd64

package kernels

func vectorBits() int { return 0 }

func tiles(*float32, int, *float32, int, int, *float32, int, int, int) {}
