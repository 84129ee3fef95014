package batch

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/formats"
)

// task is a file to clean.
type task struct {
	Path   string `beam:"path"`
	Output string `beam:"output"` // the place of its result in the folder of results, with slashes
	Found  bool   `beam:"found"`  // in a folder: nobody has said that it is a transcript
}

// places finds the files that inputs name, and where their results go.
type places struct {
	outDir string
	out    string // resolved, of local ones
	root   string // that inputs keep their places below; "": there is none
	to     string // format that is asked for; "" is that of each input
}

func newPlaces(o *FilesOptions) (*places, error) {
	f, err := o.parse("", false)
	if err != nil {
		return nil, err
	}
	p := &places{outDir: o.OutDir, root: o.Root}
	if isLocal(o.OutDir) {
		p.out = intake.Resolved(o.OutDir)
	}
	if _, set := o.Settings["to"]; f.From != "tokens" || set {
		p.to = f.To
	}
	return p, nil
}

// expand calls found with all files that an input names, and failed with what is wrong about
// it.
func (p *places) expand(ctx context.Context, input string, found func(task), failed func(Failure)) {
	if list, ok := strings.CutPrefix(input, partPrefix); ok {
		p.part(ctx, list, found, failed)
		return
	}
	if list, ok := strings.CutPrefix(input, "@"); ok {
		p.lists(ctx, list, found, failed)
		return
	}
	n := 0
	err := p.files(ctx, input, func(file, rel string, inFolder bool) {
		n++
		if p.inside(file) {
			return
		}
		p.give(task{file, filepath.ToSlash(intake.OutputName(rel, p.to)), inFolder}, found, failed)
	})
	if err == nil && n == 0 {
		err = errors.New("no files are there that it names")
	}
	if err != nil {
		failed(Failure{Input: input, Error: fmt.Sprintf("%s: %v", input, err)})
	}
}

// lists expands what the lines of lists say, which a path or a pattern names.
func (p *places) lists(ctx context.Context, list string, found func(task), failed func(Failure)) {
	fail := func(line int, name string, err error) {
		failed(Failure{Input: name, Line: int64(line), Error: fmt.Sprintf("the list %s: %v", name, err)})
	}
	names := []string{list}
	if hasMeta(list) {
		names = nil
		if err := p.files(ctx, list, func(file, _ string, _ bool) { names = append(names, file) }); err != nil || len(names) == 0 {
			fail(0, list, cmp.Or(err, errors.New("there is none")))
			return
		}
	}
	for _, name := range names {
		r, err := openRead(ctx, name)
		if err != nil {
			fail(0, name, err)
			continue
		}
		lines := bufio.NewScanner(r)
		line := 0
		for lines.Scan() {
			line++
			text := strings.TrimSuffix(lines.Text(), "\r")
			input, place, placed := strings.Cut(text, "\t")
			switch {
			case strings.TrimSpace(text) == "":
			case strings.HasPrefix(input, "@"):
				fail(line, name, errors.New("a list names files, and no other lists"))
			case placed:
				p.give(task{input, place, false}, found, failed)
			default:
				p.expand(ctx, input, found, failed)
			}
		}
		if err := lines.Err(); err != nil {
			fail(line+1, name, err)
		}
		r.Close()
	}
}

// part expands the list of a part.
func (p *places) part(ctx context.Context, list string, found func(task), failed func(Failure)) {
	err := func() error {
		r, err := fetch(ctx, list)
		if err != nil {
			return err
		}
		defer r.Close()
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			var t task
			if err := t.parse(lines.Text()); err != nil {
				return err
			}
			found(t)
		}
		return lines.Err()
	}()
	if err != nil {
		failed(Failure{Input: list, Error: fmt.Sprintf("the list %s: %v", list, err)})
	}
}

// line returns the task as a line of the list of a part.
func (t task) line() string {
	return fmt.Sprintf("%q\t%q\t%t\n", t.Path, t.Output, t.Found)
}

// parse reads what line has written, without the end of the line.
func (t *task) parse(line string) error {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return fmt.Errorf("%q is no line of it", line)
	}
	var err1, err2, err3 error
	t.Path, err1 = strconv.Unquote(fields[0])
	t.Output, err2 = strconv.Unquote(fields[1])
	t.Found, err3 = strconv.ParseBool(fields[2])
	return errors.Join(err1, err2, err3)
}

// give calls found with a task, if its place is one.
func (p *places) give(t task, found func(task), failed func(Failure)) {
	place := t.Output
	t.Output = path.Clean(place)
	switch {
	case !filepath.IsLocal(filepath.FromSlash(t.Output)) || t.Output == ".":
		failed(Failure{Input: t.Path, Error: fmt.Sprintf("%s: %s is no place in a folder", t.Path, place)})
	case t.Output == manifestName || t.Output == deadName || t.Output == recordsName || strings.HasPrefix(t.Output, recordsName+"/"):
		failed(Failure{Input: t.Path, Error: fmt.Sprintf("%s: its result would go to %s, where the manifest and the records are: give it another place", t.Path, t.Output)})
	default:
		found(t)
	}
}

func hasMeta(path string) bool { return strings.ContainsAny(path, "*?[") }

// files calls found with the files that a path, a folder or a pattern names, with the
// place of each, which is below the folder, or below the part of a pattern that is none, and with whether it is one of a folder.
func (p *places) files(ctx context.Context, input string, found func(file, rel string, inFolder bool)) error {
	inFolder := false
	add := func(root, file string) {
		if p.root != "" {
			root = p.root
		}
		found(file, below(root, file), inFolder)
	}
	if !isLocal(input) {
		inFolder = strings.HasSuffix(input, "/")
		return p.remote(ctx, input, add)
	}
	info, err := os.Stat(input)
	switch {
	case err == nil && info.IsDir():
		if intake.Resolved(input) == p.out {
			return nil
		}
		inFolder = true
		return intake.Walk(input, p.out, false, func(rel string) { add(input, filepath.Join(input, rel)) }, nil)
	case err == nil || !hasMeta(input):
		if p.inside(input) {
			return errors.New("it is in the folder of results")
		}
		add(filepath.Dir(input), input) // what cannot be read is told when its turn comes
		return nil
	case strings.Contains(input, "**"):
		return errors.New("** is for gs:// alone: name the folder, and all below it is meant")
	}
	names, err := filepath.Glob(input)
	if err != nil {
		return err
	}
	for _, name := range names {
		hidden := strings.Contains(string(filepath.Separator)+strings.TrimPrefix(name, stem(input)), string(filepath.Separator)+".")
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !hidden {
			add(stem(input), name)
		}
	}
	return nil
}

// remote is files for other file systems. A name that ends in a slash is a folder.
func (p *places) remote(ctx context.Context, input string, add func(root, file string)) error {
	folder := strings.HasSuffix(input, "/")
	if !folder && !hasMeta(input) {
		add(input[:strings.LastIndexByte(input, '/')+1], input)
		return nil
	}
	store, err := storeOf(input)
	if err != nil {
		return err
	}
	root := input
	if !folder {
		root = stem(input)
	}
	found := func(name string) {
		hidden := strings.Contains(strings.TrimPrefix(name, scheme(name)), "/.")
		if !hidden && !strings.HasSuffix(name, "/") && (!folder || formats.InFolders(name)) {
			add(root, name)
		}
	}
	if s, ok := store.(*s3Store); ok {
		return s.walk(ctx, input, found)
	}
	patterns := []string{input}
	switch {
	case folder && scheme(input) == "gs://":
		patterns = []string{input + "**"}
	case folder:
		patterns = depths(input)
	}
	for _, pattern := range patterns {
		var names []string
		err := patiently(ctx, input, func() (err error) {
			names, err = store.List(ctx, pattern)
			return err
		})
		if err != nil {
			return err
		}
		slices.Sort(names)
		for _, name := range names {
			found(name)
		}
	}
	return nil
}

// mostDeep is how deep folders are looked into in file systems that list one depth at a time.
const mostDeep = 12

// depths returns the patterns of all that is in a folder and below it.
func depths(folder string) (patterns []string) {
	for n := range mostDeep {
		patterns = append(patterns, folder+strings.Repeat("*/", n)+"*")
	}
	return patterns
}

// stem returns the folder that a pattern is about, as far as it is no pattern.
func stem(pattern string) string {
	fixed := pattern[:strings.IndexAny(pattern, "*?[")]
	return fixed[:strings.LastIndexAny(fixed, `/`+string(filepath.Separator))+1]
}

// below returns where a file is below a folder, or, if it is not, its name.
func below(root, file string) string {
	if !isLocal(file) {
		if rel, ok := strings.CutPrefix(file, strings.TrimRight(root, "/")+"/"); ok {
			return rel
		}
		return path.Base(file)
	}
	a, err1 := filepath.Abs(root)
	b, err2 := filepath.Abs(file)
	if rel, err := filepath.Rel(a, b); err1 == nil && err2 == nil && err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return filepath.Base(file)
}

// inside reports whether a file is in the folder of results.
func (p *places) inside(file string) bool {
	if isLocal(file) != isLocal(p.outDir) {
		return false
	}
	if !isLocal(file) {
		return strings.HasPrefix(file, strings.TrimRight(p.outDir, "/")+"/")
	}
	rel, err := filepath.Rel(p.out, intake.Resolved(file))
	return err == nil && filepath.IsLocal(rel)
}
