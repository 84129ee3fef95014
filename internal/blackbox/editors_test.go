package blackbox

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// TestVSCode has Node test the extension with the command, and an editor stand-in.
func TestVSCode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: there is no Node: 'apt-get install nodejs'")
	}
	t.Setenv("TIDYTALK_PROGRAM", filepath.Join(scripts.Build(t, root, "./cmd/tidytalk"), "tidytalk"))
	c := exec.Command("node", "--test", "test/")
	c.Dir = filepath.Join(root, "editors", "vscode")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "# fail 0") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The settings of the extension are options of the command, with their values.
func TestVSCodeSettings(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "editors", "vscode", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	type setting struct {
		Default any
		Enum    []string
		Items   struct{ Enum []string }
	}
	var manifest struct {
		Version     string
		Contributes struct {
			Configuration struct{ Properties map[string]setting }
		}
	}
	if err := json.Unmarshal(b, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != tidytalk.Version {
		t.Errorf("package.json is of version %s, the program of %s", manifest.Version, tidytalk.Version)
	}
	for name, s := range manifest.Contributes.Configuration.Properties {
		name = strings.TrimPrefix(name, "tidytalk.")
		if name == "path" {
			continue
		}
		o := cleaning.At(cleaning.CleanRequest, name)
		if o == nil {
			t.Errorf("%s is no option of a request", name)
			continue
		}
		got := append(slices.Clone(s.Enum), s.Items.Enum...)
		for _, v := range got {
			if v != "" && !slices.Contains(o.Values, v) {
				t.Errorf("%s: %q is none of %q", name, v, o.Values)
			}
		}
		for _, v := range o.Values {
			// none is the older name of keep.
			if v != "none" && !slices.Contains(got, v) {
				t.Errorf("%s has no %q", name, v)
			}
		}
		if d, ok := s.Default.(string); ok && d != "" && d != o.Default {
			t.Errorf("%s is %q by default, for the command %v", name, d, o.Default)
		}
	}
}
