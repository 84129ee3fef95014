package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// TestBundleSetSettings: a file that says one weight changes one in the bundle, unless it says that the
// others are untuned.
func TestBundleSetSettings(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: a bundle of all models is written twice")
	}
	folder := t.TempDir()
	from := bundletest.Default(t)
	for text, want := range map[string]func(*engine.Settings){
		"engine streams\nnetwork 0.125\n":          func(s *engine.Settings) { s.Weights["network"] = 0.125 },
		"engine streams\nuntuned\nnetwork 0.125\n": func(s *engine.Settings) { *s = engine.Settings{Weights: map[string]float64{"network": 0.125}} },
	} {
		file, out := filepath.Join(folder, "s.txt"), filepath.Join(folder, "out.tt")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr strings.Builder
		if code := product().Run(t.Context(), []string{"tidytalk", "bundle", "set", "--settings", file, "-o", out}, strings.NewReader(""), &stdout, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
		b, err := engine.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		s := from.Engine(engine.Streams).Settings()
		s.Weights = maps.Clone(s.Weights)
		want(&s)
		if got := b.Engine(engine.Streams).Settings(); got.String() != s.String() {
			t.Errorf("%q makes the settings\n%s\nwant\n%s", text, got, s)
		}
		if got, was := b.Sentences().Settings(), from.Sentences().Settings(); got.String() != was.String() {
			t.Errorf("%q changes the settings for sentences to\n%s", text, got)
		}
	}
}
