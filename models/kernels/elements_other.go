//go:build !amd64

package kernels

func addVectors(to, from []float32) int { return 0 }

func multiplyVectors(to, by []float32) int { return 0 }

func forwardVectors(*UnitPass, []float32, []float32) bool { return false }

func backwardVectors(*UnitPass, []float32, []float32, []float32, []float32) bool { return false }

func adamVectors(*Adam, []float32, []float32, []float32, []float32) int { return 0 }
