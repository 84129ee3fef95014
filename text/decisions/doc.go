// Package decisions holds the record of a sentence with all that was decided about it, as it
// is written and read outside of memory: a line of 'tidytalk clean --to jsonl', of the answers of
// the service, of the corrections that the page of 'tidytalk serve' writes and 'tidytalk adapt'
// reads, and a row of the pipelines of package batch. docs/formats.md describes it.
//
// In memory a decision is a data.Decision, and what happens to a text a transcript.Change. Start with
// [Sentence].
package decisions
