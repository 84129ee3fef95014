//go:build small && !open

package bundle

import _ "embed"

// 'make small' writes it, with 'bundle small'.
//
//go:embed small/tidytalk-small.tt
var small []byte

const sources = "" // the file says it itself

func files() [][]byte { return [][]byte{small} }
