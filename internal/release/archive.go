package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// file is a file of an archive.
type file struct {
	name    string // with slashes
	content []byte
	program bool
}

func (f *file) mode() fs.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// written is when all files of archives say that they were written: the first date that all
// archives have.
var written = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// inOrder returns files in order of their names, in a folder, or, for "", in none.
func inOrder(folder string, files []file) []file {
	files = slices.Clone(files)
	for i := range files {
		files[i].name = path.Join(folder, files[i].name)
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files
}

// tarGzip packs files in a folder into a compressed tar archive.
func tarGzip(folder string, files []file) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range inOrder(folder, files) {
		if err := w.WriteHeader(&tar.Header{Format: tar.FormatUSTAR, Name: f.name, Mode: int64(f.mode()), Size: int64(len(f.content)), ModTime: written}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// zipped packs files in a folder into a zip archive.
func zipped(folder string, files []file) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	for _, f := range inOrder(folder, files) {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: written}
		h.SetMode(f.mode())
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
