package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/manifest"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// manifestFile is the manifest in the folder of --out-dir, where no other is named: hidden,
// so that the folder can be an input itself.
const manifestFile = ".tidytalk-manifest.jsonl"

// outDirManifest is the manifest of --out-dir. It may be used by several goroutines at once.
type outDirManifest struct {
	file   *manifest.File
	folder string // of the results
	key    string
	path   string
	once   sync.Once
	lost   error // the first entry that could not be written; nil: all were
}

// openOutDirManifest opens the manifest of --out-dir.
func openOutDirManifest(c *cli.Context, f *cleaning.Cleaning, models *tidytalk.Bundle, inputs []input) (*outDirManifest, error) {
	folder := c.String("out-dir")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	path := c.String("manifest")
	if path == "" {
		path = filepath.Join(folder, manifestFile)
	}
	if err := checkManifest(path, inputs); err != nil {
		return nil, err
	}
	file, err := manifest.Open(path)
	if err == nil && c.Bool("resume") {
		err = file.Load()
	}
	if errors.Is(err, manifest.ErrForeign) {
		return nil, fmt.Errorf("%s is no manifest of tidytalk: name another file with --manifest", path)
	} else if err != nil {
		return nil, fmt.Errorf("the manifest: %w", err)
	}
	return &outDirManifest{file: file, path: path, folder: folder, key: recordKey(c, f, models)}, nil
}

// place returns the place of a result in the folder.
func (m *outDirManifest) place(in input) string {
	rel, err := filepath.Rel(m.folder, in.out)
	if err != nil {
		rel = in.out
	}
	return filepath.ToSlash(rel)
}

// has reports whether, with --resume, an input with this hash is done, and its result is there.
func (m *outDirManifest) has(in input, sum wholefile.Sum) bool {
	e, ok := m.file.Find(m.place(in))
	if !ok || !e.Done(hex.EncodeToString(sum[:]), m.key) {
		return false
	}
	info, err := os.Stat(in.out)
	return err == nil && info.Mode().IsRegular()
}

// add takes down what became of an input. If that fails, the run goes on, and close says so.
func (m *outDirManifest) add(in input, o *outcome) {
	if o.status == statusAlready {
		return
	}
	e := manifest.Entry{Input: filepath.ToSlash(o.name), Key: m.key, Output: m.place(in), Status: manifest.Cleaned, Bytes: o.bytes, Seconds: decisions.Seconds(o.took.Seconds())}
	if o.sum != (wholefile.Sum{}) {
		e.SHA256 = hex.EncodeToString(o.sum[:])
	}
	if o.err != nil {
		e.Status, e.Error = manifest.Failed, program.Plain(o.err).Error()
	} else {
		e.Count(o.tally)
	}
	if err := m.file.Add(e); err != nil {
		m.once.Do(func() {
			m.lost = fmt.Errorf("%s does not say what became of %s, and maybe of others: %w", m.path, o.name, fileio.Lost(m.path, err))
		})
	}
}

// close closes the manifest. The error is about what is not in it.
func (m *outDirManifest) close() error {
	if m == nil {
		return nil
	}
	return errors.Join(m.lost, m.file.Close())
}
