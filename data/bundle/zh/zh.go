// Package zh embeds the models for Chinese, which are a bundle of their own: their licence is in
// docs/models.md. The command carries them if it is built with the tag chinese.
//
// Start with [Models].
package zh

import _ "embed"

//go:embed tidytalk-zh.tt
var models []byte

// Models returns the file, for tidytalk.LoadBundle beside those of the default bundle. It must not be changed.
func Models() []byte { return models }
