// Package filetest makes files for tests: model files that are damaged behind their
// checksum, compressed ones, and archives with pictures.
//
// Start with [Changes].
package filetest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// body is where the bytes start that stand behind the checksum of a container, which
// covers them and what is before it.
const body = 24

// Gzip returns a text compressed.
func Gzip(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text)) // a buffer takes all
	z.Close()
	return b.String()
}

// Pictures returns a copy of a zip archive with pictures behind its members, which no method
// compresses, of some bytes each.
func Pictures(t testing.TB, archive string, sizes ...int) string {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, m := range r.File {
		if err := w.Copy(m); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for i, n := range sizes {
		picture := make([]byte, n)
		for at := range picture {
			picture[at] = uint8(rng.Uint32())
		}
		to, err := w.Create(fmt.Sprintf("word/media/image%d.png", i+1))
		if err == nil {
			_, err = to.Write(picture)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Reseal returns a copy of a container with a right checksum, so that what is
// behind the checksum is tried.
func Reseal(file []byte) []byte {
	b := slices.Clone(file)
	if len(b) > body {
		binary.LittleEndian.PutUint64(b[16:], xxh3.Hash(slices.Concat(b[:16], b[body:])))
	}
	return b
}

// Changes calls use with n copies of a good file, each with a few bytes changed
// behind the checksum. A copy may be used or refused; a panic fails the test, as
// does a loader that refuses none, or the good file.
func Changes(t *testing.T, good []byte, n int, use func(file []byte) error) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	refused := 0
	for range drawn.Few(n, 20+n/20) {
		b := slices.Clone(good)
		for range 1 + rng.IntN(3) {
			b[body+rng.IntN(len(b)-body)] = uint8(rng.Uint32())
		}
		if use(Reseal(b)) != nil {
			refused++
		}
	}
	if err := use(Reseal(good)); err != nil || refused == 0 {
		t.Errorf("the whole file: %v; %d changed ones refused", err, refused)
	}
}
