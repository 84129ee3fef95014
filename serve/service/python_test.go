package service

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/cleaning"
)

var update = flag.Bool("update", false, "write generated files anew")

// pythonTypes are the types of options in Python.
var pythonTypes = map[cleaning.Type]string{
	cleaning.Text: "str", cleaning.Switch: "bool", cleaning.Whole: "int", cleaning.Number: "float",
	cleaning.Names: "Union[str, Sequence[str]]", cleaning.List: "Union[str, Sequence[str]]",
}

// The package for Python has the options, with their types, and which requests take them, as they are declared here.
func TestPythonOptions(t *testing.T) {
	const path = "../../python/tidytalk/_options.py"
	var names []string
	types, about := make(map[string]string), make(map[string]string)
	var taken strings.Builder
	for _, r := range (&Service{}).table() {
		if r.on == 0 {
			continue
		}
		var own []string
		for _, o := range cleaning.On(r.on) {
			own = append(own, o.Name)
			types[o.Name], about[o.Name] = pythonTypes[o.Type], strings.ReplaceAll(o.About, "`", "")
		}
		for _, p := range parameters[r.on] {
			if own = append(own, p.name); types[p.name] != "" {
				continue
			}
			types[p.name], about[p.name] = "str", p.about
			if p.several {
				types[p.name] = "Union[str, Sequence[str]]"
			}
		}
		slices.Sort(own)
		own = slices.Compact(own)
		fmt.Fprintf(&taken, "    %q: frozenset(\n        \"%s\".split()\n    ),\n", r.path, strings.Join(own, " "))
		for _, name := range own {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("\"\"\"The options, as the program declares them. Made by go test ./serve/service -run TestPythonOptions -update.\"\"\"\n\n" +
		"from typing import Sequence, TypedDict, Union\n\n\nclass Options(TypedDict, total=False):\n    \"\"\"What `Cleaner` takes.\"\"\"\n\n")
	for _, name := range names {
		if name == paramWant || name == paramFrames || name == paramName || name == "from" {
			continue // methods have these, and "from" is no name in Python
		}
		fmt.Fprintf(&b, "    %s: %s\n    \"\"\"%s\"\"\"\n", strings.ReplaceAll(name, "-", "_"), types[name], strings.ReplaceAll(about[name], `"`, "'"))
	}
	fmt.Fprintf(&b, "\n\nTAKEN = {\n%s}\n\"\"\"The options that requests take.\"\"\"\n", taken.String())
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != b.String() {
		t.Errorf("%s is of other options (error %v): go test ./serve/service -run TestPythonOptions -update", path, err)
	}
}
