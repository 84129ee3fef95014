// Package languages embeds the network for many languages, which is a bundle of its own: its licence is in
// docs/models.md. The command carries it if it is built with the tag languages.
//
// Start with [Models].
package languages

import _ "embed"

//go:embed tidytalk-languages.tt
var models []byte

// Models returns the file, for tidytalk.LoadBundle beside those of the default bundle. It must not be changed.
func Models() []byte { return models }
