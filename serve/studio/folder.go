package studio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/corrections"
)

// folder keeps transcripts and what people have changed of them on the disk: of each a folder of its own, which is called as the
// transcript, with the transcript and, beside it, a file for clean --corrections. Its methods may be called concurrently.
type folder struct {
	path string
	mu   sync.Mutex // held while a project is read and written
}

// correctionsFile is the name of the file beside the transcript.
const correctionsFile = "corrections.json"

// longestName is the length, in bytes, of the longest name of a transcript in a folder: with what follows it systems take it.
const longestName = 120

// errNoProject is the error about a project that is not there.
var errNoProject = errors.New("there is no such transcript in the folder of the server")

// contents is what contents are called by the page: it is the end of the name of a folder.
var contents = lazy.Regexp(`^[0-9a-f]{8}[0-9a-f-]{0,40}$`)

// kept is a project, as it is listed.
type kept struct {
	Content string    `json:"content"`
	Name    string    `json:"name"`
	At      time.Time `json:"at"` // when it was changed last
}

// list returns all projects, the latest first.
func (f *folder) list() ([]kept, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return nil, err
	}
	out := []kept{}
	for _, e := range entries {
		name, content, ok := cutLast(e.Name(), ".")
		if !ok || !e.IsDir() || !contents().MatchString(content) {
			continue
		}
		info, err := os.Stat(filepath.Join(f.path, e.Name(), correctionsFile))
		if err != nil {
			continue // nothing is known of it yet, or it is something else
		}
		out = append(out, kept{content, name, info.ModTime().UTC()})
	}
	slices.SortFunc(out, func(a, b kept) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(a.Content, b.Content)) })
	return out, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// find returns the folder of a project, and the name of its transcript.
func (f *folder) find(content string) (at, name string, err error) {
	if !contents().MatchString(content) {
		return "", "", errNoProject
	}
	all, err := filepath.Glob(filepath.Join(globbed(f.path), "*."+content))
	if err != nil || len(all) == 0 {
		return "", "", errNoProject
	}
	name, _, _ = cutLast(filepath.Base(all[0]), ".")
	return all[0], name, nil
}

// globbed returns a path of which no letter stands for others.
func globbed(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// source returns a transcript.
func (f *folder) source(content string) ([]byte, error) {
	at, name, err := f.find(content)
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(at, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoProject
	}
	return b, err
}

// project returns what people have changed of a transcript.
func (f *folder) project(content string) (*corrections.Project, error) {
	at, _, err := f.find(content)
	if err != nil {
		return nil, err
	}
	p, err := corrections.ReadFile(filepath.Join(at, correctionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoProject
	}
	return p, err
}

// put keeps what people have changed, and the transcript, where it is not there yet; nil: it is not sent. Operations that are known
// already stay: it returns all.
func (f *folder) put(content string, p *corrections.Project, src []byte) (json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, name, err := f.find(content)
	isNew := err != nil
	switch {
	case !isNew:
	case !contents().MatchString(content):
		return nil, badRequest("%q names no transcript", content)
	case src == nil:
		return nil, errNoProject
	default:
		name = safeName(p.File.Name)
		at = filepath.Join(f.path, name+"."+content)
	}
	if src != nil {
		if err := p.Check(string(src), name); err != nil {
			return nil, badRequest("%w", err)
		}
	}
	known, err := corrections.ReadFile(filepath.Join(at, correctionsFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		known = &corrections.Project{}
	case err != nil:
		return nil, err
	}
	all, err := united(known.Operations, p.Operations)
	if err != nil {
		return nil, badRequest("operations: %w", err)
	}
	if isNew {
		if err := os.MkdirAll(at, 0o700); err != nil {
			return nil, err
		}
	}
	if src != nil {
		if err := keep(filepath.Join(at, name), src); err != nil {
			return nil, err
		}
	}
	out := *p
	out.Operations = all
	var b bytes.Buffer
	if err := out.Write(&b); err != nil {
		return nil, err
	}
	return all, keep(filepath.Join(at, correctionsFile), b.Bytes())
}

// drop removes a project.
func (f *folder) drop(content string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, _, err := f.find(content)
	if err != nil {
		return err
	}
	return os.RemoveAll(at)
}

// safeName returns a name for a file that every system takes.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, baseName(name, "transcript.txt"))
	for stem, extension, cut := cutLast(name, "."); len(name) > longestName && stem != ""; {
		_, size := utf8.DecodeLastRuneInString(stem)
		if stem = stem[:len(stem)-size]; cut {
			name = stem + "." + extension
		} else {
			name = stem
		}
	}
	if name = strings.Trim(name, " ."); name == "" || name == correctionsFile {
		return "transcript.txt"
	}
	return name
}

// united returns the operations of two logs, in the order of their clocks, each once.
func united(a, b json.RawMessage) (json.RawMessage, error) {
	type id struct {
		Clock int64  `json:"clock"`
		Site  string `json:"site"`
	}
	type op struct {
		id
		raw json.RawMessage
	}
	var all []op
	known := make(map[id]bool)
	for _, raw := range []json.RawMessage{a, b} {
		var list []json.RawMessage
		if raw == nil {
			continue
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		for i, r := range list {
			x := op{raw: r}
			if err := json.Unmarshal(r, &x.id); err != nil || x.Site == "" {
				return nil, fmt.Errorf("the %d. has no clock and site", i+1)
			}
			if !known[x.id] {
				known[x.id] = true
				all = append(all, x)
			}
		}
	}
	slices.SortFunc(all, func(a, b op) int { return cmp.Or(cmp.Compare(a.Clock, b.Clock), strings.Compare(a.Site, b.Site)) })
	out := make([]json.RawMessage, len(all))
	for i := range all {
		out[i] = all[i].raw
	}
	return json.Marshal(out)
}

// keep writes a file.
func keep(name string, holds []byte) error {
	file, err := wholefile.Create(name)
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := file.Write(holds); err != nil {
		return err
	}
	return file.Place(name)
}
