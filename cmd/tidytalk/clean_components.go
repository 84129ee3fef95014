package main

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/decode/engine"
)

// componentList lists the components of the decoder for help, a line each.
func componentList() string {
	var b strings.Builder
	line := func(name, about string) { fmt.Fprintf(&b, "  %-30s%s\n", name, about) }
	for _, d := range engine.ProductComponents() {
		if d.About != "" {
			line(d.Name, d.About)
		}
		for _, f := range d.Features {
			line(f.Name, f.About)
		}
	}
	return b.String()
}
