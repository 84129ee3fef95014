// Command release builds what is published: for each platform an archive with the program,
// its models inside, and all licences, and SHA256SUMS of them, and recipes for packages; or packages for
// Python or Node. The same source and version of Go give the same bytes, wherever and whenever it runs. With -cross it tries more platforms.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk"
)

// platforms are those that archives are made for.
var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// platform is an operating system and a processor, by their names in Go.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

func main() {
	out := flag.String("o", "dist", "write to this `FOLDER`, from which earlier archives are removed")
	check := flag.Bool("check", false, "write nothing: build twice, the second time from a copy of the source and without a cache, and compare")
	python := flag.Bool("wheels", false, "write wheels for Python, and no archives; without PLATFORM also that of the open models")
	node := flag.Bool("npm", false, "write packages for Node, and no archives; without PLATFORM also that of the open models")
	office := flag.Bool("oxt", false, "write the extension for LibreOffice, and nothing else")
	site := flag.String("site", "", "write the module and the `MODELS` of the page without a server, from which serve/web/build makes it, and nothing else")
	only := flag.Bool("cross", false, "write nothing: build for all platforms, and try the programs where something runs them")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: go run ./internal/release [-o FOLDER] [-check] [-wheels | -npm | -oxt | -site MODELS] [-cross] [PLATFORM]...\nin the folder of the module; platforms: %s; with -npm also %s, with -cross also %s\n", names(platforms), webPlatform, names(others))
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	switch {
	case *office:
		err = writeOxt(".", *out)
	case *site != "":
		err = writeSite(".", *site, *out)
	default:
		err = run(*out, *check, *python, *node, *only, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(out string, check, python, node, only bool, wanted []string) error {
	all := platforms
	switch {
	case only:
		all = slices.Concat(platforms, others)
	case node:
		all = append(slices.Clone(platforms), webPlatform)
	}
	of := all
	if len(wanted) > 0 {
		of = nil
		for _, name := range wanted {
			i := slices.IndexFunc(all, func(p platform) bool { return p.String() == name })
			if i < 0 {
				return fmt.Errorf("no platform %s: there are %s", name, names(all))
			}
			of = append(of, all[i])
		}
	}
	if only {
		return cross(of)
	}
	if check {
		return twice(of)
	}
	if python {
		return wheels(".", out, of, len(wanted) == 0)
	}
	if node {
		return npmPackages(".", out, of, len(wanted) == 0)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(out, "tidytalk_*"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	sums, err := archives(".", "", out, of)
	if err != nil {
		return err
	}
	if err := writeRecipes(sums, out); err != nil {
		return err
	}
	// Bundles that are no part of the program.
	for _, file := range []string{"data/bundle/zh/tidytalk-zh.tt", "data/bundle/open/tidytalk-open.tt", "data/bundle/open/tidytalk-open-large.tt", "data/bundle/languages/tidytalk-languages.tt", "data/bundle/large/tidytalk-large.tt"} {
		sum, err := copyBundle(file, out)
		if err != nil {
			return err
		}
		sums += sum
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums), 0o666)
}

// copyBundle copies the file of a bundle to a folder, under the name by which the command looks
// for it, and returns its sum as sha256sum writes it.
func copyBundle(file, out string) (string, error) {
	models, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	name := filepath.Base(file)
	if err := os.WriteFile(filepath.Join(out, name), models, 0o666); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(models), name), nil
}

func names(of []platform) string {
	var s []string
	for _, p := range of {
		s = append(s, p.String())
	}
	return strings.Join(s, ", ")
}

// twice builds, builds again from a copy of the source without a cache, and reports whether
// the archives are others.
func twice(of []platform) error {
	work, err := os.MkdirTemp("", "tidytalk-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	source := filepath.Join(work, "elsewhere", "source")
	if err := copySource(source); err != nil {
		return err
	}
	first, err := archives(".", "", work, of)
	if err != nil {
		return err
	}
	second, err := archives(source, filepath.Join(work, "cache"), work, of)
	if err != nil {
		return err
	}
	if second != first {
		return fmt.Errorf("built again elsewhere, the archives are others:\n%sand\n%s", first, second)
	}
	fmt.Printf("built again elsewhere, the archives are the same:\n%s", second)
	return nil
}

// copySource copies what a build reads to another folder.
func copySource(to string) error {
	for _, name := range []string{"go.mod", "go.sum", "LICENSE", "README.md", "docs/models.md"} {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), b, 0o666); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch {
		case e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "docs" && e.Name() != "dist":
			err = os.CopyFS(filepath.Join(to, e.Name()), os.DirFS(e.Name()))
		case strings.HasSuffix(e.Name(), ".go"):
			var b []byte
			if b, err = os.ReadFile(e.Name()); err == nil {
				err = os.WriteFile(filepath.Join(to, e.Name()), b, 0o666)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// archives makes the archives of the source in a folder, with a cache of Go's in another one,
// "" for the usual one, and returns their sums as sha256sum writes them.
func archives(source, cache, out string, of []platform) (string, error) {
	var sums []string
	for _, p := range of {
		content, err := contentOf(source, cache, p)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p, err)
		}
		name, pack := fmt.Sprintf("tidytalk_%s_%s_%s", tidytalk.Version, p.os, p.arch), tarGzip
		ending := ".tar.gz"
		if p.os == "windows" {
			pack, ending = zipped, ".zip"
		}
		b, err := pack(name, content)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p, err)
		}
		if err := os.WriteFile(filepath.Join(out, name+ending), b, 0o666); err != nil {
			return "", err
		}
		fmt.Fprintf(os.Stderr, "%s%s: %.1f MB\n", name, ending, float64(len(b))/1e6)
		sums = append(sums, fmt.Sprintf("%x  %s%s\n", sha256.Sum256(b), name, ending))
	}
	return strings.Join(sums, ""), nil
}
