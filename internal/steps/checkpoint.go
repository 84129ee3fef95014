package steps

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Checkpoint is where the state of a step that is at work is kept, so that the step goes
// on from there. The zero value keeps nothing.
type Checkpoint struct {
	path, config string
}

// NewCheckpoint returns the checkpoint of a step with a name and configuration in dir;
// with dir "" it keeps nothing.
func NewCheckpoint(dir, name, config string) Checkpoint {
	if dir == "" {
		return Checkpoint{}
	}
	return Checkpoint{fileOf(dir, name+" checkpoint", config), config}
}

// Load returns the state, nil if none is kept. The error is ErrCut or ErrOther where it is
// damaged, or of another step.
func (c Checkpoint) Load() ([]byte, error) {
	if c.path == "" {
		return nil, nil
	}
	b, err := read(c.path, c.config)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case damage(err) != nil:
		return nil, damage(err)
	}
	return b, err
}

// Keep keeps a state in the place of the one before.
func (c Checkpoint) Keep(state []byte) error {
	if c.path == "" {
		return nil
	}
	return keep(c.path, c.config, state)
}

// Remove removes the state, when it is of no more use.
func (c Checkpoint) Remove() error {
	if c.path == "" {
		return nil
	}
	if err := os.Remove(c.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// fileOf returns where the result of a step is kept.
func fileOf(dir, name, config string) string {
	return filepath.Join(dir, strings.Map(fileName, name)+"-"+container.Hash(config)+suffix)
}
