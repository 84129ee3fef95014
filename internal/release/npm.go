package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
)

// npmNames are the platforms that have a package for Node, with what Node calls their systems and processors.
var npmNames = map[platform]struct{ os, cpu string }{
	{"linux", "amd64"}:   {"linux", "x64"},
	{"linux", "arm64"}:   {"linux", "arm64"},
	{"darwin", "amd64"}:  {"darwin", "x64"},
	{"darwin", "arm64"}:  {"darwin", "arm64"},
	{"windows", "amd64"}: {"win32", "x64"},
}

// npmPlatform packs the program of a platform, of which content is what contentOf returns, with its licences.
func npmPlatform(source string, p platform, content []file) (name string, b []byte, err error) {
	n := npmNames[p]
	program, own, err := packaged(p, content, "bin/")
	if err != nil {
		return "", nil, err
	}
	more, err := licencesFor(source, "docs/licences.md")
	if err != nil {
		return "", nil, err
	}
	about := fmt.Sprintf(`{
  "name": "@tidytalk/%[1]s-%[2]s",
  "version": %[3]q,
  "description": "The program of the package tidytalk for %[1]s-%[2]s, with models that are not for commercial use",
  "license": "SEE LICENSE IN licenses/models.md",
  "repository": "github:tidytalk/tidytalk",
  "os": [%[1]q],
  "cpu": [%[2]q],
  "preferUnplugged": true
}
`, n.os, n.cpu, tidytalk.Version)
	b, err = tarGzip("package", slices.Concat(program, own, more, []file{{"package.json", []byte(about), false}}))
	return fmt.Sprintf("tidytalk-%s-%s-%s.tgz", n.os, n.cpu, tidytalk.Version), b, err
}

// npmPackage packs a package of the folder npm, which runs anywhere, and more files.
func npmPackage(source, pack string, more ...file) (name string, b []byte, err error) {
	root := os.DirFS(filepath.Join(source, "npm", pack))
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		b, err := fs.ReadFile(root, name)
		if name == "package.json" {
			b = []byte(strings.ReplaceAll(string(b), "VERSION", tidytalk.Version))
		}
		more = append(more, file{name, b, name == "bin.js"})
		return err
	})
	if err != nil {
		return "", nil, err
	}
	b, err = tarGzip("package", more)
	return fmt.Sprintf("%s-%s.tgz", pack, tidytalk.Version), b, err
}

// npmMain packs the package that people install, with the guide as its first page.
func npmMain(source string) (name string, b []byte, err error) {
	guide, err := os.ReadFile(filepath.Join(source, "docs/npm.md"))
	if err != nil {
		return "", nil, err
	}
	licence, err := os.ReadFile(filepath.Join(source, "LICENSE"))
	if err != nil {
		return "", nil, err
	}
	return npmPackage(source, "tidytalk", file{"README.md", guide, false}, file{"LICENSE", licence, false})
}

// npmOpen packs the open models.
func npmOpen(source string) (name string, b []byte, err error) {
	models, err := os.ReadFile(filepath.Join(source, "data/bundle/open/tidytalk-open.tt"))
	if err != nil {
		return "", nil, err
	}
	more, err := licencesFor(source, "docs/models.md", "docs/licences.md")
	if err != nil {
		return "", nil, err
	}
	return npmPackage(source, "tidytalk-open", append(more, file{"tidytalk-open.tt", models, false})...)
}

// npmPackages writes the packages for Node of platforms, the one that needs them, and that for browsers; and that of the
// open models if all is set.
func npmPackages(source, out string, of []platform, all bool) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	write := writerTo(out)
	if err := write(npmMain(source)); err != nil {
		return err
	}
	for _, p := range of {
		if p == webPlatform {
			if err := write(npmWasm(source)); err != nil {
				return err
			}
			continue
		}
		content, err := contentOf(source, "", p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if err := write(npmPlatform(source, p, content)); err != nil {
			return err
		}
	}
	if all {
		return write(npmOpen(source))
	}
	return nil
}
