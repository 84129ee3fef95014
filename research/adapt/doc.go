// Package adapt measures what adapting gains: the learning curve of a bundle that is adapted
// to more and more sentences of a corpus, on other text of the same kind, and on other kinds.
package adapt
