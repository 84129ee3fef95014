// Package traceview draws traces of the decoder: a graph of the hypotheses as SVG, and a
// page that stands alone, with the graph, a table of the same, and what lets people ask it.
//
// Rounds are layers from left to right, hypotheses nodes, the best of a layer on top, and
// proposals edges, a class for each producer. The path of the winner is straight. There are
// no styles in what is drawn but classes, and no colour that says what nothing else does.
//
// Start with [WriteHTML] and [SVG].
package traceview
