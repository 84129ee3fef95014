package batch

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/tidytalk/tidytalk/serve/manifest"
)

// manifestRow returns the line of an entry, and where it stands.
func manifestRow(e *Entry) (row, error) {
	line, err := e.line()
	return row{Place: e.Output, Input: e.Input, Text: line}, err
}

// deadRow returns the line of a failure, and where it stands.
func deadRow(f *Failure) (row, error) {
	var b strings.Builder
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(f)
	return row{Place: f.Output, Input: f.Input, Line: f.Line, Text: b.String()}, err
}

// writeRows writes the manifest, or the dead letters, of a batch or a part, in an order that does not depend on who was first. Without
// rows there is a manifest, and no dead letters, not those of an earlier run, either.
func writeRows(ctx context.Context, outDir, part, name string, fill func(ctx context.Context, add func(row)) error) error {
	path := join(outDir, partName(part, name))
	return sorted(ctx, fill, func(n int, rows iter.Seq2[row, error]) error {
		if n == 0 && name == deadName {
			return removeFile(ctx, path)
		}
		return writeFrom(ctx, path, func(w io.Writer) error {
			for r, err := range rows {
				if err == nil {
					_, err = io.WriteString(w, r.Text)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// linesOf calls each with the lines of a manifest or of dead letters, and what they say. There may be no dead letters.
func linesOf[T any](ctx context.Context, outDir, part, name string, each func(line string, x *T) error) error {
	path := join(outDir, partName(part, name))
	if name == deadName && !exists(ctx, path) {
		return nil
	}
	f, err := fetch(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		x := new(T)
		if err := json.Unmarshal([]byte(line), x); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if err := each(line, x); err != nil {
			return err
		}
	}
}

// Each calls entry with what the manifest in a folder of results says, a line after the other, and failure with what the dead
// letters say. It ends with the first error of either.
func Each(ctx context.Context, outDir string, entry func(Entry) error, failure func(Failure) error) error {
	err := linesOf(ctx, outDir, "", manifestName, func(_ string, e *manifest.Entry) error { return entry(entryOf(e)) })
	if err != nil {
		return err
	}
	return linesOf(ctx, outDir, "", deadName, func(_ string, f *Failure) error { return failure(*f) })
}

// Read returns what the manifest and the dead letters in a folder of results say: see Each for large ones.
func Read(ctx context.Context, outDir string) (entries []Entry, failures []Failure, err error) {
	err = Each(ctx, outDir, func(e Entry) error { entries = append(entries, e); return nil }, func(f Failure) error { failures = append(failures, f); return nil })
	return entries, failures, err
}
