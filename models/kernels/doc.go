// Package kernels is the arithmetic of the networks: products of matrices of float32 and of integers with 8-bit weights,
// what a step of an LSTM does with them, and what training does with single numbers, in vectors where the machine has them.
//
// Sums of products of integers are exact. What is computed in float32 is so in one order, with every operation rounded: so
// a kernel in assembly, one of WebAssembly and the plain code make the same bits, and what a network finds is the same on
// every machine. Tests run each with all that the machine has: see [Sizes] and [With].
//
// Start with [Pack] and [Products], and with [Matrix] and [AddProduct].
//
// This package is unstable: it serves the networks of the engine.
package kernels
