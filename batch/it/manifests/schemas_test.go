package manifests

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

func TestMain(m *testing.M) { processes.Main(m) }

// openAPI is the module that has what an API server of Kubernetes says about its own kinds, by versions; folder is that of one.
const (
	openAPI = "sigs.k8s.io/kubectl-validate@v0.0.4"
	folder  = "pkg/openapiclient/builtins/1.30"
)

// linter is kubeconform, of the version in tools/go.mod, and where the schemas of kinds come from.
type linter struct{ program, schemas string }

// lint makes a linter; where Go cannot fetch what it takes, it says why.
var lint = sync.OnceValues(func() (*linter, error) {
	dir, err := processes.Folder()
	if err != nil {
		return nil, err
	}
	var module struct{ Dir, Error string }
	out, err := exec.Command("go", "mod", "download", "-json", openAPI).Output()
	if wrong := json.Unmarshal(out, &module); wrong != nil || module.Dir == "" {
		return nil, fmt.Errorf("%s: %w: %s", openAPI, err, module.Error)
	}
	l := &linter{filepath.Join(dir, "kubeconform"), filepath.Join(module.Dir, filepath.FromSlash(folder))}
	return l, processes.Build(l.program, "tools", "github.com/yannh/kubeconform/cmd/kubeconform")
})

// check holds a manifest to the schemas of its kinds, and returns what is wrong: nothing, if ok.
func (l *linter) check(t *testing.T, path string) (said string, ok bool) {
	t.Helper()
	schemas := t.TempDir()
	for _, kind := range kinds(t, path) {
		l.writeSchema(t, kind, schemas)
	}
	location := filepath.Join(schemas, "{{ .ResourceKind }}.json")
	out, err := exec.Command(l.program, "-strict", "-summary", "-schema-location", location, path).CombinedOutput()
	return string(out), err == nil
}

// kinds are those of the objects of a manifest.
func kinds(t *testing.T, path string) (all []metav1.TypeMeta) {
	t.Helper()
	for _, one := range documents(t, path) {
		var kind metav1.TypeMeta
		if err := yaml.Unmarshal(one, &kind); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, kind)
	}
	return all
}

// writeSchema writes the schema of a kind: that of its part of the API, in which objects have the fields that they are
// said to have, and no others.
func (l *linter) writeSchema(t *testing.T, kind metav1.TypeMeta, to string) {
	t.Helper()
	part := filepath.Join("apis", kind.APIVersion+".json")
	if kind.APIVersion == "v1" {
		part = filepath.Join("api", "v1.json")
	}
	text, err := os.ReadFile(filepath.Join(l.schemas, part))
	if err != nil {
		t.Fatal(err)
	}
	var api struct {
		Components struct {
			Schemas map[string]map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatalf("%s: %v", part, err)
	}
	name := ""
	for n, schema := range api.Components.Schemas {
		strict(schema)
		if is(schema, kind) {
			name = n
		}
	}
	if name == "" {
		t.Fatalf("%s has no %s", part, kind.Kind)
	}
	out, err := json.Marshal(map[string]any{"$ref": "#/components/schemas/" + name, "components": api.Components})
	if err == nil {
		err = os.WriteFile(filepath.Join(to, strings.ToLower(kind.Kind)+".json"), out, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// is reports whether a schema is that of a kind.
func is(schema map[string]any, kind metav1.TypeMeta) bool {
	names, _ := schema["x-kubernetes-group-version-kind"].([]any)
	return slices.ContainsFunc(names, func(x any) bool {
		n, _ := x.(map[string]any)
		return n["kind"] == kind.Kind && metav1.GroupVersion{Group: fmt.Sprint(n["group"]), Version: fmt.Sprint(n["version"])}.String() == kind.APIVersion
	})
}

// strict closes a schema, and those in it, to fields that they do not name.
func strict(schema map[string]any) {
	if _, ok := schema["properties"]; ok && schema["additionalProperties"] == nil {
		schema["additionalProperties"] = false
	}
	for _, x := range schema {
		if inner, ok := x.(map[string]any); ok {
			strict(inner)
		}
	}
}

// What is in folder deploy is valid by the schemas of Kubernetes, which ask for fields, too, as its types do not; what is
// wrong is not.
func TestSchemas(t *testing.T) {
	processes.Wanted(t)
	l, err := lint()
	if err != nil {
		t.Skipf("NOT RUN: kubeconform, or the schemas of Kubernetes, cannot be had here: %v", err)
	}
	paths, err := filepath.Glob("../../../deploy/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			said, ok := l.check(t, path)
			if want := fmt.Sprintf("%d resources found in 1 file - Valid: %[1]d,", len(kinds(t, path))); !ok || !strings.Contains(strings.Replace(said, "resource found", "resources found", 1), want) {
				t.Errorf("not %s: %s", want, said)
			}
		})
	}
	good, err := os.ReadFile("../../../deploy/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, old, with, said string }{
		{"a field that is none", "  revisionHistoryLimit: 3\n", "  revisionHistory: 3\n", "revisionHistory"},
		{"a field that is missing", "  selector:\n    matchLabels: {app.kubernetes.io/name: tidytalk}\n  strategy:", "  strategy:", "selector"},
		{"a value of another type", "minReplicas: 2", "minReplicas: two", "minReplicas"},
		{"a field twice", "  minReplicas: 2\n", "  minReplicas: 2\n  minReplicas: 3\n", "minReplicas"},
		{"a port that is none", "port: 80,", "port: http,", "port"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if strings.Count(string(good), x.old) != 1 {
				t.Fatalf("%q is not there once", x.old)
			}
			path := filepath.Join(t.TempDir(), "wrong.yaml")
			if err := os.WriteFile(path, []byte(strings.Replace(string(good), x.old, x.with, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			if said, ok := l.check(t, path); ok || !strings.Contains(said, x.said) {
				t.Errorf("it is said to be right, or not why it is wrong: %s", said)
			}
		})
	}
}
