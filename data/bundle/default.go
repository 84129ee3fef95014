//go:build !open && !small

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

//go:embed markers.tt
var markers []byte

//go:embed editor.tt
var editor []byte

//go:embed confidence.tt
var confidence []byte

//go:embed network.tt
var network []byte

//go:embed settling.tt
var settling []byte

//go:embed voice.tt
var voice []byte

//go:embed sources.tsv
var sources string

func files() [][]byte {
	return [][]byte{models, decoder, experts, streams, written, markers, editor, confidence, network, settling, voice}
}
