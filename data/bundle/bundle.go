// Package bundle embeds the default models. They are under CC BY-NC-SA 3.0, the
// licence of the data they were trained from, voice.tt under CC BY-SA 4.0; see docs/models.md. Programs that
// bring models of their own do not import this package and do not carry them.
package bundle

import _ "embed"

//go:embed default.tt
var models []byte

//go:embed decoder.tt
var decoder []byte

//go:embed experts.tt
var experts []byte

//go:embed streams.tt
var streams []byte

//go:embed written.tt
var written []byte

//go:embed network.tt
var network []byte

//go:embed voice.tt
var voice []byte

// Default returns the files of the default bundle, for tidytalk.LoadBundle: the
// models of the baseline, the decoder's parts, the experts with the settings that
// know them, the parts for streams of words, and those for text with punctuation, with
// word classes, corrections, and the settings that all engines have, and the recurrent
// network, and what a voice adds to marks; in programs that are built with the tag chinese, models for
// Chinese, too. They must not be changed.
func Default() [][]byte {
	return append([][]byte{models, decoder, experts, streams, written, network, voice}, more...)
}

// more are files that are not part of all programs.
var more [][]byte
