//go:build open

package bundle

import "github.com/tidytalk/tidytalk/data/bundle/open"

const sources = "" // the file says it itself

func files() [][]byte { return [][]byte{open.Models()} }
