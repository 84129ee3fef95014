package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// buildTags leave out a part of urfave/cli that writes documentation, and HTTP/2, which is for TLS,
// which the server does not speak. They are those of LEAN in the Makefile, too.
const buildTags = "urfave_cli_no_docs,nethttpomithttp2"

// contentOf builds the program of the source in a folder for a platform, and returns what its
// archive holds.
func contentOf(source, cache string, p platform) ([]file, error) {
	work, err := os.MkdirTemp("", "tidytalk-build")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	name := "tidytalk"
	if p.os == "windows" {
		name += ".exe"
	}
	program := filepath.Join(work, name)
	// Without what tells one build of the same source from another one, and without symbols.
	if _, err := goCommand(source, cache, p, "build", "-trimpath", "-buildvcs=false", "-tags="+buildTags, "-ldflags=-s -w -buildid=", "-o", program, "./cmd/tidytalk"); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	licences, err := licencesOf(source, cache, p, "./cmd/tidytalk")
	if err != nil {
		return nil, err
	}
	content := []file{{name, b, true}, {"LICENSES-OTHERS.txt", licences, false}}
	for _, name := range []string{"LICENSE", "README.md", "docs/models.md"} {
		b, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return nil, err
		}
		content = append(content, file{name, b, false})
	}
	return content, nil
}

// goCommand runs the go command in a folder for a platform, and returns its output.
func goCommand(folder, cache string, p platform, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir = folder
	// Settings of who builds must not change what is built.
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off")
	if cache != "" {
		c.Env = append(c.Env, "GOCACHE="+cache)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, errs.Bytes())
	}
	return out, nil
}

// licencesOf returns the licences of all that a program is made of besides what is the module's own: Go, other modules,
// and lists of words of others. root is its package.
func licencesOf(source, cache string, p platform, root string) ([]byte, error) {
	list, err := goCommand(source, cache, p, "list", "-deps", "-tags="+buildTags, "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", root)
	if err != nil {
		return nil, err
	}
	goRoot, err := goCommand(source, cache, p, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.TrimSpace(string(list)), "\n")
	slices.Sort(parts)
	parts = slices.Compact(parts)
	parts = append([]string{"Go, https://go.dev\t" + strings.TrimSpace(string(goRoot))}, parts...)
	parts = append(parts, "Word lists, SCOWL\t"+filepath.Join(source, "data", "language"))
	var out bytes.Buffer
	fmt.Fprintln(&out, "The program tidytalk contains these, under the licences that follow. Its own licence is in")
	fmt.Fprintln(&out, "LICENSE, that of its models in docs/models.md.")
	for _, part := range parts {
		name, folder, ok := strings.Cut(part, "\t")
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "\n%s\n%s\n", strings.Repeat("-", 80), name)
		found := false
		for _, pattern := range []string{"LICENSE*", "LICENCE*", "UNLICENSE*", "COPYING*", "NOTICE*"} {
			files, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				b, err := os.ReadFile(file)
				if err != nil {
					return nil, err
				}
				fmt.Fprintf(&out, "\n%s\n", bytes.TrimSpace(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))))
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("%s has no file with its licence in %s", name, folder)
		}
	}
	return out.Bytes(), nil
}
