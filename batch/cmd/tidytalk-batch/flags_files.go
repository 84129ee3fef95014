package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/cmd/bundles"
)

// sendFiles puts the text of files that flags name in place of their names: workers do not
// have them.
func (f *flags) sendFiles() error {
	f.files.Weights = make([]string, len(f.weights))
	type file struct {
		flag, path string
		to         *string
	}
	all := []file{
		{"fillers", f.fillers, &f.files.Fillers}, {"vocabulary", f.names, &f.files.Vocabulary}, {"speakers", f.speakers, &f.files.Speakers},
		{"stream-weights", f.streams, &f.files.StreamWeights},
	}
	for i, path := range f.weights {
		all = append(all, file{"weights", path, &f.files.Weights[i]})
	}
	for _, from := range all {
		if from.path == "" {
			continue
		}
		text, err := os.ReadFile(from.path)
		if err == nil && len(text) == 0 && from.flag == "speakers" {
			err = fmt.Errorf("%s is empty", from.path) // and would change nothing
		}
		if err != nil {
			return fmt.Errorf("--%s: %w", from.flag, err)
		}
		*from.to = string(text)
	}
	return nil
}

// findBundle puts the file of a bundle in place of its name, and fails if that is not on this
// machine, where it is to be.
func (f *flags) findBundle() error {
	name := f.files.Bundle
	if name == "" || strings.Contains(name, "://") {
		return nil
	}
	path, err := bundles.Path(name)
	if err == nil && f.onPrism {
		_, err = os.Stat(path)
	}
	if err != nil {
		return fmt.Errorf("--bundle: %w", err)
	}
	f.files.Bundle = path
	return nil
}

// makeAbsolute makes paths of this machine such that workers of a runner find them, which are
// in folders of their own.
func (f *flags) makeAbsolute() (err error) {
	absolute := func(path string) string {
		if path == "" || strings.Contains(path, "://") {
			return path
		}
		full, wrong := filepath.Abs(path)
		err = errors.Join(err, wrong)
		return full
	}
	for i, in := range f.inputs {
		if list, ok := strings.CutPrefix(in, "@"); ok {
			f.inputs[i] = "@" + absolute(list)
		} else if folder := strings.HasSuffix(in, "/"); folder && !strings.Contains(in, "://") {
			f.inputs[i] = absolute(in) + "/"
		} else {
			f.inputs[i] = absolute(in)
		}
	}
	f.files.OutDir, f.files.Root, f.files.Bundle = absolute(f.files.OutDir), absolute(f.files.Root), absolute(f.files.Bundle)
	return err
}
