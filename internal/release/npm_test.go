package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// packed returns the package.json of a package, in which all files are in the folder that npm wants, the programs
// executable.
func packed(t *testing.T, b []byte, names ...string) map[string]any {
	t.Helper()
	entries := untar(t, b)
	about := make(map[string]any)
	for _, e := range entries {
		name, ok := strings.CutPrefix(e.name, "package/")
		if !ok || (strings.HasPrefix(name, "bin") != (e.mode == 0o755)) {
			t.Errorf("%s has the mode %v", e.name, e.mode)
		}
		if name == "package.json" {
			if err := json.Unmarshal([]byte(e.content), &about); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(entries, func(e entry) bool { return e.name == "package/"+name }) {
			t.Errorf("there is no %s", name)
		}
	}
	if about["version"] != tidytalk.Version {
		t.Errorf("package.json: %v", about)
	}
	return about
}

// The package for each platform is named in the one that people install.
func TestNpm(t *testing.T) {
	name, b, err := npmMain("../..")
	if err != nil || name != "tidytalk-"+tidytalk.Version+".tgz" {
		t.Fatalf("%s, error %v", name, err)
	}
	optional, _ := packed(t, b, "index.js", "index.mjs", "index.d.ts", "index.d.mts", "bin.js", "lib/options.js", "README.md", "LICENSE")["optionalDependencies"].(map[string]any)
	if len(optional) != len(platforms) {
		t.Errorf("%v, for %d platforms", optional, len(platforms))
	}
	content := []file{{"tidytalk.exe", []byte("program"), true}, {"LICENSE", []byte("free"), false}, {"LICENSES-OTHERS.txt", nil, false}, {"README.md", nil, false}, {"docs/models.md", []byte("m"), false}}
	for _, p := range platforms {
		name, b, err := npmPlatform("../..", p, content)
		if p.os == "linux" {
			if err == nil {
				t.Error("what is no program of Linux is called one that needs no library")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		about := packed(t, b, "bin/tidytalk.exe", "licenses/LICENSE", "licenses/LICENSES-OTHERS.txt", "licenses/models.md", "licenses/licences.md")
		if pack, _ := about["name"].(string); optional[pack] != tidytalk.Version || name != strings.TrimPrefix(strings.Replace(pack, "/", "-", 1), "@")+"-"+tidytalk.Version+".tgz" {
			t.Errorf("%s: %v, of %v", name, about, optional)
		}
	}
}

func TestNpmOpen(t *testing.T) {
	_, b, err := npmOpen("../..")
	if err != nil {
		t.Fatal(err)
	}
	packed(t, b, "tidytalk-open.tt", "licenses/models.md", "licenses/licences.md")
}
