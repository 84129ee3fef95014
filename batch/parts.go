package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	files := 0
	d := dealer{ctx: ctx, outDir: o.OutDir, n: n}
	err = sorted(ctx, func(ctx context.Context, add func(row)) error {
		for _, input := range inputs {
			p.expand(ctx, input, func(t task) {
				files++
				add(row{Place: t.Output, Input: t.Path, Text: t.line()})
			}, fail)
		}
		return nil
	}, func(r row) error {
		d.begin(files, most)
		var t task
		if err := t.parse(strings.TrimSuffix(r.Text, "\n")); err != nil {
			return err
		}
		return d.add(t, fail)
	})
	if err == nil {
		err = d.deal(fail)
	}
	if err == nil {
		err = d.flush()
	}
	return d.parts, failures, err
}

// dealer deals tasks out to parts, in rounds of n.
type dealer struct {
	ctx    context.Context
	outDir string
	n      int
	round  int               // tasks of a round; 0: it has not begun
	same   []task            // those with the place of the last one
	lists  []strings.Builder // of this round
	dealt  int               // tasks of this round
	parts  []Part
}

// begin decides how many tasks a round has, of so many in all.
func (d *dealer) begin(files, most int) {
	if d.round > 0 {
		return
	}
	rounds := 1
	if d.n = max(1, min(d.n, files)); most > 0 {
		rounds = (files + d.n*most - 1) / (d.n * most)
	}
	d.round = (files + rounds - 1) / rounds
	d.lists = make([]strings.Builder, d.n)
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
		d.lists[d.dealt%d.n].WriteString(t.line())
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
// pipelines did of a batch, with failures of its own. What the parts left is removed. Of lines it holds a part in memory; the others
// are in a temporary file.
func Merge(ctx context.Context, outDir string, parts []Part, failures []Failure) error {
	err := writeRows(ctx, outDir, "", manifestName, func(ctx context.Context, add func(row)) error {
		for _, p := range parts {
			err := linesOf(ctx, outDir, p.Name, manifestName, func(line string, e *manifest.Entry) error {
				add(row{Place: e.Output, Input: e.Input, Text: line})
				return ctx.Err()
			})
			if err != nil {
				return err
			}
		}
		for _, f := range failures {
			if f.Output == "" {
				continue
			}
			e := failedEntry(f)
			r, err := manifestRow(&e)
			if err != nil {
				return err
			}
			add(r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = writeRows(ctx, outDir, "", deadName, func(ctx context.Context, add func(row)) error {
		for _, p := range parts {
			err := linesOf(ctx, outDir, p.Name, deadName, func(line string, f *Failure) error {
				add(row{Place: f.Output, Input: f.Input, Line: f.Line, Text: line})
				return ctx.Err()
			})
			if err != nil {
				return err
			}
		}
		for _, f := range failures {
			r, err := deadRow(&f)
			if err != nil {
				return err
			}
			add(r)
		}
		return nil
	})
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
