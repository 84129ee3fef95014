package batch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/serve/manifest"
)

// Split finds the files that inputs name, and deals them out for as many pipelines to at least n parts, if there are so many, of at most
// most files each (0: any number). A part gets its name as FilesOptions.Part, and its list as the input. Each n parts have files that
// follow each other in the order of their places, dealt out in turn. Merge makes one batch of all. What is wrong about inputs is returned as
// failures, for Merge. In memory are the files of n parts; the others are in a temporary file. Errors are those of options, and of writing.
func Split(ctx context.Context, inputs []string, o FilesOptions, n, most int) (parts []Part, failures []Failure, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	p, err := newPlaces(&o)
	if err != nil {
		return nil, nil, err
	}
	fail := func(f Failure) { failures = append(failures, f) }
	err = sorted(ctx, func(ctx context.Context, add func(row)) error {
		for _, input := range inputs {
			p.expand(ctx, input, func(t task) { add(row{Place: t.Output, Input: t.Path, Text: strconv.FormatBool(t.Found)}) }, fail)
		}
		return ctx.Err()
	}, func(files int, rows iter.Seq2[row, error]) error {
		d := newDealer(ctx, o.OutDir, files, n, most)
		for r, err := range rows {
			if err != nil {
				return err
			}
			found, err := strconv.ParseBool(r.Text)
			if err != nil {
				return err
			}
			if err := d.add(task{r.Input, r.Place, found}, fail); err != nil {
				return err
			}
		}
		if err := d.deal(fail); err != nil {
			return err
		}
		err := d.flush()
		parts = d.parts
		return err
	})
	return parts, failures, err
}

// dealer deals tasks out to parts, in rounds of as many parts as there are lists.
type dealer struct {
	ctx    context.Context
	outDir string
	round  int               // tasks of a round
	same   []task            // those with the place of the last one
	lists  []strings.Builder // of this round
	dealt  int               // tasks of this round
	parts  []Part
}

// newDealer returns a dealer of so many tasks to at least n parts of at most most tasks each, if that is not 0.
func newDealer(ctx context.Context, outDir string, tasks, n, most int) *dealer {
	n = max(1, min(n, tasks))
	rounds := 1
	if most > 0 {
		rounds = max(1, (tasks+n*most-1)/(n*most))
	}
	return &dealer{ctx: ctx, outDir: outDir, round: (tasks + rounds - 1) / rounds, lists: make([]strings.Builder, n)}
}

// add adds a task, whose place is not before that of the last one.
func (d *dealer) add(t task, fail func(Failure)) error {
	if len(d.same) > 0 && d.same[0].Output != t.Output {
		if err := d.deal(fail); err != nil {
			return err
		}
	}
	d.same = append(d.same, t)
	return nil
}

// deal deals out the one task that has a place, or fails all that have it.
func (d *dealer) deal(fail func(Failure)) error {
	only, clashes := unclashed(d.same)
	d.same = d.same[:0]
	for _, f := range clashes {
		fail(f)
	}
	for _, t := range only {
		d.lists[d.dealt%len(d.lists)].WriteString(t.line())
		if d.dealt++; d.dealt == d.round {
			return d.flush()
		}
	}
	return nil
}

// flush ends a round.
func (d *dealer) flush() error {
	for i := range d.lists {
		if d.lists[i].Len() == 0 {
			continue
		}
		name := numbered(len(d.parts) + 1)
		list := join(d.outDir, partName(name, listName))
		if err := write(d.ctx, list, d.lists[i].String(), false); err != nil {
			return fmt.Errorf("writing %s: %w", list, err)
		}
		d.parts = append(d.parts, Part{name, partPrefix + list})
		d.lists[i].Reset()
	}
	d.dealt = 0
	return nil
}

// partPrefix begins the input that names the list of a part, in whose lines the path and the place are quoted.
const partPrefix = "@\t"

// numbered returns the name of a part by its number, from 1.
func numbered(n int) string { return fmt.Sprintf("part-%d", n) }

// listName is what the list of a part is called, behind its name.
const listName = "list"

// Part is a part of a batch.
type Part struct {
	Name  string // for FilesOptions.Part
	Input string // for Files
}

// Merge makes one manifest, and one file of dead letters, of those of the parts that several
// pipelines did of a batch, with failures of its own. What the parts left is removed. Some lines are in memory, the others
// in a temporary file.
func Merge(ctx context.Context, outDir string, parts []Part, failures []Failure) error {
	err := mergeRows(ctx, outDir, manifestName, parts, failures, func(line string, e *manifest.Entry) row {
		return row{Place: e.Output, Input: e.Input, Text: line}
	}, func(f *Failure) (row, error) {
		if f.Output == "" {
			return row{}, nil
		}
		e := failedEntry(*f)
		return manifestRow(&e)
	})
	if err != nil {
		return err
	}
	err = mergeRows(ctx, outDir, deadName, parts, failures, func(line string, f *Failure) row {
		return row{Place: f.Output, Input: f.Input, Line: f.Line, Text: line}
	}, deadRow)
	if err != nil {
		return err
	}
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.Name
	}
	// A run that was killed may have had more parts. The last one goes first, so that what is left has the first numbers.
	for n := len(parts) + 1; exists(ctx, join(outDir, partName(numbered(n), listName))); n++ {
		names = append(names, numbered(n))
	}
	var errs []error
	for _, part := range slices.Backward(names) {
		for _, name := range []string{manifestName, deadName, listName} {
			errs = append(errs, removeFile(ctx, join(outDir, partName(part, name))))
		}
	}
	return errors.Join(errs...)
}

// mergeRows writes what the manifests or the dead letters of parts say, and what failures besides: own returns a row without text for
// one that says nothing.
func mergeRows[T any](ctx context.Context, outDir, name string, parts []Part, failures []Failure, rowOf func(line string, x *T) row, own func(*Failure) (row, error)) error {
	return writeRows(ctx, outDir, "", name, func(ctx context.Context, add func(row)) error {
		for _, p := range parts {
			err := linesOf(ctx, outDir, p.Name, name, func(line string, x *T) error {
				add(rowOf(line, x))
				return ctx.Err()
			})
			if err != nil {
				return err
			}
		}
		for i := range failures {
			r, err := own(&failures[i])
			if err != nil {
				return err
			}
			if r.Text != "" {
				add(r)
			}
		}
		return nil
	})
}
