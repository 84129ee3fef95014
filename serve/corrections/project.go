package corrections

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tidytalk/tidytalk/internal/bounded"
)

// Project is a file that keeps what people have changed of a transcript: JSON, which the page downloads, 'tidytalk serve
// --projects' keeps, and 'tidytalk clean --corrections' carries out.
type Project struct {
	File File
	Edit Edit
	// Operations is the log of the page, in JSON, which nothing else looks into; nil: there is none.
	Operations json.RawMessage
}

// File says which transcript a Project is of.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of all its bytes, in hexadecimal
	Bytes  int64  `json:"bytes"`
}

// What a project says that it is.
const (
	kind    = "corrections"
	version = 1
)

// ErrProject is wrapped by the errors about what is no project.
var ErrProject = errors.New("no corrections")

// project is a Project as it is written.
type project struct {
	Tidytalk   string          `json:"tidytalk"`
	Version    int             `json:"version"`
	File       File            `json:"file"`
	Edit       Edit            `json:"edit"`
	Operations json.RawMessage `json:"operations,omitempty"`
}

// FileOf returns what a Project says of a transcript.
func FileOf(name, src string) File {
	sum := sha256.Sum256([]byte(src))
	return File{Name: name, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(src))}
}

// ReadFile reads a Project from a file. Errors are those of Read, and those of the file.
func ReadFile(path string) (*Project, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads a Project, of which name is for errors. These wrap ErrProject where it is none, or one of a later version.
func Read(r io.Reader, name string) (*Project, error) {
	b, err := bounded.ReadAll(r, name, bounded.Lists)
	if err != nil {
		return nil, err
	}
	return Parse(b, name)
}

// Parse is Read of bytes.
func Parse(b []byte, name string) (*Project, error) {
	var is struct {
		Tidytalk string `json:"tidytalk"`
		Version  int    `json:"version"`
	}
	wrong := func(format string, args ...any) (*Project, error) {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrProject, fmt.Errorf(format, args...))
	}
	switch err := json.Unmarshal(b, &is); {
	case err != nil:
		return wrong("it is not the JSON that the page downloads: %w", err)
	case is.Tidytalk != kind:
		return wrong(`it does not say "tidytalk":%q: it is another file`, kind)
	case is.Version > version:
		return wrong("it is of version %d, and this program knows %d: use a later one", is.Version, version)
	case is.Version < 1:
		return wrong("it is of version %d, which there is not", is.Version)
	}
	var p project
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields() // what is not known would be lost
	if err := d.Decode(&p); err != nil {
		return wrong("%w", err)
	}
	if sum, err := hex.DecodeString(p.File.SHA256); err != nil || len(sum) != sha256.Size {
		return wrong("%q is no SHA-256 of its transcript", p.File.SHA256)
	}
	if p.File.Bytes < 0 {
		return wrong("its transcript has %d bytes", p.File.Bytes)
	}
	out := &Project{File: p.File, Edit: p.Edit}
	if len(p.Operations) > 0 {
		out.Operations = bytes.Clone(p.Operations)
	}
	return out, nil
}

// Write writes a Project: a line that Read reads. The operations, where there are any, have to be JSON.
func (p *Project) Write(w io.Writer) error {
	b, err := json.Marshal(project{kind, version, p.File, p.Edit, p.Operations})
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// Check returns an error if a transcript is not the one that the project is of.
func (p *Project) Check(src, name string) error {
	is := FileOf(name, src)
	hint := fmt.Sprintf("the corrections are of %s, as it was then: words are known by their places in it", p.File.Name)
	switch want, _ := hex.DecodeString(p.File.SHA256); {
	case is.Bytes != p.File.Bytes:
		return fmt.Errorf("%s is another file, or has changed: it has %d bytes, not %d; %s", name, is.Bytes, p.File.Bytes, hint)
	case is.SHA256 != hex.EncodeToString(want):
		return fmt.Errorf("%s is another file, or has changed: its SHA-256 is %s, not %s; %s", name, is.SHA256, p.File.SHA256, hint)
	}
	return nil
}
