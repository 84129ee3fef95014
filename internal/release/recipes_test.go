package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// Each recipe names each archive for its systems, with its sum.
func TestRecipes(t *testing.T) {
	out := t.TempDir()
	var sums string
	for i, p := range platforms {
		ending := ".tar.gz"
		if p.os == "windows" {
			ending = ".zip"
		}
		sums += strings.Repeat(string(rune('a'+i)), 64) + "  tidytalk_" + tidytalk.Version + "_" + p.os + "_" + p.arch + ending + "\n"
	}
	if err := writeRecipes(sums+strings.Repeat("0", 64)+"  tidytalk-open.tt\n", out); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, systems := range map[string][]string{"tidytalk.rb": {"linux", "darwin"}, "tidytalk.json": {"windows"}, "winget.yaml": {"windows"}} {
		text := read(name)
		for i, p := range platforms {
			sum := strings.Repeat(string(rune('a'+i)), 64)
			wanted := strings.Contains(strings.Join(systems, " "), p.os)
			url := home + "/releases/download/v" + tidytalk.Version + "/tidytalk_" + tidytalk.Version + "_" + p.os + "_" + p.arch
			if strings.Contains(text, sum) != wanted || strings.Contains(text, url) != wanted {
				t.Errorf("%s, %s: %s", name, p, text)
			}
		}
	}
	if !json.Valid([]byte(read("tidytalk.json"))) {
		t.Errorf("no JSON: %s", read("tidytalk.json"))
	}
	if ruby, err := exec.LookPath("ruby"); err != nil {
		t.Log("NOT CHECKED: the formula by Ruby, which is not here")
	} else if b, err := exec.Command(ruby, "-c", filepath.Join(out, "tidytalk.rb")).CombinedOutput(); err != nil {
		t.Errorf("%s", b)
	}
	t.Run("deb", func(t *testing.T) { deb(t, out) })
}

// deb makes a package of an archive with a stand-in for the program, and unpacks it.
func deb(t *testing.T, out string) {
	t.Helper()
	for tool, how := range map[string]string{"dpkg-deb": "apt-get install dpkg", "nfpm": "go install github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.41.0"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: there is no %s to make a package for Debian with: '%s'", tool, how)
		}
	}
	folder := filepath.Join(out, "tidytalk_"+tidytalk.Version+"_linux_amd64")
	for _, name := range append([]string{"tidytalk"}, documents...) {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\necho it runs\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	pack := exec.Command("nfpm", "package", "--config", "nfpm.yaml", "--packager", "deb", "--target", "tidytalk.deb")
	pack.Dir = out
	pack.Env = append(os.Environ(), "ARCH=amd64")
	if b, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	if b, err := exec.Command("dpkg-deb", "-x", filepath.Join(out, "tidytalk.deb"), filepath.Join(out, "root")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	if b, err := exec.Command(filepath.Join(out, "root/usr/bin/tidytalk")).CombinedOutput(); err != nil || string(b) != "it runs\n" {
		t.Errorf("%v, %q", err, b)
	}
	if _, err := os.Stat(filepath.Join(out, "root/usr/share/doc/tidytalk/copyright")); err != nil {
		t.Error(err)
	}
}
