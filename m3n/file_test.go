package m3n

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// firstFile returns a model as a file of the first version, which had whole prints and
// codes in sections of their own.
func firstFile(t *testing.T, m *Model) []byte {
	t.Helper()
	file, err := m.Marshal("how")
	if err != nil {
		t.Fatal(err)
	}
	f, err := container.Open(file, FileKind, FileVersion)
	if err != nil {
		t.Fatal(err)
	}
	w := container.New(FileKind, firstVersion, "how")
	for _, name := range []string{"header", "edge", "tri"} {
		w.Add(name, f.Section(name))
	}
	for o, tab := range m.tables {
		if tab == nil {
			continue
		}
		var prints []uint32
		var cells []uint8
		tab.each(func(_ uint32, e tableEntry) {
			prints, cells = append(prints, e.print|0xab<<24), append(cells, e.codes...)
		})
		w.Add(tableSection(o, "starts"), container.Bytes(tab.starts))
		w.Add(tableSection(o, "prints"), container.Bytes(prints))
		w.Add(tableSection(o, "cells"), cells)
		w.Add(tableSection(o, "ends"), container.Bytes(tab.ends))
	}
	b, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Files of the first version score as those of today do, also of sparse models.
func TestFirstVersion(t *testing.T) {
	sparse := toyDataset(t, 60, 20, 1, -1, false)
	many, err := NewModel(sparse, randomFloats(sparse.Parameters()), Prune{})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*Model{"dense": everyAtomModel(t), "sparse": many} {
		old, err := UnmarshalModel(firstFile(t, m))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if config, err := container.ConfigOf(firstFile(t, m), FileKind, FileVersion); err != nil || config != "how" {
			t.Errorf("%s: made with %q, %v", name, config, err)
		}
		again, err := old.Marshal("how")
		if err != nil {
			t.Fatal(err)
		}
		if file, err := m.Marshal("how"); err != nil || !slices.Equal(file, again) {
			t.Errorf("%s: converted to another file, %v", name, err)
		}
	}
}

func randomFloats(n int) []float32 {
	r := rand.New(rand.NewPCG(3, 9))
	w := make([]float32, n)
	for i := range w {
		w[i] = float32(r.NormFloat64())
	}
	return w
}
