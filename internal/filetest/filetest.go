// Package filetest makes files for tests: model files that are damaged behind their
// checksum, and compressed ones.
//
// Start with [Changes].
package filetest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zeebo/xxh3"
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
	for range n {
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
