package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"slices"
	"testing"
	"time"
)

// entry is a file as an archive has it.
type entry struct {
	name, content string
	mode          fs.FileMode
	when          time.Time
}

func untar(t *testing.T, b []byte) []entry {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var out []entry
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s belongs to %d %q, %d %q", h.Name, h.Uid, h.Uname, h.Gid, h.Gname)
		}
		out = append(out, entry{h.Name, string(content), fs.FileMode(h.Mode), h.ModTime.UTC()})
	}
}

func unzip(t *testing.T, b []byte) []entry {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var out []entry
	for _, f := range r.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, entry{f.Name, string(content), f.Mode(), f.Modified.UTC()})
	}
	return out
}

// Archives hold what is put in, in order of names, with the same date and owner, and do not
// depend on the order in which it is put in.
func TestArchives(t *testing.T) {
	files := []file{{"tidytalk", bytes.Repeat([]byte("program"), 1000), true}, {"LICENSE", []byte("free"), false}, {"docs/models.md", nil, false}}
	want := []entry{{"x_1/LICENSE", "free", 0o644, written}, {"x_1/docs/models.md", "", 0o644, written}, {"x_1/tidytalk", string(files[0].content), 0o755, written}}
	for name, c := range map[string]struct {
		pack   func(string, []file) ([]byte, error)
		unpack func(*testing.T, []byte) []entry
	}{"tar": {tarGzip, untar}, "zip": {zipped, unzip}} {
		b, err := c.pack("x_1", files)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.unpack(t, b); !slices.Equal(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
		turned := slices.Clone(files)
		slices.Reverse(turned)
		if again, err := c.pack("x_1", turned); err != nil || !bytes.Equal(again, b) {
			t.Errorf("%s: packed again it is another archive, error %v", name, err)
		}
	}
}
