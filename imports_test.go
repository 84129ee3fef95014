package tidytalk_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tidytalk/tidytalk"

// mayImport lists the packages of the module that a package may import, besides
// internal ones. Packages that are not listed assemble, and may import any.
var mayImport = map[string][]string{
	"data":       {},
	"m3n":        {},
	"lm":         {},
	"metric":     {"data"},
	"transcript": {"data"},
	"formats":    {"data", "transcript"},
	"stages":     {"data", "lm", "m3n"},
	"repairs":    {"stages", "data", "lm"},
	"experts":    {"stages", "data", "m3n", "metric"},
	"punct":      {"stages", "data", "lm", "m3n", "metric"},
	"truecase":   {"stages", "data", "lm", "m3n"},
	"beam":       {"data"},
	"producers":  {"stages", "beam", "data"},
	"evaluators": {"stages", "beam", "data", "experts", "lm", "repairs"},
	"mert":       {"metric"},
}

// TestImports keeps the map of the packages in docs/design.md true.
func TestImports(t *testing.T) {
	seen := make(map[string]bool)
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
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
			if why := forbidden(dir, p); why != "" {
				t.Errorf("%s imports %s: %s", file, p, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir := range mayImport {
		if !seen[dir] {
			t.Errorf("the rules name %s, which is not there", dir)
		}
	}
}

func forbidden(dir, imported string) string {
	command := strings.HasPrefix(dir, "cmd/")
	local, ours := strings.CutPrefix(imported, module)
	local = strings.TrimPrefix(local, "/")
	switch {
	case strings.HasPrefix(imported, "github.com/urfave/cli"):
		if !command {
			return "the command line stays under cmd"
		}
	case imported == "C":
		return "pure Go only"
	case !ours || command:
	case local == "":
		return "nothing below the root imports it"
	case local == "data/bundle":
		return "only commands and tests carry the default models"
	case strings.HasPrefix(dir, "internal/"):
		if !strings.HasPrefix(local, "internal/") {
			return "internal packages are leaves"
		}
	case !strings.HasPrefix(local, "internal/"):
		allowed, ruled := mayImport[dir]
		for _, a := range allowed {
			ruled = ruled && a != local
		}
		if ruled {
			return "not among what " + dir + " may import"
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
		{"m3n", "github.com/urfave/cli/v2", false},
		{"metric", module + "/data", true},
		{"metric", module + "/m3n", false},
		{"stages", module, false},
		{"beam", module + "/m3n", false},
		{"producers", module + "/evaluators", false},
		{"mert", module + "/beam", false},
		{".", module + "/baseline", true},
		{".", module + "/data/bundle", false},
		{"cmd/tidytalk", module + "/data/bundle", true},
		{"cmd/tidytalk", "github.com/urfave/cli/v2", true},
		{"internal/datatest", module + "/data", false},
	} {
		if got := forbidden(c.dir, c.imported) == ""; got != c.fine {
			t.Errorf("%s importing %s: fine is %v, want %v", c.dir, c.imported, got, c.fine)
		}
	}
}
