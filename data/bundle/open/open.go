//go:build open

package open

import _ "embed"

//go:embed tidytalk-open.tt
var models []byte

// Models returns the file, for tidytalk.LoadBundle. It must not be changed.
func Models() []byte { return models }
