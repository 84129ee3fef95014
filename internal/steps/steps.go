// Package steps keeps the results of finished steps of training in a folder, so
// that training which was interrupted goes on where it was.
//
// Start with [Run] and [Open].
package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/lazy"
)

// State is what has become of a step.
type State int

// The states of a step: taken from the folder, found damaged there (it is made again), or
// made and kept.
const (
	Taken State = iota
	Damaged
	Made
)

// Event says what has become of a step.
type Event struct {
	State State
	File  string // where its result is kept
	Err   error  // what is wrong with that, if it is damaged: ErrCut or ErrOther
}

// A step is a file of a kind of its own, so that what is cut off or overwritten is known
// by its checksum, whatever the step's own format is.
const (
	kind    = "step"
	version = 1
	section = "result"
	suffix  = ".step"
	partly  = ".part" // files that are being written end with it
)

// own are the names of the files that Run writes.
var own = lazy.Regexp(`^.*-[0-9a-f]{16}\` + suffix + `(\.[0-9]+\` + partly + `)?$`)

// Run returns the result of a step that was finished in dir with the same name and
// configuration, or makes it with train and keeps it. With dir "" nothing is kept.
// report, where set, is told what became of the step, from the goroutine that calls Run.
// Several programs may use a folder at once: they do not see what others have not
// finished.
func Run(dir, name, config string, report func(Event), train func() ([]byte, error)) ([]byte, error) {
	if dir == "" {
		return train()
	}
	if report == nil {
		report = func(Event) {}
	}
	path := fileOf(dir, name, config)
	switch b, err := read(path, config); {
	case err == nil:
		report(Event{Taken, path, nil})
		return b, nil
	case damage(err) != nil:
		report(Event{Damaged, path, damage(err)})
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	b, err := train()
	if err != nil {
		return nil, err
	}
	if err := keep(path, config, b); err != nil {
		return nil, fmt.Errorf("cannot keep the step %q: %w", name, err)
	}
	report(Event{Made, path, nil})
	return b, nil
}

// What can be wrong with a step that is there.
var (
	ErrCut   = errors.New("cut off or changed: the checksum does not match")
	ErrOther = errors.New("made by another program, version or with other settings")
)

// damage returns what is wrong with a step, nil if it is not the step that is at fault.
func damage(err error) error {
	for _, other := range []error{container.ErrKind, container.ErrNewer, container.ErrOlder, ErrOther} {
		if errors.Is(err, other) {
			return ErrOther
		}
	}
	if errors.Is(err, container.ErrForeign) || errors.Is(err, container.ErrChecksum) {
		return ErrCut
	}
	return nil
}

// read returns the result that a file holds.
func read(path, config string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := container.Open(b, kind, version)
	if err != nil {
		return nil, err
	}
	if f.Config() != config {
		return nil, ErrOther
	}
	return f.Section(section), nil
}

// keep writes a result beside its name, and renames it: a step that is cut off while it
// is written must not look finished.
func keep(path, config string, result []byte) error {
	w := container.New(kind, version, config)
	w.Add(section, result)
	b, err := w.Bytes()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+partly)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(b)
	// Others may go on with the training, as with any file.
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func fileName(r rune) rune {
	switch r {
	case ' ':
		return '-'
	case ',', '/', '\\':
		return -1
	}
	return r
}
