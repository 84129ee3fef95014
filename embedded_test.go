package tidytalk_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

const (
	typedText        = "A: We want, uh, we want to go to Boston.\nB: Well, I, I do not know.\n"
	unpunctuatedText = "agent: thank you for for calling um my name is is david\ncustomer: hi my my internet is down\n"
)

// damaged returns the default bundle with a part that is no file.
func damaged(t *testing.T, part string) [][]byte {
	t.Helper()
	b := bundletest.Default(t)
	var files [][]byte
	found := false
	for _, f := range bundle.Default() {
		f = bytes.Clone(f)
		if at := bytes.Index(f, b.Part(part)); at >= 0 {
			copy(f[at:], "no model")
			found = true
		}
		files = append(files, f)
	}
	if !found {
		t.Fatalf("no part %s", part)
	}
	return files
}

func embedded(t *testing.T, files [][]byte) *tidytalk.Cleaner {
	t.Helper()
	b, err := tidytalk.LoadEmbedded(files...)
	if err != nil {
		t.Fatal(err)
	}
	return cleanerOf(t, b, tidytalk.Options{})
}

// Models that are part of the program clean as those of a file do.
func TestLoadEmbedded(t *testing.T) {
	c, loaded := embedded(t, bundle.Default()), cleanerOf(t, bundletest.Default(t), tidytalk.Options{})
	for _, text := range []string{typedText, unpunctuatedText, "A: [laughter]\n", unpunctuatedText + typedText} {
		got, err := c.Text(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := loaded.Text(t.Context(), text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if _, err := tidytalk.LoadEmbedded(); err == nil {
		t.Error("no files: no error")
	}
	if _, err := tidytalk.LoadEmbedded([]byte("no models, but a text that is long enough")); !errors.Is(err, tidytalk.ErrForeign) {
		t.Errorf("a text: %v", err)
	}
}

// Only those parts are opened that a text needs: what cannot be opened is told where it is
// needed, and no sooner, but of a bundle from a file when that is opened.
func TestOpenedWhenNeeded(t *testing.T) {
	for _, c := range []struct {
		part                string
		typed, unpunctuated bool
	}{
		{part: "tagger", typed: true, unpunctuated: true},
		{part: "network", typed: true, unpunctuated: true},
		{part: "written-edit", typed: true},
		{part: "written-repairs", typed: true},
		{part: "stream-edit", unpunctuated: true},
		{part: "stream-repairs", unpunctuated: true},
		{part: "punct", unpunctuated: true},
	}[:drawn.Few(7, 1)] {
		files := damaged(t, c.part)
		if _, err := tidytalk.LoadBundle(files...); !errors.Is(err, tidytalk.ErrChecksum) {
			t.Errorf("%s: a damaged bundle is opened: %v", c.part, err)
		}
		for text, needed := range map[string]bool{typedText: c.typed, unpunctuatedText: c.unpunctuated, "A: [laughter]\nB: --\n": false, "[noise] [noise]\n": false} {
			_, err := embedded(t, files).Text(t.Context(), text)
			if needed != (err != nil) || needed && !strings.Contains(err.Error(), "part "+c.part) {
				t.Errorf("%s: cleaning %q: %v", c.part, text, err)
			}
		}
	}
}

// What options ask of models is found out when a cleaner is made, of any bundle.
func TestEmbeddedOptions(t *testing.T) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]tidytalk.Options{
		"an unknown component": {Decoder: tidytalk.DecoderOptions{Without: []string{"nobody"}}},
		"an unknown engine":    {Settings: []tidytalk.Settings{{Engine: "nobody"}}},
		"an unknown mode":      {Mode: "nobody"},
	} {
		if _, err := tidytalk.New(b, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	bare, err := tidytalk.LoadEmbedded(bundle.Default()[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tidytalk.New(bare, tidytalk.Options{Mode: tidytalk.ModeExperts}); !errors.Is(err, tidytalk.ErrNoExperts) {
		t.Errorf("experts of a bundle without: %v", err)
	}
	if _, err := tidytalk.New(bare, tidytalk.Options{}); !errors.Is(err, tidytalk.ErrNoDecoder) {
		t.Errorf("a bundle without a decoder: %v", err)
	}
}
