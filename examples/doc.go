// Package talk has programs that use tidytalk as others do, from a module of their own: an
// evaluator and a producer in the decoder of the default bundle.
package talk
