package service

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// The package for Node has the options, with their types, and which requests take them, as they are declared here.
func TestNodeOptions(t *testing.T) {
	const several = "string | readonly string[] | ReadonlySet<string>"
	names, types, about, by := requestOptions(map[cleaning.Type]string{
		cleaning.Text: "string", cleaning.Switch: "boolean", cleaning.Whole: "number", cleaning.Number: "number",
		cleaning.Names: several, cleaning.List: several,
	}, several)
	var declared, listed strings.Builder
	declared.WriteString("// The options, as the program declares them. Made by go test ./serve/service -run TestNodeOptions -update.\n\nexport interface Options {\n")
	for _, name := range names {
		if slices.Contains(ofMethods, name) {
			continue // methods have these
		}
		camel := regexp.MustCompile("-.").ReplaceAllStringFunc(name, func(s string) string { return strings.ToUpper(s[1:]) })
		fmt.Fprintf(&declared, "  /** %s */\n  %s?: %s;\n", strings.ReplaceAll(about[name], "`", ""), camel, types[name])
	}
	declared.WriteString("}\n")
	listed.WriteString("// The options that requests take. Made by go test ./serve/service -run TestNodeOptions -update.\n'use strict';\n\nexports.TAKEN = {\n")
	for _, r := range by {
		fmt.Fprintf(&listed, "  '%s': new Set(\n    '%s'.split(' ')\n  ),\n", r.path, strings.Join(r.names, " "))
	}
	listed.WriteString("};\n")
	generated(t, "../../npm/tidytalk/lib/options.d.ts", declared.String())
	generated(t, "../../npm/tidytalk/lib/options.js", listed.String())
}
