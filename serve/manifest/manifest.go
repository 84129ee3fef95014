// Package manifest takes down what became of files that are cleaned into a folder: a JSON
// object a line, by which a later run knows what is done.
//
// Lines are added whole, as files are finished, and never changed: of several about one
// result, the last counts. Several processes may add to one manifest. A line that is
// damaged counts for nothing, so that a run that was killed leaves a manifest that a
// later run can continue.
//
// Start with [Open], [File] and [Entry].
package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/decisions"
)

// The statuses.
const (
	Cleaned = "cleaned"
	Failed  = "failed"
	None    = "no transcript" // of files in folders
)

// Entry is what became of an input.
type Entry struct {
	Input   string            `json:"input"`            // as it was named
	SHA256  string            `json:"sha256,omitempty"` // of the input, in hexadecimal; "": it could not be read
	Key     string            `json:"key"`              // of settings and models: see cleaning.Cleaning.Key
	Output  string            `json:"output"`           // its place in the folder of results, with slashes
	Status  string            `json:"status"`
	Bytes   int               `json:"bytes"` // of the input
	Words   int               `json:"words"` // of the input
	Left    int               `json:"words_left"`
	Removed map[string]int    `json:"removed,omitempty"` // words by kind; a word of several kinds counts for the first
	Seconds decisions.Seconds `json:"seconds"`
	Error   string            `json:"error,omitempty"`
}

// Done reports whether the entry says that an input with this hash is cleaned, by the
// settings and models of a key.
func (e *Entry) Done(sha256, key string) bool {
	return e.Status == Cleaned && e.SHA256 == sha256 && e.Key == key
}

// Count takes down the counts of a tally.
func (e *Entry) Count(t *cleaning.Tally) {
	e.Words, e.Left = t.Words, t.Words-t.Removed
	for k, name := range data.DisfluencyNames() {
		if n := t.Kinds[k]; n > 0 {
			if e.Removed == nil {
				e.Removed = make(map[string]int)
			}
			e.Removed[name] = n
		}
	}
}

// ErrForeign is wrapped by the error of Open about a file that is no manifest.
var ErrForeign = errors.New("not a manifest of cleaned files")

// File is an open manifest. It may be used by several goroutines at once.
type File struct {
	mu   sync.Mutex
	f    *os.File
	last map[string]Entry // by output, of those that Load has read
	torn bool             // the last line has no end
}

// head begins every line.
const head = `{"input":"`

// Open opens the manifest in a file, or begins one. It reads no more than its beginning and its
// end.
func Open(path string) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	m := &File{f: f}
	if err := m.check(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func (m *File) check() error {
	info, err := m.f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if info.Size() == 0 {
		return nil
	}
	b := make([]byte, min(info.Size(), int64(2*len(head))))
	if _, err := m.f.ReadAt(b, 0); err != nil {
		return err
	}
	if first, second, whole := strings.Cut(string(b), "\n"); !begins(first) || whole && len(first) < len(head) && !begins(second) {
		return ErrForeign
	}
	var end [1]byte
	_, err = m.f.ReadAt(end[:], info.Size()-1)
	m.torn = end[0] != '\n'
	return err
}

// begins reports whether a line begins as all do, or is the beginning of such a line, as a run
// that was killed leaves it.
func begins(line string) bool {
	return line != "" && line[:min(len(line), len(head))] == head[:min(len(line), len(head))]
}

// Load reads the entries, for Find.
func (m *File) Load() error {
	info, err := m.f.Stat()
	if err != nil {
		return err
	}
	b, err := io.ReadAll(io.NewSectionReader(m.f, 0, info.Size()))
	if err != nil {
		return err
	}
	m.last = make(map[string]Entry)
	for line := range bytes.Lines(b) {
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Output != "" {
			m.last[e.Output] = e
		}
	}
	return nil
}

// Find returns the last entry of a result, as it was when the entries were loaded; none was if
// they were not.
func (m *File) Find(output string) (Entry, bool) {
	e, ok := m.last[output]
	return e, ok
}

// Add adds an entry.
func (m *File) Add(e Entry) error {
	line, err := e.Line()
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.torn {
		line = append([]byte("\n"), line...)
		m.torn = false
	}
	_, err = m.f.Write(line)
	return err
}

// Line returns the entry as a line.
func (e *Entry) Line() ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(e)
	return b.Bytes(), err
}

// Close closes the manifest.
func (m *File) Close() error { return m.f.Close() }
