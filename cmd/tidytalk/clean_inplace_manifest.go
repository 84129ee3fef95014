package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/finished"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/intake"
)

// finishedFiles is the manifest of --in-place: what files hold that are clean by the
// settings of this run. It may be used by several goroutines at once.
type finishedFiles struct {
	record *finished.Record // nil: there is none
	again  bool             // what it holds is cleaned again
	path   string           // where --manifest says; "": in the user's folder
	once   sync.Once
	lost   error // with --manifest: the first result that could not be written; nil: all were
}

// openFinished opens the manifest that --manifest names, or else the one in the user's
// folder. If that cannot be, it warns, and files are cleaned without.
func openFinished(c *cli.Context, f *cleaning.Cleaning, models *tidytalk.Bundle, inputs []input, say *messages) (*finishedFiles, error) {
	d := &finishedFiles{again: c.Bool("again")}
	key := recordKey(c, f, models)
	var err error
	if path := c.String("manifest"); path != "" {
		if err := checkManifest(path, inputs); err != nil {
			return nil, err
		}
		if d.record, err = finished.Open(path, key); errors.Is(err, finished.ErrForeign) {
			return nil, fmt.Errorf("%s is no manifest of tidytalk: name another file with --manifest", path)
		} else if err != nil {
			return nil, fmt.Errorf("--manifest: %w", err)
		}
		d.path = path
		return d, nil
	}
	folder, err := stateFolder()
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err == nil {
		finished.Prune(folder, manifestName("*"))
		d.record, err = finished.Open(filepath.Join(folder, manifestName(key)), key)
	}
	if err != nil {
		say.warn("nothing will remember which files are clean (%v): name a file for that with --manifest", err)
	}
	return d, nil
}

// checkManifest returns an error if a manifest cannot lie where --manifest says.
func checkManifest(path string, inputs []input) error {
	if err := fileio.CheckFolder(path); err != nil {
		return err
	}
	own := intake.Resolved(path)
	for _, in := range inputs {
		switch {
		case intake.Resolved(in.path) == own:
			return fmt.Errorf("%s is an input, and --manifest would write to it: keep it elsewhere", path)
		case in.out != "" && intake.Resolved(in.out) == own:
			return fmt.Errorf("the result of %s goes to %s, and --manifest would write to it: keep it elsewhere", in.path, path)
		}
	}
	return nil
}

func manifestName(key string) string { return "clean-" + key + ".sums" }

// stateFolder returns the folder for what the command remembers about a user's files.
func stateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tidytalk"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserCacheDir()
		return filepath.Join(dir, "tidytalk"), err
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = errors.New("$HOME is no folder")
	}
	return filepath.Join(home, ".local", "state", "tidytalk"), err
}

// has reports whether a text is a result of an earlier run, or of another one at the same
// time. With --again the results of earlier runs are cleaned again, but not those of another one:
// two runs at once do what one does.
func (d *finishedFiles) has(sum wholefile.Sum) bool {
	switch {
	case d.record == nil:
		return false
	case d.again:
		return d.record.HasMeanwhile(sum)
	}
	return d.record.Has(sum)
}

// add remembers a result. If that fails, the run goes on. The first to notice says so, or, with
// --manifest, close.
func (d *finishedFiles) add(sum wholefile.Sum, o *outcome) {
	if d.record == nil {
		return
	}
	if err := d.record.Add(sum); err != nil {
		d.once.Do(func() {
			if d.path != "" {
				d.lost = fmt.Errorf("%s does not say that %s is clean, and maybe others: %w", d.path, o.name, fileio.Lost(d.path, err))
				return
			}
			o.notes = append(o.notes, fmt.Sprintf("nothing remembers that %s is clean, and maybe others: %v", o.name, err))
		})
	}
}

// close closes the manifest. The error is about what is not in it, if it was asked for.
func (d *finishedFiles) close() error {
	if d == nil {
		return nil
	}
	if d.record != nil {
		d.record.Close()
	}
	return d.lost
}

// Flags that do not change what becomes of a text, and those whose effect the key has
// otherwise. What is not named here counts, so that a new flag is not forgotten.
var (
	flagsBeside = []string{"help", "output", "out-dir", "in-place", "backup", "jobs", "keep-going", "shard", "quiet", "verbose", "manifest", "again", "resume", "report", "diff", "color", "stream"}
	flagsParsed = []string{"fillers", "vocabulary", "speakers", "corrections", "weights", "stream-weights", "bundle"}
)

// recordKey returns a key of all that changes what becomes of a text.
func recordKey(c *cli.Context, f *cleaning.Cleaning, models *tidytalk.Bundle) string {
	var said []string
	for _, flag := range c.Command.Flags {
		if name := flag.Names()[0]; !slices.Contains(flagsBeside, name) && !slices.Contains(flagsParsed, name) && !slices.Contains(cleaning.Told, name) {
			said = append(said, fmt.Sprintf("%s %v", name, c.Value(name)))
		}
	}
	return f.Key(models, said)
}
