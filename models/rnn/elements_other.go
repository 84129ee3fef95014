//go:build !amd64

package rnn

func addVectors(to, from []float32) int { return 0 }

func multiplyVectors(to, by []float32) int { return 0 }

func forwardVectors(*unitPass, []float32, []float32) bool { return false }

func backwardVectors(*unitPass, []float32, []float32, []float32, []float32) bool { return false }

func adamVectors(*adam, []float32, []float32, []float32, []float32) int { return 0 }
