package harm

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the generated probes anew")

const aboutFluent = "Fluent texts, made of templates and word lists: kind, text. Made by: cd research && go test ./harm -run TestFluentProbes -update"

// TestFluentProbes keeps the file of generated probes what is generated.
func TestFluentProbes(t *testing.T) {
	probes := fluentProbes()
	text := formatProbes(probes, aboutFluent)
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", "fluent.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != fluentText {
		t.Error("testdata/fluent.txt is not what is generated; if this is meant: cd research && go test ./harm -run TestFluentProbes -update")
	}
	seen := make(map[string]bool)
	for _, p := range probes {
		if seen[p.Text] {
			t.Errorf("%q is there twice", p.Text)
		}
		seen[p.Text] = true
		if slot.MatchString(p.Text) {
			t.Errorf("%q: a class without words", p.Text)
		}
	}
}
