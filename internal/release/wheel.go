package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
)

// wheelTags are the platforms that have a wheel, with the tags by which pip knows them. The program is static: on
// Linux it needs neither C library, glibc or musl, of whatever version. On a Mac it needs what Go does.
var wheelTags = map[platform]string{
	{"linux", "amd64"}:   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	{"linux", "arm64"}:   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	{"darwin", "amd64"}:  "macosx_12_0_x86_64",
	{"darwin", "arm64"}:  "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64",
}

// wheel packs the package for Python with the program of a platform, of which content is what contentOf returns.
func wheel(source string, p platform, content []file) (name string, b []byte, err error) {
	tags := wheelTags[p]
	files, err := modulesOf(source, "tidytalk")
	if err != nil {
		return "", nil, err
	}
	info, err := metadata(source, "tidytalk", "")
	if err != nil {
		return "", nil, err
	}
	program, own, err := packaged(p, content, "tidytalk/bin/")
	if err != nil {
		return "", nil, err
	}
	more, err := licencesFor(source, "docs/licences.md")
	if err != nil {
		return "", nil, err
	}
	info = slices.Concat(info, own, more, []file{{"entry_points.txt", []byte("[console_scripts]\ntidytalk = tidytalk.__main__:main\n"), false}})
	b, err = packWheel("tidytalk", tags, false, append(files, program...), info)
	return wheelName("tidytalk", tags), b, err
}

// openWheel packs the open models as a package of their own, which runs anywhere.
func openWheel(source string) (name string, b []byte, err error) {
	files, err := modulesOf(source, "tidytalk_open")
	if err != nil {
		return "", nil, err
	}
	path := filepath.Join(source, "data/bundle/open/tidytalk-open.tt")
	models, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	bundle, err := tidytalk.OpenBundle(path)
	if err != nil {
		return "", nil, err
	}
	info, err := metadata(source, "tidytalk_open", bundle.Manifest().Licence)
	if err != nil {
		return "", nil, err
	}
	more, err := licencesFor(source, "docs/models.md", "docs/licences.md")
	if err != nil {
		return "", nil, err
	}
	b, err = packWheel("tidytalk_open", "any", true, append(files, file{"tidytalk_open/tidytalk-open.tt", models, false}), append(info, more...))
	return wheelName("tidytalk_open", "any"), b, err
}

func wheelName(pack, tags string) string {
	return fmt.Sprintf("%s-%s-py3-none-%s.whl", pack, tidytalk.Version, tags)
}

// modulesOf returns the files of a package of Python.
func modulesOf(source, pack string) ([]file, error) {
	var files []file
	root := os.DirFS(filepath.Join(source, "python"))
	err := fs.WalkDir(root, pack, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "bin" || entry.Name() == "__pycache__"):
			return fs.SkipDir
		case strings.HasSuffix(name, ".py"), entry.Name() == "py.typed":
			b, err := fs.ReadFile(root, name)
			files = append(files, file{name, b, false})
			return err
		}
		return nil
	})
	return files, err
}

// metadata returns the METADATA of a package, from its template, with the guide as the description.
func metadata(source, pack, licence string) ([]file, error) {
	head, err := os.ReadFile(filepath.Join(source, "python", pack+".metadata"))
	if err != nil {
		return nil, err
	}
	text := strings.NewReplacer("VERSION", tidytalk.Version, "LICENCE", licence).Replace(string(head))
	guide, err := os.ReadFile(filepath.Join(source, "docs/python.md"))
	if err != nil {
		return nil, err
	}
	return []file{{"METADATA", []byte(text + "\n" + string(guide)), false}}, nil
}

// packWheel packs the files of a package, and what is said about it, with a record of all.
func packWheel(pack, tags string, pure bool, files, info []file) ([]byte, error) {
	folder := fmt.Sprintf("%s-%s.dist-info/", pack, tidytalk.Version)
	about := fmt.Sprintf("Wheel-Version: 1.0\nGenerator: tidytalk (%s)\nRoot-Is-Purelib: %t\n", tidytalk.Version, pure)
	for tag := range strings.SplitSeq(tags, ".") {
		about += "Tag: py3-none-" + tag + "\n"
	}
	for _, f := range append(info, file{"WHEEL", []byte(about), false}) {
		f.name = folder + f.name
		files = append(files, f)
	}
	var record bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", folder)
	return zipped("", append(files, file{folder + "RECORD", record.Bytes(), false}))
}

// wheels writes the wheels of platforms, and that of the open models if all is set.
func wheels(source, out string, of []platform, all bool) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	write := writerTo(out)
	for _, p := range of {
		if wheelTags[p] == "" {
			return fmt.Errorf("there is no wheel for %s", p)
		}
		content, err := contentOf(source, "", p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if err := write(wheel(source, p, content)); err != nil {
			return err
		}
	}
	if all {
		return write(openWheel(source))
	}
	return nil
}
