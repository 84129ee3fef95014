// Package evaluators holds the hypothesis evaluators of tidytalk (COLING 2014,
// section 4.4). Evaluators are immutable and may be shared by goroutines.
//
// Each type is one of them: language models ([LM]), the edit model ([Disfluent], [Fluent]), [Counts], [Repairs],
// [EditTerms], [Network], [Expert].
//
// This package is unstable: it serves the engine and its training.
package evaluators
