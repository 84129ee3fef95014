package tidytalk_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tidytalk/tidytalk"

// Packages that several others may import, from the lowest up.
var (
	models   = []string{"data", "lm", "m3n", "metric", "beam", "stages", "repairs", "experts", "punct", "segmentation", "truecase", "producers", "evaluators", "wordclass", "corrections", "rnn", "neural", "interruptions", "translation", "chinese", "licences"}
	engines  = append(slices.Clone(models), "engine", "fillers", "pipeline")
	training = append(slices.Clone(engines), "mert", "postag", "prosody", "train", "transcript")
)

// mayImport lists the packages of the module that a package may import, besides internal
// leaves; for internal packages and test helpers it lists them all. Commands may import
// any.
var mayImport = map[string][]string{
	"adapt":                training,
	"audio":                {},
	"data":                 {},
	"data/bundle":          {"data/bundle/open", "data/bundle/zh"},
	"data/bundle/open":     {},
	"data/bundle/zh":       {},
	"licences":             {},
	"fillers":              {"data"},
	"m3n":                  {},
	"lm":                   {},
	"metric":               {"data"},
	"chinese":              {"data", "m3n"},
	"mert":                 {"metric"},
	"numerals":             {},
	"transcript":           {"data", "numerals"},
	"formats":              {"data", "transcript"},
	"voice":                {"audio", "data", "formats", "prosody", "transcript"},
	"beam":                 {"data"},
	"classify":             {},
	"prosody":              {"data"},
	"stages":               {"beam", "data", "lm", "m3n", "prosody"},
	"repairs":              {"stages", "data", "lm"},
	"experts":              {"stages", "data", "m3n", "metric"},
	"punct":                {"stages", "classify", "data", "lm", "m3n", "metric", "neural", "prosody", "translation"},
	"segmentation":         {"stages", "data", "m3n", "punct"},
	"truecase":             {"stages", "data", "lm", "m3n"},
	"translation":          {"lm", "mert", "metric"},
	"wordclass":            {},
	"postag":               {},
	"interruptions":        {"classify", "data", "prosody"},
	"corrections":          {"stages", "beam", "data", "lm", "m3n", "wordclass"},
	"rnn":                  {},
	"neural":               {"stages", "beam", "data", "rnn", "truecase"},
	"producers":            {"stages", "beam", "corrections", "data", "neural"},
	"evaluators":           {"stages", "beam", "corrections", "data", "experts", "interruptions", "lm", "neural", "repairs"},
	"engine":               models,
	"pipeline":             engines,
	".":                    append(slices.Clone(engines), "formats", "transcript"),
	"service":              {".", "beam", "fillers", "formats", "pipeline", "stages", "transcript"},
	"train":                training,
	"studio":               append(slices.Clone(training), ".", "adapt", "formats"),
	"experiment":           training,
	"experiment/adapt":     append(slices.Clone(training), "adapt"),
	"experiment/chinese":   {"chinese", "data", "experiment/emnlp2010", "m3n", "metric", "pipeline", "stages"},
	"experiment/emnlp2010": {"lm", "m3n", "metric", "stages", "wordclass"},
	"experiment/emnlp2014": training,
	"experiment/harm":      {"data", "metric"},
	"experiment/iwslt2014": {"experiment/emnlp2010", "lm", "m3n", "mert", "metric", "stages", "translation", "wordclass"},
	"experiment/kolar2004": {"classify", "data", "lm", "m3n", "metric", "prosody", "stages"},
	"experiment/readers":   {"data"},
	"experiment/ted":       training,
	"experiment/voice":     append(slices.Clone(training), "classify"),

	"internal/assets":     {},
	"internal/bounded":    {},
	"internal/curveview":  {},
	"internal/cleaning":   {".", "beam", "data", "engine", "fillers", "formats", "internal/finished", "internal/language", "transcript"},
	"internal/container":  {},
	"internal/coordinate": {},
	"internal/extsort":    {"internal/parallel"},
	"internal/filelock":   {},
	"internal/finished":   {"internal/filelock"},
	"internal/intake":     {"formats"},
	"internal/langid":     {"internal/language"},
	"internal/leastnorm":  {},
	"internal/language":   {},
	"internal/makejson":   {},
	"internal/makesrt":    {},
	"internal/manifest":   {"data", "internal/cleaning"},
	"internal/parallel":   {},
	"internal/mapped":     {"internal/extsort"},
	"internal/marked":     {},
	"internal/nearest":    {},
	"internal/packed":     {},
	"internal/quality":    {"internal/marked", "internal/packed"},
	"internal/release":    {},
	"internal/sources":    {"data/bundle", "data/bundle/zh", "engine", "licences", "stages"},
	"internal/steps":      {"internal/container"},
	"internal/wholefile":  {"internal/filelock"},
	"internal/bundletest": {"classify", "data", "data/bundle", "engine", "interruptions", "neural", "rnn", "stages", "truecase"},
	"internal/datatest":   {},
	"internal/drawn":      {},
	"internal/filetest":   {},
	"internal/plantest":   {"data", "transcript"},
	"internal/traceview":  append(slices.Clone(engines), "internal/assets", "internal/visible"),
	"internal/visible":    {},
	"internal/voiceview":  {"internal/visible", "prosody"},
	"internal/weights":    {"internal/container"},
}

// onlyForTests are the packages that no other one imports.
var onlyForTests = []string{"internal/bundletest", "internal/datatest", "internal/drawn", "internal/filetest", "internal/plantest"}

// TestImports keeps the map of the packages in docs/design.md true.
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
			if why := forbidden(dir, p); why != "" {
				t.Errorf("%s imports %s: %s", file, p, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, allowed := range mayImport {
		for _, name := range append(slices.Clone(allowed), dir) {
			if !seen[name] {
				t.Errorf("the rules name %s, which is not there", name)
			}
		}
	}
	for dir := range seen {
		if _, ruled := mayImport[dir]; !ruled && !isCommand(dir) {
			t.Errorf("no rule says what %s may import", dir)
		}
	}
}

func isCommand(dir string) bool { return strings.HasPrefix(dir, "cmd/") }

// forbidden says why a package may not import another; "": it may.
func forbidden(dir, imported string) string {
	local, ours := strings.CutPrefix(imported, module)
	local = strings.TrimPrefix(local, "/")
	internal := strings.HasPrefix(local, "internal/")
	allowed, ruled := mayImport[dir]
	switch {
	case strings.HasPrefix(imported, "github.com/urfave/cli"):
		if !isCommand(dir) {
			return "the command line stays under cmd"
		}
	case imported == "C":
		return "pure Go only"
	case !ours:
	case slices.Contains(onlyForTests, local):
		return "it is for tests"
	case isCommand(dir):
	case local == "" && slices.Contains(allowed, "."):
	case local == "":
		return "nothing below the root imports it"
	case !ruled:
		return "no rule says what " + dir + " may import"
	case slices.Contains(allowed, local):
	case local == "data/bundle":
		return "only commands and tests carry the default models"
	case strings.HasPrefix(dir, "internal/"):
		return "internal packages are leaves"
	case !internal:
		return "not among what " + dir + " may import"
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
		{"stages", module, false},
		{"stages", module + "/beam", true},
		{"beam", module + "/m3n", false},
		{"producers", module + "/evaluators", false},
		{"mert", module + "/beam", false},
		{"engine", module + "/evaluators", true},
		{"engine", module + "/pipeline", false},
		{"engine", module + "/train", false},
		{"engine", module + "/formats", false},
		{"engine", module + "/transcript", false},
		{"engine", module + "/mert", false},
		{"engine", module, false},
		{"pipeline", module + "/engine", true},
		{"pipeline", module + "/train", false},
		{"pipeline", module + "/formats", false},
		{"train", module + "/mert", true},
		{"train", module, false},
		{"train", module + "/experiment", false},
		{"train", module + "/formats", false},
		{"experiment", module + "/train", true},
		{"experiment", module, false},
		{"experiment/emnlp2014", module + "/train", true},
		{"formats", module + "/engine", false},
		{".", module + "/stages", true},
		{".", module + "/formats", true},
		{".", module + "/train", false},
		{".", module + "/experiment", false},
		{".", module + "/mert", false},
		{".", module + "/data/bundle", false},
		{"somewhere", module + "/data", false},
		{"cmd/tidytalk", module, true},
		{"cmd/tidytalk", module + "/experiment", true},
		{"cmd/tidytalk", module + "/data/bundle", true},
		{"cmd/tidytalk", module + "/internal/datatest", false},
		{"cmd/tidytalk", "github.com/urfave/cli/v2", true},
		{"internal/datatest", module + "/data", false},
		{"internal/cleaning", module, true},
		{"internal/cleaning", "github.com/urfave/cli/v2", false},
		{"internal/cleaning", module + "/train", false},
		{"internal/steps", module + "/internal/container", true},
		{"internal/steps", module + "/internal/parallel", false},
		{"internal/bundletest", module + "/data/bundle", true},
		{"internal/bundletest", module + "/train", false},
	} {
		if got := forbidden(c.dir, c.imported) == ""; got != c.fine {
			t.Errorf("%s importing %s: fine is %v, want %v", c.dir, c.imported, got, c.fine)
		}
	}
}
