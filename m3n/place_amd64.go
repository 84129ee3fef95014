package m3n

import "github.com/klauspost/cpuid/v2"

// vectors reports whether the processor can compare eight prints at once.
var vectors = cpuid.CPU.Supports(cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2)

// placesAlone says that placeAll finds the buckets itself: first need not hold anything.
const placesAlone = true

// placeAll does what table.findAll does of keys, writes their rows to first, and returns how many are found.
// There must be at least one, and room for all.
//
//go:noescape
func placeAll(starts *uint32, shift uint64, rows *uint8, width uint64, keys *uint64, of *uint16, n int, first *uint32, ops *uint16) int
