package bundles

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
)

// TestBeside opens a file that names the models beside which it stands: without them, with them, and with others under their name.
func TestBeside(t *testing.T) {
	models, err := filepath.Abs(filepath.Join("..", "..", "data", "bundle"))
	if err != nil {
		t.Fatal(err)
	}
	home, folder := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", home)
	link := func(to, name string) string {
		path := filepath.Join(folder, name)
		if err := os.Symlink(filepath.Join(models, to), path); err != nil {
			t.Skip(err)
		}
		return path
	}
	large := link("open/tidytalk-open-large.tt", "tidytalk-open-large.tt")
	_, err = Open(large)
	if want := "stands beside the models open: put them there as " + filepath.Join(folder, "tidytalk-open.tt"); err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("alone: %v, want %q", err, want)
	}
	base := link("open/tidytalk-open.tt", "tidytalk-open.tt")
	b, err := Open(large)
	if err != nil {
		t.Fatal(err)
	}
	if b.Part(engine.PartEncoder) == nil || b.Part(engine.PartVoice) == nil {
		t.Error("beside its models it lacks the encoder, or what they have")
	}
	if m := b.Manifest(); m.Base != "" || !strings.HasPrefix(m.Version, "open-large ") {
		t.Errorf("together they are %q, beside %q", m.Version, m.Base)
	}
	if err := os.Remove(base); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(models, "zh", "tidytalk-zh.tt"), base); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(large); err == nil || !strings.Contains(err.Error(), "tidytalk-open.tt") {
		t.Errorf("beside others: %v", err)
	}
}
