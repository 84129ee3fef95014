package tidytalk_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tidytalk/tidytalk"

// layout is the order of the folders, from the ground up: a package imports those of its own
// folder and of folders before it. docs/architecture.md draws it.
var layout = []string{
	"internal", // machinery that knows nothing of speech
	"lm", "m3n", "data", "metric", "mert",
	"text",
	"speech",
	"beam",
	"models",
	"experts",
	"producers", "evaluators",
	"decode",
	".", // the facade
	"training",
	"serve",
	"cmd",
}

// never lists what the order alone would allow: from, to, and why.
var never = []struct{ from, to, why string }{
	{"m3n", "lm", "it works on integers"},
	{"data", "lm", "data knows no models"},
	{"data", "m3n", "data knows no models"},
	{"metric", "lm", "it counts"},
	{"metric", "m3n", "it counts"},
	{"mert", "data", "it works on counts"},
	{"mert", "lm", "it works on counts"},
	{"mert", "m3n", "it works on counts"},
	{"text", "lm", "text knows no models"},
	{"text", "m3n", "text knows no models"},
	{"beam", "lm", "the decoder knows no models"},
	{"beam", "m3n", "the decoder knows no models"},
	{"beam", "text", "the decoder knows no documents"},
	{"models", "text/formats", "models know no documents"},
	{"models", "text/transcript", "models know no documents"},
	{"producers", "evaluators", "each serves the decoder alone"},
	{"evaluators", "producers", "each serves the decoder alone"},
	{"decode/engine", "mert", "nothing that decodes tunes"},
	{"decode/engine", "text/formats", "engines know no documents"},
	{"decode/engine", "text/transcript", "engines know no documents"},
	{"decode/engine", "decode/pipeline", "it decides about the words of a sentence"},
	{"decode/engine", "decode/document", "engines know no documents"},
	{"decode/pipeline", "mert", "nothing that decodes tunes"},
	{"decode/pipeline", "decode/document", "the pipeline knows no documents"},
	{"decode/pipeline", "text/formats", "the pipeline knows no documents"},
	{"decode/pipeline", "text/transcript", "the pipeline knows no documents"},
	{"decode/document", "mert", "nothing that decodes tunes"},
	{".", "mert", "nothing that decodes tunes"},
	{"training", ".", "training needs no facade"},
	{"training/train", "text/formats", "training reads corpora"},
	{"serve/service", "training", "the service trains nothing"},
}

// onlyForTests are the packages that no other one imports. They may import any.
var onlyForTests = []string{"internal/bundletest", "internal/conformance", "internal/datatest", "internal/drawn", "internal/filetest", "internal/linediff", "internal/mutants", "internal/plantest"}

// carriers are the packages with models inside.
var carriers = []string{"data/bundle", "data/bundle/open", "data/bundle/zh", "data/bundle/languages"}

// packagePath is the path of a package, as docs/architecture.md writes it.
var packagePath = regexp.MustCompile("`([a-z0-9]+(?:/[a-z0-9]+)+)`")

// TestImports keeps the map of the packages in docs/architecture.md true.
func TestImports(t *testing.T) {
	seen := make(map[string]bool)
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
		if _, own := os.Stat(path.Join(file, "go.mod")); entry != nil && entry.IsDir() && file != "." && own == nil {
			return fs.SkipDir // a module of its own
		}
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Dir(file)
		seen[dir] = true
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := forbidden(dir, p); why != "" && !isMain(f.Name.Name, dir) {
				t.Errorf("%s imports %s: %s", file, p, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	named := slices.Concat(onlyForTests, carriers)
	for _, n := range never {
		named = append(named, n.from, n.to)
	}
	for _, name := range named {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(dir string) bool { return within(dir, name) }) {
			t.Errorf("the rules name %s, which is not there", name)
		}
	}
	guide, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range packagePath.FindAllStringSubmatch(string(guide), -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("docs/architecture.md names %s, which is not there", m[1])
		}
	}
	for dir := range seen {
		if !strings.Contains(string(guide), "`"+dir+"`") {
			t.Errorf("docs/architecture.md says nothing of %s", dir)
		}
		if place(dir) < 0 {
			t.Errorf("%s has no place in the order of the folders", dir)
		}
	}
}

// isMain reports whether a package is a program, which may import any.
func isMain(name, dir string) bool { return name == "main" && !within(dir, "cmd") }

// place returns the place of a package in layout; -1: it has none.
func place(dir string) int {
	return slices.IndexFunc(layout, func(folder string) bool { return within(dir, folder) })
}

// within reports whether a package is a folder or in it.
func within(dir, folder string) bool {
	return dir == folder || folder != "." && strings.HasPrefix(dir, folder+"/")
}

// forbidden says why a package may not import another; "": it may.
func forbidden(dir, imported string) string {
	local, ours := strings.CutPrefix(imported, module)
	local = path.Clean(strings.TrimPrefix(local, "/"))
	command := within(dir, "cmd")
	switch {
	case strings.HasPrefix(imported, "github.com/urfave/cli") && !command && !within(dir, "internal/cli"):
		return "the command line belongs under cmd and internal/cli"
	case within(local, "internal/cli") && ours && !command && !within(dir, "internal/cli"):
		return "it is for commands"
	case imported == "C":
		return "pure Go only"
	case !ours || slices.Contains(onlyForTests, dir):
		return ""
	case slices.Contains(onlyForTests, local):
		return "it is for tests"
	case slices.Contains(carriers, local) && !command && !within(dir, "data/bundle"):
		return "only commands and tests carry models"
	case within(local, "research"):
		return "research is a module of its own, above all of this one"
	case place(local) > place(dir):
		return "it stands above " + dir + " in the order of the folders"
	}
	for _, n := range never {
		if within(dir, n.from) && within(local, n.to) {
			return n.why
		}
	}
	return ""
}

func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		dir, imported string
		fine          bool
	}{
		{"m3n", module + "/data", false},
		{"m3n", module + "/internal/container", true},
		{"m3n", module + "/internal/filetest", false},
		{"m3n", "github.com/urfave/cli/v2", false},
		{"metric", module + "/data", true},
		{"metric", module + "/m3n", false},
		{"models/stages", module, false},
		{"models/stages", module + "/beam", true},
		{"beam", module + "/m3n", false},
		{"producers", module + "/evaluators", false},
		{"mert", module + "/beam", false},
		{"decode/engine", module + "/evaluators", true},
		{"decode/engine", module + "/training/train", false},
		{"decode/engine", module + "/text/formats", false},
		{"decode/engine", module + "/text/transcript", false},
		{"decode/engine", module + "/mert", false},
		{"decode/engine", module, false},
		{"decode/pipeline", module + "/decode/engine", true},
		{"decode/pipeline", module + "/training/train", false},
		{"decode/pipeline", module + "/decode/document", false},
		{"decode/pipeline", module + "/text/transcript", false},
		{"decode/document", module + "/decode/pipeline", true},
		{"decode/document", module + "/text/formats", true},
		{"decode/document", module, false},
		{"decode/document", module + "/serve/cleaning", false},
		{"training/train", module + "/mert", true},
		{"training/train", module, false},
		{"training/train", module + "/text/formats", false},
		{"text/formats", module + "/decode/engine", false},
		{".", module + "/models/stages", true},
		{".", module + "/text/formats", true},
		{".", module + "/training/train", false},
		{".", module + "/mert", false},
		{".", module + "/data/bundle", false},
		{"cmd/tidytalk", module, true},
		{"cmd/tidytalk", module + "/data/bundle", true},
		{"cmd/tidytalk", module + "/internal/datatest", false},
		{"cmd/tidytalk", "github.com/urfave/cli/v2", true},
		{"serve/cleaning", module, true},
		{"serve/cleaning", "github.com/urfave/cli/v2", false},
		{"serve/service", module + "/training/train", false},
		{"cmd/training", module + "/cmd/bundles", true},
		{"cmd/tidytalk", module + "/research/harm", false},
		{"serve/service", module + "/internal/cli/fileio", false},
		{"internal/cli/program", "github.com/urfave/cli/v2", true},
		{"internal/cli/program", module + "/decode/engine", false},
		{"internal/steps", module + "/internal/container", true},
		{"internal/steps", module + "/data", false},
		{"internal/bundletest", module + "/data/bundle", true},
	} {
		if got := forbidden(c.dir, c.imported) == ""; got != c.fine {
			t.Errorf("%s importing %s: fine is %v, want %v", c.dir, c.imported, got, c.fine)
		}
	}
}
