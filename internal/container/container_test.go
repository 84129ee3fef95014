package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zeebo/xxh3"
)

func sample(t testing.TB, kind string, version uint16) []byte {
	t.Helper()
	w := New(kind, version, "rate=0.1")
	w.Add("labels", []byte("O F E"))
	w.Add("weights", Bytes([]float32{1, -2.5, 0}))
	w.Add("empty", nil)
	b, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRoundTrip(t *testing.T) {
	b := sample(t, "model", 3)
	f, err := Open(b, "model", 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.Section("labels")); got != "O F E" {
		t.Errorf("labels = %q", got)
	}
	w, err := Slice[float32](f.Section("weights"))
	if err != nil || !slices.Equal(w, []float32{1, -2.5, 0}) {
		t.Errorf("weights = %v, %v", w, err)
	}
	if f.Section("none") != nil || f.Config() != "rate=0.1" || !slices.Equal(f.Names(), []string{"labels", "weights", "empty"}) {
		t.Errorf("header = %+v", f.header)
	}
	// The same content unaligned takes the copying path.
	shifted := append([]byte{0}, f.Section("weights")...)[1:]
	if v, err := Slice[float32](shifted); err != nil || !slices.Equal(v, w) {
		t.Errorf("unaligned: %v, %v", v, err)
	}
	if !bytes.Equal(b, sample(t, "model", 3)) {
		t.Error("writing twice gives other bytes")
	}
}

func TestOpenRefuses(t *testing.T) {
	good := sample(t, "model", 3)
	flipped := bytes.Clone(good)
	flipped[len(flipped)-9] ^= 1
	newerContainer := bytes.Clone(good)
	newerContainer[8] = 9
	binary.LittleEndian.PutUint64(newerContainer[hashed:], hashOf(newerContainer))
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, ErrForeign},
		{"text", []byte("#!/bin/sh\necho hello world, this is no model\n"), ErrForeign},
		{"truncated header", good[:30], ErrChecksum},
		{"truncated body", good[:len(good)-1], ErrChecksum},
		{"flipped bit", flipped, ErrChecksum},
		{"other kind", sample(t, "bundle", 3), ErrKind},
		{"newer format", sample(t, "model", 4), ErrNewer},
		{"older format", sample(t, "model", 2), ErrOlder},
		{"newer container", newerContainer, ErrNewer},
	} {
		if _, err := Open(c.data, "model", 3); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	for n := range good {
		if _, err := Open(good[:n], "model", 3); err == nil {
			t.Errorf("truncated to %d bytes: no error", n)
		}
	}
}

// first returns a file of container version 1, as earlier versions wrote them.
func first(b []byte) []byte {
	b = bytes.Clone(b)
	b[8] = 1
	binary.LittleEndian.PutUint64(b[hashed:], xxh3.Hash(b[fixed:]))
	return b
}

// TestFlippedBits: a file with any bit flipped is refused, and, but for what is before the
// hash in files of container version 1, as damaged.
func TestFlippedBits(t *testing.T) {
	big := New("model", 3, "")
	noise := make([]byte, 1<<20)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	big.Add("noise", noise)
	large, err := big.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	small := sample(t, "model", 3)
	for _, c := range []struct {
		name string
		file []byte
		all  bool
	}{{"version 2", small, true}, {"version 1", first(small), true}, {"large", large, false}, {"large, version 1", first(large), false}} {
		if _, err := Open(c.file, "model", 3); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		bits := 8 * len(c.file)
		step := 1
		if !c.all {
			step = bits / 1000
		}
		file := bytes.Clone(c.file)
		for bit := 0; bit < bits; bit += step {
			file[bit/8] ^= 1 << (bit % 8)
			_, err := Open(file, "model", 3)
			damaged := errors.Is(err, ErrChecksum) || bit/8 < len(magic) && errors.Is(err, ErrForeign)
			format := c.file[8] == 1 && (bit/8 == 10 || bit/8 == 11) && (errors.Is(err, ErrNewer) || errors.Is(err, ErrOlder))
			if !damaged && !format {
				t.Errorf("%s, bit %d of byte %d: %v", c.name, bit%8, bit/8, err)
			}
			file[bit/8] ^= 1 << (bit % 8)
		}
	}
}

func FuzzOpen(f *testing.F) {
	good := sample(f, "model", 3)
	f.Add(good)
	f.Add(good[:40])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := Open(b, "model", 3)
		if err != nil {
			return
		}
		for _, n := range file.Names() {
			_, _ = Slice[uint32](file.Section(n))
		}
	})
}
