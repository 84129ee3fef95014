package assets

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	names, err := fs.Glob(FS(), "*")
	if want := []string{"index.html", "studio.css", "studio.js", "trace.css", "trace.js"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("files %q (%v), want %q", names, err, want)
	}
	for _, name := range names {
		if b, err := fs.ReadFile(FS(), name); err != nil || len(b) == 0 {
			t.Errorf("%s has %d bytes (%v)", name, len(b), err)
		}
	}
}

// TestPolicy: what the content security policy of the server would not run is not there,
// and nothing is fetched from elsewhere.
func TestPolicy(t *testing.T) {
	page, err := fs.ReadFile(FS(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"style=", "<style", "onclick=", "http://", "https://"} {
		if strings.Contains(string(page), bad) {
			t.Errorf("index.html has %q", bad)
		}
	}
}

// TestInline: the script and the style sheet can stand in a page.
func TestInline(t *testing.T) {
	if strings.Contains(TraceScript(), "</script") || strings.Contains(TraceStyle(), "</style") {
		t.Error("they end the element that they stand in")
	}
}
