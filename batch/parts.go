package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/serve/manifest"
)

// Split finds the files that inputs name, and deals them out to at most n parts, one after the
// other, for as many pipelines: each gets the input @LIST of its list, and its name as
// FilesOptions.Part. Merge makes one batch of them. What is wrong about inputs is returned as
// failures, for Merge. Errors are those of options, and of writing.
func Split(ctx context.Context, inputs []string, o FilesOptions, n int) (parts []Part, failures []Failure, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	p, err := newPlaces(&o)
	if err != nil {
		return nil, nil, err
	}
	byPlace := make(map[string][]task)
	fail := func(f Failure) { failures = append(failures, f) }
	for _, input := range inputs {
		p.expand(ctx, input, func(t task) { byPlace[t.Output] = append(byPlace[t.Output], t) }, fail)
	}
	var tasks []task
	for _, all := range byPlace {
		only, clashes := unclashed(all)
		failures = append(failures, clashes...)
		for _, t := range only {
			if strings.ContainsAny(t.Path+t.Output, "\t\n\r") {
				fail(Failure{Input: t.Path, Output: t.Output, Error: fmt.Sprintf("%q: a list has no room for such a name", t.Path)})
				continue
			}
			tasks = append(tasks, t)
		}
	}
	slices.SortFunc(tasks, func(a, b task) int { return cmp.Compare(a.Output, b.Output) })
	n = min(n, len(tasks))
	lists := make([]strings.Builder, n)
	for i, t := range tasks {
		lists[i%n].WriteString(t.Path + "\t" + t.Output + "\n")
	}
	for i := range lists {
		name := fmt.Sprintf("part-%d-of-%d", i+1, n)
		list := join(o.OutDir, partName(name, listName))
		if err := write(ctx, list, lists[i].String(), false); err != nil {
			return nil, nil, fmt.Errorf("writing %s: %w", list, err)
		}
		parts = append(parts, Part{name, "@" + list})
	}
	return parts, failures, nil
}

// listName is what the list of a part is called, behind its name.
const listName = "list"

// Part is a part of a batch.
type Part struct {
	Name  string // for FilesOptions.Part
	Input string // for Files
}

// outcome is what became of the files of a batch, or a part of it.
type outcome struct {
	entries  []Entry
	failures []Failure
}

// write writes the manifest and the dead letters, in an order that does not depend on who was
// first.
func (l *outcome) write(ctx context.Context, outDir, part string) error {
	slices.SortFunc(l.entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Output, b.Output), cmp.Compare(a.Input, b.Input))
	})
	slices.SortFunc(l.failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Output, b.Output), cmp.Compare(a.Input, b.Input), cmp.Compare(a.Line, b.Line))
	})
	var text, dead strings.Builder
	for i := range l.entries {
		line, err := l.entries[i].line()
		if err != nil {
			return err
		}
		text.WriteString(line)
	}
	w := json.NewEncoder(&dead)
	w.SetEscapeHTML(false)
	for i := range l.failures {
		if err := w.Encode(&l.failures[i]); err != nil {
			return err
		}
	}
	if err := write(ctx, join(outDir, partName(part, manifestName)), text.String(), false); err != nil {
		return err
	}
	path := join(outDir, partName(part, deadName))
	if dead.Len() == 0 {
		return removeFile(ctx, path) // of an earlier run
	}
	return write(ctx, path, dead.String(), false)
}

// read adds what a part, or a whole batch, has written.
func (l *outcome) read(ctx context.Context, outDir, part string) error {
	text, err := readAll(ctx, join(outDir, partName(part, manifestName)))
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		var e manifest.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return fmt.Errorf("%s: %w", partName(part, manifestName), err)
		}
		l.entries = append(l.entries, entryOf(&e))
	}
	if path := join(outDir, partName(part, deadName)); exists(ctx, path) {
		if text, err = readAll(ctx, path); err != nil {
			return err
		}
		for line := range strings.Lines(text) {
			var f Failure
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			l.failures = append(l.failures, f)
		}
	}
	return nil
}

// Merge makes one manifest, and one file of dead letters, of those of the parts that several
// pipelines did of a batch, with failures of its own. What the parts left is removed.
func Merge(ctx context.Context, outDir string, parts []Part, failures []Failure) error {
	var l outcome
	for _, p := range parts {
		if err := l.read(ctx, outDir, p.Name); err != nil {
			return err
		}
	}
	for _, f := range failures {
		l.failures = append(l.failures, f)
		if f.Output != "" {
			l.entries = append(l.entries, failedEntry(f))
		}
	}
	if err := l.write(ctx, outDir, ""); err != nil {
		return err
	}
	var errs []error
	for _, p := range parts {
		for _, name := range []string{listName, manifestName, deadName} {
			errs = append(errs, removeFile(ctx, join(outDir, partName(p.Name, name))))
		}
	}
	return errors.Join(errs...)
}

// Read returns what the manifest and the dead letters in a folder of results say.
func Read(ctx context.Context, outDir string) ([]Entry, []Failure, error) {
	var l outcome
	err := l.read(ctx, outDir, "")
	return l.entries, l.failures, err
}
