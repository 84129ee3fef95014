package lm

import (
	"os"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
)

// firstFiles are files of version 1 of the model that firstModel estimates.
var firstFiles = []struct {
	name string
	form func(*Model) *Model
}{
	{"testdata/version1.lm", func(m *Model) *Model { return m }},
	{"testdata/version1-quantised.lm", (*Model).Quantise},
}

func firstModel(t *testing.T) *Model {
	m, _ := estimated(t, 3, invented(20, 3), EstimateOptions{Prune: []int{0, 1}})
	return m
}

func TestVersion1(t *testing.T) {
	for _, f := range firstFiles {
		b, err := os.ReadFile(f.name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Unmarshal(b)
		if err != nil {
			t.Fatal(err)
		}
		want := f.form(firstModel(t))
		if m.Quantised() != want.Quantised() || arpa(t, m) != arpa(t, want) {
			t.Errorf("%s is another model", f.name)
		}
		if config, err := container.ConfigOf(b, FileKind, FileVersion); err != nil || config != "made for a test" {
			t.Errorf("%s was made with %q, %v", f.name, config, err)
		}
	}
}
