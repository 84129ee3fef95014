package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// A wheel has the program, the modules and all licences, and its record has each file with its sum.
func TestWheel(t *testing.T) {
	content := []file{{"tidytalk.exe", []byte("program"), true}, {"LICENSE", []byte("free"), false}, {"LICENSES-OTHERS.txt", nil, false}, {"README.md", nil, false}, {"docs/models.md", []byte("m"), false}}
	name, b, err := wheel("../..", platform{"windows", "amd64"}, content)
	if want := "tidytalk-" + tidytalk.Version + "-py3-none-win_amd64.whl"; err != nil || name != want {
		t.Fatalf("%s, want %s, error %v", name, want, err)
	}
	info := "tidytalk-" + tidytalk.Version + ".dist-info/"
	checkWheel(t, b, info, "tidytalk/__init__.py", "tidytalk/py.typed", "tidytalk/bin/tidytalk.exe", info+"METADATA", info+"WHEEL", info+"entry_points.txt",
		info+"licenses/LICENSE", info+"licenses/LICENSES-OTHERS.txt", info+"licenses/models.md", info+"licenses/licences.md")
	if _, again, err := wheel("../..", platform{"windows", "amd64"}, content); err != nil || string(again) != string(b) {
		t.Errorf("made again it is another wheel, error %v", err)
	}
	if _, _, err := wheel("../..", platform{"linux", "amd64"}, content); err == nil {
		t.Error("what is no program of Linux is called one that needs no library")
	}
}

func TestOpenWheel(t *testing.T) {
	name, b, err := openWheel("../..")
	if want := "tidytalk_open-" + tidytalk.Version + "-py3-none-any.whl"; err != nil || name != want {
		t.Fatalf("%s, want %s, error %v", name, want, err)
	}
	info := "tidytalk_open-" + tidytalk.Version + ".dist-info/"
	checkWheel(t, b, info, "tidytalk_open/__init__.py", "tidytalk_open/tidytalk-open.tt", info+"METADATA", info+"licenses/licences.md")
}

// checkWheel checks that a wheel has files, and a true record of all of them.
func checkWheel(t *testing.T, b []byte, info string, names ...string) {
	t.Helper()
	entries := unzip(t, b)
	var record string
	var lines []string
	for _, e := range entries {
		if e.name == info+"RECORD" {
			record = e.content
			continue
		}
		sum := sha256.Sum256([]byte(e.content))
		lines = append(lines, fmt.Sprintf("%s,sha256=%s,%d", e.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(e.content)))
		if e.name == info+"METADATA" && (!strings.Contains(e.content, "\nVersion: "+tidytalk.Version+"\n") || strings.Contains(e.content, "VERSION") || strings.Contains(e.content, "LICENCE\n")) {
			t.Errorf("METADATA: %s", e.content)
		}
		if strings.Contains(e.name, "/bin/") && e.mode != 0o755 {
			t.Errorf("%s has the mode %v", e.name, e.mode)
		}
	}
	got := strings.Split(strings.TrimSpace(record), "\n")
	lines = append(lines, info+"RECORD,,")
	slices.Sort(got)
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("the record is %q, want %q", got, lines)
	}
	for _, name := range names {
		if !slices.ContainsFunc(entries, func(e entry) bool { return e.name == name }) {
			t.Errorf("there is no %s", name)
		}
	}
}

// Programs that are linked with a C library are not static.
func TestIsStatic(t *testing.T) {
	if err := isStatic([]byte("#!/bin/sh\n")); err == nil {
		t.Error("a script is a program")
	}
	for _, shell := range []string{"/bin/sh", "/usr/bin/env"} {
		if b, err := os.ReadFile(shell); err == nil && strings.HasPrefix(string(b), "\x7fELF") && strings.Contains(string(b), "ld-linux") && isStatic(b) == nil {
			t.Errorf("%s needs no library", shell)
		}
	}
}

// All that the program is made of has a licence that is found.
func TestLicences(t *testing.T) {
	b, err := licencesOf("../..", "", platform{"linux", "amd64"}, "./cmd/tidytalk")
	if err != nil || !strings.Contains(string(b), "The Go Authors") || !strings.Contains(string(b), "Kevin Atkinson") {
		t.Errorf("%.300s, error %v", b, err)
	}
}
