package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// vocabularyFile writes a vocabulary and returns its path.
func vocabularyFile(t testing.TB, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "names.txt")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestVocabulary cleans lines with a vocabulary.
func TestVocabulary(t *testing.T) {
	names := vocabularyFile(t, "Wes Kao", "GPT-4o", "iPhone", "tidytalk", "Will Young", "Um Bongo", "Duran Duran", "Kubernetes", "McKinsey", "IT", "Oh My Zsh", "Boston", "Jean-Luc Ponty")
	for _, c := range []struct{ in, want string }{
		{"so i talked to wes kao about gpt-4o and gpt 4o", "So I talked to Wes Kao about GPT-4o and GPT 4o."},
		{"iphone users love um bongo and uh duran duran", "iPhone users love Um Bongo and Duran Duran."},
		{"we met will young and i will call it mckinsey", "We met Will Young and I will call it McKinsey."},
		{"tidytalk runs on kubernetes", "tidytalk runs on Kubernetes."},
		{"i met wes uh wes kao there", "I met Wes Kao there."},
		{"we need a flight to boston uh i mean to denver", "We need a flight to Denver."},
		{"i use oh my zsh and jean-luc ponty", "I use Oh My Zsh and Jean-Luc Ponty."},
		{"we we drink um bongo um bongo every day", "We drink Um Bongo, Um Bongo every day."},
		// Text with case keeps it, and names are kept in it, too.
		{"Um, an iphone is, uh, um bongo.", "An iphone is um bongo."},
	} {
		if got := strings.TrimSpace(output(t, c.in+"\n", "clean", "--vocabulary", names)); got != c.want {
			t.Errorf("%q: %q, not %q", c.in, got, c.want)
		}
	}
	for in, want := range map[string]string{
		"Um, an Iphone is, uh, um bongo.":               "An iPhone is Um Bongo.",
		"Iphones cost. Iphone’s gone. It will, uh, go.": "Iphones cost. iPhone’s gone. It will go.",
		"Uh, iphone, yes.":                              "iPhone, yes.",
	} {
		if got := strings.TrimSpace(output(t, in+"\n", "clean", "--vocabulary", names, "--respell")); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}

// TestSpeakerNames writes the names of who speaks as their labels do, in files and live text.
func TestSpeakerNames(t *testing.T) {
	const in = "Ole Bulay: hi mark\nMark Xanther: hi ole thanks to bulay and xanther i will go\nSpeaker 3: the speaker is loud and will ask ole bulay\n"
	const want = "Ole Bulay: Hi, Mark.\nMark Xanther: Hi, Ole. Thanks to Bulay and Xanther. I will go.\nSpeaker 3: The speaker is loud and will ask Ole Bulay.\n"
	if got := output(t, in, "clean"); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	live := output(t, in, "clean", "--stream")
	if !strings.Contains(live, "Ole") || !strings.Contains(live, "ask Ole Bulay") || strings.Contains(live, "speaker Will") {
		t.Errorf("live: %q", live)
	}
}

// TestVocabularyKeepsWords tells that a vocabulary changes the case of a text, and which words are removed, and nothing else.
func TestVocabularyKeepsWords(t *testing.T) {
	words := strings.Fields("so um i mean wes kao uh duran duran said to to the iphone's gpt 4 o don't you know like it- well, Anna is")
	drawn.Check(t, func(c *drawn.Case) {
		text := strings.Join(drawn.Several(c, "text", 1, 24, words...), " ")
		var lines []string
		for range c.Int("names", 1, 4) {
			lines = append(lines, strings.ToTitle(strings.Join(drawn.Several(c, "name", 1, 3, "wes", "kao", "um", "duran", "i", "like", "to", "gpt-4o", "iphone's", "mean"), " ")))
		}
		args := []string{"clean", "--language", "en", "--vocabulary", vocabularyFile(t, lines...), "--respell", "--punct", "keep"}
		plain := func(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
		if got := plain(output(t, text+"\n", append(args, "--remove", "none")...)); got != plain(text) {
			t.Errorf("%q with %q: %q", text, lines, got)
		}
		for _, name := range lines {
			in := plain("we saw " + name + " there")
			if got := plain(output(t, in+"\n", args...)); got != in {
				t.Errorf("%q with %q: %q", in, lines, got)
			}
		}
	})
}
