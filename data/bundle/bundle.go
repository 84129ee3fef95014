// Package bundle embeds the default models. They are under CC BY-NC-SA 3.0, the
// licence of the data they were trained from; see docs/models.md. Programs that
// bring models of their own do not import this package and do not carry them.
package bundle

import _ "embed"

//go:embed default.tt
var file []byte

// Default returns the default bundle, for tidytalk.LoadBundle. It must not be
// changed.
func Default() []byte { return file }
