//go:build !amd64

package kernels

func scaledVectors([]float32, []int32, []float32, []float32, float32) bool { return false }

func narrowVectors([]int16, []float32, float32, float32) bool { return false }

func addMultipleVectors([]int32, []int32, int32) bool { return false }

func largestVectors([]float32, uint32, *[Lanes]float32) bool { return false }

func sumVectors([]float32, *[Lanes]float32) bool { return false }

func squaresVectors([]float32, float32, *[Lanes]float32) bool { return false }

func normalVectors([]float32, []float32, []float32, float32, float32) bool { return false }

func powersVectors([]float32, float32, *[Lanes]float32) bool { return false }

func geluVectors([]float32) bool { return false }
