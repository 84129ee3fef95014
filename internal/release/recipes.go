package main

import (
	"bytes"
	"embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/tidytalk/tidytalk"
)

// home is where the project is; archives are in its releases.
const home = "https://github.com/tidytalk/tidytalk"

// licence is that of the program with its models.
const licence = "Apache-2.0; the models inside: CC BY-NC-SA 3.0 and others, not for commercial use"

// documents are what an archive holds beside the program.
var documents = []string{"LICENSE", "LICENSES-OTHERS.txt", "README.md", "docs/models.md"}

// recipes are templates of what makes packages of the archives: a file of each goes into the release.
//
//go:embed recipes/*.tmpl
var recipes embed.FS

// archived is an archive as recipes name it.
type archived struct{ OS, Arch, Folder, URL, Sum string }

// release is what recipes are made of.
type release struct {
	Version, Home, About, Licence string
	Documents                     []string
	archives                      []archived
}

// Of returns the archives for operating systems.
func (r *release) Of(systems ...string) []archived {
	var out []archived
	for _, a := range r.archives {
		if slices.Contains(systems, a.OS) {
			out = append(out, a)
		}
	}
	return out
}

// writeRecipes writes the recipes for archives, whose sums are given as sha256sum writes them, to a folder.
func writeRecipes(sums, out string) error {
	r := &release{Version: tidytalk.Version, Home: home, Licence: licence, About: "Clean transcripts: remove fillers and speech repairs, restore punctuation", Documents: documents}
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		folder := strings.TrimSuffix(strings.TrimSuffix(name, ".tar.gz"), ".zip")
		parts := strings.Split(folder, "_")
		if len(parts) != 4 {
			continue // a bundle
		}
		r.archives = append(r.archives, archived{parts[2], parts[3], folder, home + "/releases/download/v" + tidytalk.Version + "/" + name, sum})
	}
	all, err := template.ParseFS(recipes, "recipes/*.tmpl")
	if err != nil {
		return err
	}
	for _, t := range all.Templates() {
		var b bytes.Buffer
		if err := t.Execute(&b, r); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, strings.TrimSuffix(t.Name(), ".tmpl")), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
