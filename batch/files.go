package batch

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/serve/manifest"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// FilesOptions say how files are cleaned, and where results go.
type FilesOptions struct {
	Options
	// OutDir is the folder of results, such as out or gs://bucket/out. What is in it is no
	// input.
	OutDir string
	// Root is a folder below which inputs keep their places. Without one, what comes from a
	// folder keeps its place in that, what a pattern finds its place below the part of it that
	// is no pattern, and other files their names.
	Root string `json:",omitempty"`
	// Again cleans what is clean already, too.
	Again bool `json:",omitempty"`
	// Groups is how many groups files are dealt out to, each of which a worker does as a whole, as many files at a time as Jobs says:
	// several for each worker that there is, or 1 where there is one; 0 is 128.
	Groups int `json:",omitempty"`
	// Part names the part of a batch that this pipeline does, where several pipelines do one:
	// its manifest and dead letters are left for Merge. "" is all.
	Part string `json:",omitempty"`
}

// Validate checks the options, but for what is in the bundle. Errors wrap ErrOptions.
func (o FilesOptions) Validate() error {
	if o.OutDir == "" {
		return fmt.Errorf("%w: there is no folder of results", ErrOptions)
	}
	if strings.ContainsAny(o.Part, `/\`) {
		return fmt.Errorf("%w: part %q", ErrOptions, o.Part)
	}
	if o.Groups < 0 {
		return fmt.Errorf("%w: %d groups", ErrOptions, o.Groups)
	}
	return o.Options.Validate()
}

// What is in the folder of results beside the results.
const (
	manifestName = "manifest.jsonl"
	deadName     = "dead-letters.jsonl"
	recordsName  = "_tidytalk"
)

// recordName returns the place of the record of a result.
func recordName(output string) string { return recordsName + "/" + output + ".json" }

// partName returns the place of what a part leaves for Merge.
func partName(part, name string) string {
	if part == "" {
		return name
	}
	return recordsName + "/" + part + "." + name
}

// Entry is what became of a file. The lines of manifest.jsonl, and the records in _tidytalk,
// say the same.
type Entry struct {
	Input   string           `beam:"input"`
	SHA256  string           `beam:"sha256"` // of the input; "": it could not be read
	Key     string           `beam:"key"`    // of settings, models and version
	Output  string           `beam:"output"` // its place in the folder of results
	Status  string           `beam:"status"` // of manifest.Entry
	Bytes   int64            `beam:"bytes"`
	Words   int64            `beam:"words"`
	Left    int64            `beam:"words_left"`
	Removed map[string]int64 `beam:"removed"` // words by kind
	Seconds float64          `beam:"seconds"`
	Error   string           `beam:"error"`
	Skipped bool             `beam:"skipped"` // it was done before
}

// entryOf returns an entry of a manifest.
func entryOf(m *manifest.Entry) Entry {
	e := Entry{m.Input, m.SHA256, m.Key, m.Output, m.Status, int64(m.Bytes), int64(m.Words), int64(m.Left), make(map[string]int64), float64(m.Seconds), m.Error, false}
	for k, n := range m.Removed {
		e.Removed[k] = int64(n)
	}
	return e
}

// line returns the entry as a line of a manifest.
func (e *Entry) line() (string, error) {
	m := manifest.Entry{Input: e.Input, SHA256: e.SHA256, Key: e.Key, Output: e.Output, Status: e.Status, Bytes: int(e.Bytes), Words: int(e.Words), Left: int(e.Left), Seconds: decisions.Seconds(e.Seconds), Error: e.Error}
	for k, n := range e.Removed {
		if m.Removed == nil {
			m.Removed = make(map[string]int)
		}
		m.Removed[k] = int(n)
	}
	b, err := m.Line()
	return string(b), err
}

func init() {
	beam.RegisterType(reflect.TypeFor[task]())
	beam.RegisterType(reflect.TypeFor[Entry]())
	beam.RegisterDoFn(&findFiles{})
	beam.RegisterDoFn(&oneEach{})
	beam.RegisterDoFn(&groupOf{})
	beam.RegisterDoFn(&cleanFiles{})
	beam.RegisterDoFn(&writeManifest{})
	beam.RegisterDoFn(failedEntry)
	register.Emitter2[string, task]()
	register.Emitter1[task]()
	register.Emitter1[Entry]()
	register.Emitter1[Failure]()
	register.Iter1[task]()
	register.Iter1[Entry]()
	register.Iter1[Failure]()
}

// Files cleans the files that inputs name, a PCollection of string in the global window: paths, folders, which
// stand for the files of known formats in them and below, patterns, and lists of such, a line
// each, as @LIST. A line of a list may say, behind a tab, what place its file gets. It returns
// a PCollection of Entry, one for each file, and one of Failure.
//
// Results go to the places of their inputs in the folder of results, whole or not at all. A
// record of each goes to _tidytalk in it, so that a later run skips what has the same content,
// settings and models. At the end manifest.jsonl has a line for each file, and
// dead-letters.jsonl, which is there if there are any, one for each failure. What has no place
// of its own, since another file has the same one, is a failure, and so is what cannot be
// read, cleaned or written; the others do not suffer.
//
// As with Clean, options that cannot be make this panic; FilesOptions.Validate checks them.
func Files(s beam.Scope, inputs beam.PCollection, o FilesOptions) (entries, failed beam.PCollection) {
	mustBe(o.Validate())
	s = s.Scope("tidytalk.Files")
	found, notFound := beam.ParDo2(s.Scope("find"), &findFiles{Options: o}, inputs)
	tasks, clashes := beam.ParDo2(s.Scope("one each"), &oneEach{}, beam.GroupByKey(s, found))
	groups := beam.GroupByKey(s, beam.ParDo(s.Scope("deal"), &groupOf{Groups: cmp.Or(o.Groups, defaultGroups)}, tasks))
	entries, bad := beam.ParDo2(s.Scope("clean"), &cleanFiles{Options: o}, groups)
	entries = beam.Flatten(s, entries, beam.ParDo(s, failedEntry, clashes))
	failed = beam.Flatten(s, notFound, clashes, bad)
	beam.ParDo0(s.Scope("manifest"), &writeManifest{o.OutDir, o.Part}, beam.Impulse(s), beam.SideInput{Input: entries}, beam.SideInput{Input: failed})
	return entries, failed
}

// failedEntry returns the entry of a file that was not worked on.
func failedEntry(f Failure) Entry {
	return Entry{Input: f.Input, Output: f.Output, Status: manifest.Failed, Error: f.Error}
}

type findFiles struct {
	Options FilesOptions
	places  *places
}

func (x *findFiles) Setup() (err error) {
	x.places, err = newPlaces(&x.Options)
	return err
}

func (x *findFiles) ProcessElement(ctx context.Context, input string, found func(string, task), failed func(Failure)) {
	x.places.expand(ctx, input, func(t task) { found(t.Output, t) }, func(f Failure) {
		failuresCount.Inc(ctx, 1)
		failed(f)
	})
}

// oneEach lets one file through for each place.
type oneEach struct{}

func (x *oneEach) ProcessElement(output string, next func(*task) bool, one func(task), failed func(Failure)) {
	var all []task
	var t task
	for next(&t) {
		all = append(all, t)
	}
	only, clashes := unclashed(all)
	for _, t := range only {
		one(t)
	}
	for _, f := range clashes {
		failed(f)
	}
}

// unclashed returns the one file that has a place, or, where several have it, their failures.
// A file that was named twice is one.
func unclashed(all []task) ([]task, []Failure) {
	if len(all) < 2 {
		return all, nil
	}
	slices.SortFunc(all, func(a, b task) int { return cmp.Compare(a.Path, b.Path) })
	name := func(path string) string {
		if isLocal(path) {
			return intake.Resolved(path)
		}
		return path
	}
	var one []task
	seen := make(map[string]int) // its number, from 1
	for _, t := range all {
		n := name(t.Path)
		if seen[n] == 0 {
			one = append(one, t)
			seen[n] = len(one)
		}
		first := &one[seen[n]-1]
		first.Found = first.Found && t.Found
	}
	if len(one) < 2 {
		return one, nil
	}
	var failed []Failure
	for i, t := range one {
		other := one[0]
		if i == 0 {
			other = one[1]
		}
		failed = append(failed, Failure{Input: t.Path, Output: t.Output, Error: fmt.Sprintf("%s and %s would both be written to %s: clean them to folders of their own", t.Path, other.Path, t.Output)})
	}
	return nil, failed
}

// fileDone is what came of a file.
type fileDone struct {
	entry manifest.Entry
	tally *cleaning.Tally // nil: nothing was cleaned
	took  time.Duration
	err   error
}

// defaultGroups is FilesOptions.Groups where that says nothing.
const defaultGroups = 128

// groupOf deals tasks out to groups by their places.
type groupOf struct{ Groups int }

func (x *groupOf) ProcessElement(t task) (int64, task) {
	return int64(xxh3.HashString(t.Output) % uint64(x.Groups)), t
}

type cleanFiles struct {
	Options FilesOptions
	m       *models
}

func (x *cleanFiles) Setup(ctx context.Context) (err error) {
	x.m, err = load(ctx, x.Options.Options, purpose{})
	return err
}

// ProcessElement cleans the files of a group. It waits for them here, and not at the end of the bundle: Beam asks a bundle how far it
// is, and waits for the answer while that ends, and so do all other bundles of the process, of whatever job.
func (x *cleanFiles) ProcessElement(ctx context.Context, _ int64, next func(*task) bool, cleaned func(Entry), failed func(Failure)) error {
	var group work[*fileDone]
	defer group.finish()
	for t := new(task); next(t); t = new(task) {
		if err := group.begin(ctx, x.m.atHand, func() *fileDone { return x.clean(ctx, *t) }); err != nil {
			return err
		}
		if err := x.emit(ctx, group.take(), cleaned, failed); err != nil {
			return err
		}
	}
	return x.emit(ctx, group.finish(), cleaned, failed)
}

func (x *cleanFiles) emit(ctx context.Context, done []*fileDone, cleaned func(Entry), failed func(Failure)) error {
	for _, d := range done {
		switch {
		case d.err != nil && ctx.Err() != nil:
			return d.err // it says nothing about the file
		case d.entry.Status == manifest.None:
			noneCount.Inc(ctx, 1)
			cleaned(entryOf(&d.entry))
		case d.err != nil:
			failuresCount.Inc(ctx, 1)
			f := failureOf(d.entry.Input, d.err)
			f.Output = d.entry.Output
			failed(*f)
			d.entry.Status, d.entry.Error = manifest.Failed, f.Error
			cleaned(entryOf(&d.entry))
		case d.tally == nil:
			skippedCount.Inc(ctx, 1)
			e := entryOf(&d.entry)
			e.Skipped = true
			cleaned(e)
		default:
			count(ctx, d.tally, d.took)
			cleaned(entryOf(&d.entry))
		}
	}
	return nil
}

// clean cleans a file, unless that was done before.
func (x *cleanFiles) clean(ctx context.Context, t task) *fileDone {
	start := time.Now()
	d := &fileDone{entry: manifest.Entry{Input: t.Path, Output: t.Output, Key: x.m.key, Status: manifest.Cleaned}}
	d.err = func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := readSource(ctx, t.Path, x.m.cleaning.Input())
		if err != nil {
			return err
		}
		sum := wholefile.SumOf(src)
		d.entry.SHA256, d.entry.Bytes = hex.EncodeToString(sum[:]), len(src)
		record, output := join(x.Options.OutDir, recordName(t.Output)), join(x.Options.OutDir, t.Output)
		if old, ok := x.record(ctx, record); ok && !x.Options.Again && old.Output == t.Output && old.Done(d.entry.SHA256, x.m.key) && exists(ctx, output) {
			old.Input = t.Path
			d.entry = old
			return nil
		}
		waits := time.Now()
		free, err := slot(ctx, x.m.slots)
		if err != nil {
			return err
		}
		start = start.Add(time.Since(waits))
		text, tally, err := x.m.clean(ctx, src, t.Path, func(line int, text string) { log.Warnf(ctx, "%s:%d: %s", t.Path, line, text) })
		free()
		if t.Found && err != nil && intake.HoldsNone(err, x.m.cleaning.Input(), src, t.Path) {
			d.entry.Status = manifest.None
			return nil
		}
		if err != nil {
			return err
		}
		// A record must not outlive what it is about.
		if err := write(ctx, output, text, true); err != nil {
			return fmt.Errorf("writing %s: %w", output, err)
		}
		d.took, d.tally = time.Since(start), tally
		d.entry.Count(tally)
		d.entry.Seconds = decisions.Seconds(d.took.Seconds())
		line, err := d.entry.Line()
		if err != nil {
			return err
		}
		if err := write(ctx, record, string(line), false); err != nil {
			return fmt.Errorf("writing %s: %w", record, err)
		}
		return nil
	}()
	return d
}

// record reads the record of a result, if there is one.
func (x *cleanFiles) record(ctx context.Context, path string) (e manifest.Entry, ok bool) {
	text, err := readAll(ctx, path)
	return e, err == nil && json.Unmarshal([]byte(text), &e) == nil
}

// writeManifest writes what became of all files.
type writeManifest struct{ OutDir, Part string }

func (x *writeManifest) ProcessElement(ctx context.Context, _ []byte, entries func(*Entry) bool, failures func(*Failure) bool) error {
	err := writeRows(ctx, x.OutDir, x.Part, manifestName, func(_ context.Context, add func(row)) error {
		return addRows(entries, manifestRow, add)
	})
	if err != nil {
		return err
	}
	return writeRows(ctx, x.OutDir, x.Part, deadName, func(_ context.Context, add func(row)) error {
		return addRows(failures, deadRow, add)
	})
}

// addRows adds the rows of what next tells.
func addRows[T any](next func(*T) bool, rowOf func(*T) (row, error), add func(row)) error {
	for x := new(T); next(x); x = new(T) {
		r, err := rowOf(x)
		if err != nil {
			return err
		}
		add(r)
	}
	return nil
}
