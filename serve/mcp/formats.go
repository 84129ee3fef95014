package mcp

import (
	"context"

	"github.com/tidytalk/tidytalk/text/formats"
)

// format is a format as it is listed.
type format struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Written    bool     `json:"written"` // whether transcripts of other formats can be
}

// runFormats lists the formats.
func runFormats(context.Context, *arguments) *result {
	var list []format
	for _, f := range formats.All() {
		list = append(list, format{string(f), f.Title(), f.Extensions(), f.IsWritten()})
	}
	return structured(map[string]any{"formats": list})
}
