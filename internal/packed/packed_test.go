package packed_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/internal/packed"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	z := filetest.Gzip("packed")
	for name, content := range map[string]string{"plain.txt": "plain", "packed.txt.gz": z, "both.txt": "plain", "both.txt.gz": z, "no.txt.gz": "not packed"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"plain.txt": "plain", "packed.txt": "packed", "packed.txt.gz": "packed", "both.txt": "plain"} {
		f, err := packed.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b, err := io.ReadAll(f); err != nil || string(b) != want {
			t.Errorf("%s: %q, %v, want %q", name, b, err, want)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, names := range map[string]string{"no.txt": "no.txt.gz", "no.txt.gz": "no.txt.gz", "none.txt": "none.txt.gz"} {
		_, err := packed.Open(filepath.Join(dir, name))
		if err == nil || !strings.Contains(err.Error(), names) {
			t.Errorf("%s: %v", name, err)
		}
		if missing := errors.Is(err, fs.ErrNotExist); missing != (name == "none.txt") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
