//go:build languages

package bundle

import "github.com/tidytalk/tidytalk/data/bundle/languages"

func init() { more = append(more, languages.Models()) }
