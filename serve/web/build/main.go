// Command build makes the files of the page of tidytalk serve from the TypeScript and CSS
// in serve/web/src, without npm: serve/web/assets/dist.
//
//	cd serve/web/build && go run .
//
// With -site FOLDER it makes the page without a server there, of what internal/release -site has put into it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	log.SetFlags(0)
	folder := flag.String("site", "", "make the page without a server of what lies in this `FOLDER`, and put it there")
	flag.Parse()
	if *folder != "" {
		if err := writeSite("..", *folder); err != nil {
			log.Fatal("serve/web/build: ", err)
		}
		return
	}
	files, err := build("..")
	if err != nil {
		log.Fatal("serve/web/build: ", err)
	}
	dist := filepath.Join("..", "assets", "dist")
	if err := write(dist, files); err != nil {
		log.Fatal("serve/web/build: ", err)
	}
}

// build returns what the sources in a folder make, by name. The same sources make the
// same bytes.
func build(web string) (map[string][]byte, error) {
	page, err := os.ReadFile(filepath.Join(web, "index.html"))
	if err != nil {
		return nil, err
	}
	files, err := bundled(web, bundling("src/studio.ts", "src/trace.ts"))
	if err != nil {
		return nil, err
	}
	files["index.html"] = page
	return files, nil
}

// bundling is how sources become scripts.
func bundling(sources ...string) api.BuildOptions {
	return api.BuildOptions{
		EntryPoints:       sources,
		Outdir:            "dist",
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelSilent,
	}
}

// bundled returns what sources in a folder become, by name.
func bundled(web string, o api.BuildOptions) (map[string][]byte, error) {
	var err error
	if o.AbsWorkingDir, err = filepath.Abs(web); err != nil {
		return nil, err
	}
	result := api.Build(o)
	if err := failed(result.Errors); err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, f := range result.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	return files, nil
}

// failed joins the errors of a build, with their places.
func failed(messages []api.Message) error {
	var all []error
	for _, m := range messages {
		if m.Location != nil {
			all = append(all, fmt.Errorf("%s:%d:%d: %s", m.Location.File, m.Location.Line, m.Location.Column+1, m.Text))
		} else {
			all = append(all, errors.New(m.Text))
		}
	}
	return errors.Join(all...)
}

// write makes a folder hold these files and no others.
func write(dist string, files map[string][]byte) error {
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o777); err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(dist, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
