//go:build chinese

package bundle

import _ "embed"

//go:embed tidytalk-zh.tt
var chinese []byte

func init() { more = [][]byte{chinese} }
