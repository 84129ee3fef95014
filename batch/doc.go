// Package batch cleans transcripts in pipelines of Apache Beam: files of all formats that
// tidytalk knows, texts in memory, and conversations as they come.
//
// Files reads files through Beam's file systems, cleans each in its own format, and writes
// them to the same places below an output root, with a record beside each, so that a rerun
// skips what is done. Clean and Label take documents of a pipeline. Streams cleans
// conversations turn by turn. What cannot be read or cleaned is a Failure, a dead letter, and
// nothing else suffers.
//
// Runners differ in how they cut their input into bundles, and some make one bundle of
// everything. So the functions of this package work side by side on their own: an element is
// handed to a pool of the process, which blocks while it is full, and results are emitted with
// later elements, or at the end of the bundle, which waits for all of its own. An element that
// was handed over belongs to its bundle, wherever a runner splits that: splits are behind the
// element that a function got last.
//
// Models are loaded once in a process, whatever number of bundles, functions and pipelines
// work with them, and a pool bounds how many documents are in work, so that the memory of a
// worker does not grow with its input.
package batch
