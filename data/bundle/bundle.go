// Package bundle embeds the default models. They are under CC BY-NC-SA 3.0, the
// licence of the data they were trained from; see docs/models.md. Programs that are built
// with the tag open carry the open models in their place, which may be used commercially.
// Programs that bring models of their own do not import this package and do not carry any.
//
// Start with [Default], which is for tidytalk.LoadEmbedded or tidytalk.Load.
package bundle

// Default returns the files of the default bundle, for tidytalk.LoadBundle: the
// models of the baseline, the decoder's parts, the experts with the settings that
// know them, the parts for streams of words, and those for text with punctuation, with
// word classes, editing terms, and the settings that all engines have, discourse markers, the recurrent
// network, when words of live text settle, and what a voice adds to punctuation. In programs that are built with the tag open it is
// the one file of the open bundle; in those that are built with the tag chinese, models for
// Chinese follow. They must not be changed.
func Default() [][]byte { return append(files(), more...) }

// Sources returns what the models were made from that do not say so themselves, as text of
// package licences.
func Sources() string { return sources }

// more are files that are not part of all programs.
var more [][]byte
