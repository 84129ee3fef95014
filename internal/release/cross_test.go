package main

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// All platforms are those of Go, and none is there twice.
func TestPlatforms(t *testing.T) {
	out, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(out))
	seen := make(map[platform]bool)
	for _, p := range slices.Concat(platforms, others) {
		if !slices.Contains(known, p.String()) || seen[p] {
			t.Errorf("%s is none of Go, or there twice", p)
		}
		seen[p] = true
		if p.os == "linux" && emulators[p.arch] == "" {
			t.Errorf("%s: the name that qemu has for it is not known", p)
		}
	}
}

// A program for this machine needs nothing to run; what runs another is named, or missing.
func TestRunnerOf(t *testing.T) {
	if command, missing := runnerOf(platform{runtime.GOOS, runtime.GOARCH}); command != nil || missing != "" {
		t.Errorf("%q, %q", command, missing)
	}
	if command, missing := runnerOf(platform{"plan9", "arm"}); command != nil || missing == "" {
		t.Errorf("%q, %q", command, missing)
	}
	t.Setenv("PATH", t.TempDir())
	for _, p := range []platform{{"windows", "386"}, {"js", "wasm"}, {"wasip1", "wasm"}} {
		if _, missing := runnerOf(p); missing == "" {
			t.Errorf("%s runs without any program", p)
		}
	}
}
