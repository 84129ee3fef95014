// Package judging draws removals from texts for a reader to judge, as a page that needs nothing
// else, and reads what was judged.
//
// Start with [Removals], [Choose] and [WritePage].
package judging
