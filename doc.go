// Package tidytalk turns conversational transcripts into clean text: it finds fillers and
// speech repairs, restores punctuation and case, and says why it did each thing.
//
// A Bundle holds the models, a Cleaner works with them: Clean decides about a
// transcript.Document, which package formats reads from a file of any form and carries
// the decisions out in; Text cleans a text; Words and NewStream work on what comes live.
package tidytalk
