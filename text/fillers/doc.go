// Package fillers is the list of words and phrases that count as fillers: how they are
// spelled, which word the models read for a spelling, and what is done with them. The
// models decide about words that have a meaning, too ("like"); filled pauses in all
// their spellings are removed by the list. A file of the user's adds to the list and
// cuts from it.
//
// Start with [Default] and [Parse].
package fillers
