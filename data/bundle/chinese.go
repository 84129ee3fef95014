//go:build chinese

package bundle

import "github.com/tidytalk/tidytalk/data/bundle/zh"

func init() { more = append(more, zh.Models()) }
