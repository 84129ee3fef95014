package service

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// The package for Python has the options, with their types, and which requests take them, as they are declared here.
func TestPythonOptions(t *testing.T) {
	const several = "Union[str, Sequence[str]]"
	names, types, about, by := requestOptions(map[cleaning.Type]string{
		cleaning.Text: "str", cleaning.Switch: "bool", cleaning.Whole: "int", cleaning.Number: "float",
		cleaning.Names: several, cleaning.List: several,
	}, several)
	var b strings.Builder
	b.WriteString("\"\"\"The options, as the program declares them. Made by go test ./serve/service -run TestPythonOptions -update.\"\"\"\n\n" +
		"from typing import Sequence, TypedDict, Union\n\n\nclass Options(TypedDict, total=False):\n    \"\"\"What `Cleaner` takes.\"\"\"\n\n")
	for _, name := range names {
		if slices.Contains(ofMethods, name) || name == "from" {
			continue // methods have these, and "from" is no name in Python
		}
		said := strings.NewReplacer("`", "", `"`, "'").Replace(about[name])
		fmt.Fprintf(&b, "    %s: %s\n    \"\"\"%s\"\"\"\n", strings.ReplaceAll(name, "-", "_"), types[name], said)
	}
	b.WriteString("\n\nTAKEN = {\n")
	for _, r := range by {
		fmt.Fprintf(&b, "    %q: frozenset(\n        \"%s\".split()\n    ),\n", r.path, strings.Join(r.names, " "))
	}
	b.WriteString("}\n\"\"\"The options that requests take.\"\"\"\n")
	generated(t, "../../python/tidytalk/_options.py", b.String())
}
