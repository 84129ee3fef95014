package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/container"
)

// Models of punctuation that programs of their own add, such as translation, are refused by this one
// with what is wrong, in all that it does with a bundle.
func TestForeignPunctuation(t *testing.T) {
	model, err := container.New("punct-translation", 1, "{}").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	// Build refuses such a part: this is what a program makes that has the model.
	parts := bundletest.Files(t, bundletest.Default(t))
	file, err := engine.Build(engine.Manifest{}, parts)
	if err != nil {
		t.Fatal(err)
	}
	f, err := container.Open(file, "bundle", 1)
	if err != nil {
		t.Fatal(err)
	}
	var m engine.Manifest
	if err := json.Unmarshal(f.Section("manifest"), &m); err != nil {
		t.Fatal(err)
	}
	w := container.New("bundle", 1, "")
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Name == engine.PartPunct {
			parts[p.Name] = model
			*p = engine.PartManifest{Name: p.Name, Size: len(model), Config: container.Hash("{}")}
		}
	}
	manifest, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	w.Add("manifest", manifest)
	for _, p := range m.Parts {
		w.Add(p.Name, parts[p.Name])
	}
	if file, err = w.Bytes(); err != nil {
		t.Fatal(err)
	}
	name, text := filepath.Join(t.TempDir(), "foreign.tt"), "okay um we go home"
	if err := os.WriteFile(name, file, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"clean", "--bundle", name},
		{"trace", "--bundle", name, text},
		{"bundle", "info", name},
	} {
		code, out, problems := execute(t, text, args...)
		if code != 1 || out != "" || !strings.Contains(problems, "no punctuation model that this program has") || !strings.Contains(problems, name) {
			t.Errorf("%v: exit code %d, %q, %s", args, code, out, problems)
		}
	}
}
