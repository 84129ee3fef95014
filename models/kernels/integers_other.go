//go:build !amd64 && !(js && wasm && simd)

package kernels

func integerTiles([]int32, []int16, int, *Packed, int, *Buffer) bool { return false }

func finishVectors(*GateInput, []float32, []int32, []int32) bool { return false }

func cellVectors([]float32, []int32, []float32, []float32, []int16, float32) bool { return false }

func addSumsVectors([]int32, []int32) bool { return false }

func dotVectors([]int32, []int16, int) bool { return false }

func aloneVectors(*AloneUnits, []float32, []int16, float32) bool { return false }
