package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// report says what became of each input, and of all. A nil one takes nothing down.
type report struct {
	path  string
	start time.Time
	files []reportedFile
	total cleaning.Tally
	count map[status]int
}

// counts is what a report says of words.
type counts struct {
	In      int            `json:"words_in"`
	Out     int            `json:"words_out"`
	Removed int            `json:"words_removed"`
	Kinds   map[string]int `json:"removed_by_kind"`
	Marks   int            `json:"marks_changed"`
	Letters int            `json:"case_changed"`
	Numbers int            `json:"numbers_in_digits,omitempty"`
	Spelled int            `json:"words_spelled_out,omitempty"`
	Notes   int            `json:"notes_removed,omitempty"`
}

// reportedFile is what a report says of an input.
type reportedFile struct {
	File     string                        `json:"file"`
	Status   status                        `json:"status"`
	Error    string                        `json:"error,omitempty"`
	Bytes    int                           `json:"bytes"`
	Counts   *counts                       `json:"counts,omitempty"` // nil: it was not cleaned
	Examples map[string][]cleaning.Example `json:"examples,omitempty"`
	Warnings []string                      `json:"warnings,omitempty"`
	Seconds  decisions.Seconds             `json:"seconds"`
}

// reportedTotal is what a report says of all inputs.
type reportedTotal struct {
	Files   int               `json:"files"`
	Status  map[status]int    `json:"status"`
	Bytes   int               `json:"bytes"`
	Counts  *counts           `json:"counts"`
	Seconds decisions.Seconds `json:"seconds"`
}

// newReport returns a report for a file, nil for "". Its name says how it is written.
func newReport(path string) (*report, error) {
	if path == "" {
		return nil, nil
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".md":
	default:
		return nil, usage.Errorf("--report writes JSON or Markdown: %s has to end in .json or .md", path)
	}
	if err := fileio.CheckFolder(path); err != nil {
		return nil, err
	}
	return &report{path: path, start: terminal.Clock(), count: make(map[status]int)}, nil
}

// check returns an error if the report would be written over an input or a result.
func (r *report) check(inputs []input, output string) error {
	if r == nil {
		return nil
	}
	own := intake.Resolved(r.path)
	if output != "" && intake.Resolved(output) == own {
		return usage.Errorf("--report and --output name the same file, %s", r.path)
	}
	for _, in := range inputs {
		if in.path != "-" && intake.Resolved(in.path) == own {
			return fmt.Errorf("%s is an input, and --report would write over it: name another file", r.path)
		}
		if in.out != "" && intake.Resolved(in.out) == own {
			return fmt.Errorf("the result of %s goes to %s, and --report would write over it: name another file", in.path, r.path)
		}
	}
	return nil
}

// add takes down what came of an input.
func (r *report) add(o *outcome, err error) {
	if r == nil {
		return
	}
	f := reportedFile{File: filepath.ToSlash(o.name), Status: o.status, Bytes: o.bytes, Warnings: o.notes, Seconds: decisions.Seconds(o.took.Seconds())}
	if err != nil {
		f.Error = program.Plain(err).Error()
	}
	if o.status == statusCleaned || o.status == statusUnchanged {
		f.Counts = countsOf(o.tally)
		r.total.Sum(o.tally)
		for k, name := range data.DisfluencyNames() {
			if x := o.tally.Examples[k]; len(x) > 0 {
				if f.Examples == nil {
					f.Examples = make(map[string][]cleaning.Example)
				}
				f.Examples[name] = x
			}
		}
	}
	r.count[f.Status]++
	r.files = append(r.files, f)
}

func countsOf(t *cleaning.Tally) *counts {
	c := &counts{In: t.Words, Out: t.Words - t.Removed, Removed: t.Removed, Kinds: make(map[string]int), Marks: t.Marks, Letters: t.Letters, Numbers: t.Numbers, Spelled: t.Spelled, Notes: t.Notes}
	for k, name := range data.DisfluencyNames() {
		// What styles remove is told where they do.
		if n := t.Kinds[k]; n > 0 || data.Editorial&(1<<k) == 0 {
			c.Kinds[name] = n
		}
	}
	return c
}

// write writes the report, with those of the inputs that were not reached.
func (r *report) write(inputs []input) error {
	if r == nil {
		return nil
	}
	for _, in := range inputs[len(r.files):] {
		o := &outcome{name: in.path, status: statusNotDone}
		if in.path == "-" {
			o.name = fileio.Stdin
		}
		r.add(o, nil)
	}
	total := reportedTotal{Files: len(r.files), Status: r.count, Counts: countsOf(&r.total), Seconds: decisions.Seconds(terminal.Clock().Sub(r.start).Seconds())}
	for i := range r.files {
		total.Bytes += r.files[i].Bytes
	}
	new(wholefile.Sweeper).Sweep(filepath.Dir(r.path))
	return fileio.Replace(r.path, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(r.path), ".md") {
			return r.markdown(w, &total)
		}
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(struct {
			Version string         `json:"tidytalk"`
			Total   *reportedTotal `json:"total"`
			Files   []reportedFile `json:"files"`
		}{tidytalk.Version, &total, r.files})
	})
}

// The statuses in the order in which a report counts them.
var statuses = []status{statusCleaned, statusUnchanged, statusAlready, statusChanged, statusFailed, statusNotDone}

func (r *report) markdown(w io.Writer, total *reportedTotal) error {
	fmt.Fprintf(w, "# Cleaned by tidytalk %s\n\n", tidytalk.Version)
	var parts []string
	for _, s := range statuses {
		if n := r.count[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	fmt.Fprintf(w, "Files: %d (%s). Seconds: %s.\n\n", total.Files, strings.Join(parts, ", "), rounded(total.Seconds))
	c := total.Counts
	fmt.Fprintf(w, "Words: %d, removed %d, left %d. Places where punctuation changed: %d, where case changed: %d.", c.In, c.Removed, c.Out, c.Marks, c.Letters)
	if c.Numbers > 0 {
		fmt.Fprintf(w, " Numbers written in digits: %d.", c.Numbers)
	}
	if c.Spelled+c.Notes > 0 {
		fmt.Fprintf(w, " Words spelled out: %d. Notes removed: %d.", c.Spelled, c.Notes)
	}
	fmt.Fprint(w, "\n\n")
	kinds := slices.DeleteFunc(data.DisfluencyNames(), func(name string) bool { _, told := c.Kinds[name]; return !told })
	fmt.Fprintf(w, "| removed | words |\n|---|---|\n")
	for _, k := range kinds {
		fmt.Fprintf(w, "| %s | %d |\n", k, c.Kinds[k])
	}
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintf(t, "\n## Files\n\n| file\t| status\t| words\t| %s\t| left\t| punctuation\t| case\t| seconds\t|\n|---|---|%s---|---|---|---|---|\n", strings.Join(kinds, "\t| "), strings.Repeat("---|", len(kinds)))
	for i := range r.files {
		f := &r.files[i]
		fmt.Fprintf(t, "| %s\t| %s\t", cell(f.File), f.Status)
		if c := f.Counts; c != nil {
			fmt.Fprintf(t, "| %d\t", c.In)
			for _, k := range kinds {
				fmt.Fprintf(t, "| %d\t", c.Kinds[k])
			}
			fmt.Fprintf(t, "| %d\t| %d\t| %d\t", c.Out, c.Marks, c.Letters)
		} else {
			fmt.Fprint(t, strings.Repeat("| \t", len(kinds)+4))
		}
		fmt.Fprintf(t, "| %s\t|\n", rounded(f.Seconds))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range r.files {
		f := &r.files[i]
		if f.Error == "" && len(f.Examples) == 0 && len(f.Warnings) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n### %s\n\n", cell(f.File))
		if f.Error != "" {
			fmt.Fprintf(w, "- %s: %s\n", f.Status, cell(f.Error))
		}
		for _, x := range f.Warnings {
			fmt.Fprintf(w, "- %s\n", cell(x))
		}
		for _, k := range kinds {
			for _, x := range f.Examples[k] {
				fmt.Fprintf(w, "- %s, line %d: %s\n", k, x.Line, cell(x.Text))
			}
		}
	}
	return nil
}

func rounded(s decisions.Seconds) string {
	return fmt.Sprintf("%.3f", math.Round(float64(s)*1000)/1000)
}

// cell escapes what means something in Markdown.
func cell(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		if strings.ContainsRune("\\`*_{}[]<>#|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
